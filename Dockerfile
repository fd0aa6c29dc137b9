# Gudgeon on Debian 12:  docker build -t gudgeon .   then   docker run --rm -v "$PWD":/work gudgeon run model.yaml
# The image also holds what `gudgeon plot`, `render` and `report` need. tests/cases/debian_package.py makes the same two
# steps without Docker: the package, and its installation on a clean Debian 12.
FROM debian:bookworm AS build
COPY . /source
WORKDIR /source
RUN ./bootstrap build && cd build/release && cpack -G DEB

FROM debian:bookworm-slim
COPY --from=build /source/build/release/gudgeon_*.deb /tmp/
RUN apt-get update \
    && apt-get install -y --no-install-recommends /tmp/gudgeon_*.deb \
       python3 python3-numpy python3-vtk9 gnuplot-nox xvfb xauth ffmpeg \
    && rm -rf /var/lib/apt/lists/* /tmp/gudgeon_*.deb
ENV OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
WORKDIR /work
ENTRYPOINT ["gudgeon"]
