# Gudgeon on Debian 12:  docker build -t gudgeon .   then   docker run --rm -v "$PWD":/work gudgeon run model.yaml
FROM debian:bookworm AS build
COPY . /source
WORKDIR /source
RUN ./bootstrap build && cd build/release && cpack -G DEB

FROM debian:bookworm-slim
COPY --from=build /source/build/release/gudgeon_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/gudgeon_*.deb python3-numpy gnuplot-nox \
    && rm -rf /var/lib/apt/lists/* /tmp/gudgeon_*.deb
ENV OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
WORKDIR /work
ENTRYPOINT ["gudgeon"]
