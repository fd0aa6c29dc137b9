# label: long
# timeout: 3600
"""`cpack -G DEB` makes a package with command, libraries, headers and Python module; unpacked elsewhere, it runs a study. With
debootstrap and the rights for it, the package is installed on a clean Debian 12 by apt. There the demo model runs from the command,
and from Python without pip; the packages that `apt` recommends are then installed, and the report and a picture are made.
GUD_DEBOOTSTRAP=no leaves the clean Debian out; without debootstrap, root or a mirror the test says why it is left out."""
import glob
import os
import re
import shutil
import subprocess
import sys

if os.environ.get("GUD_SANITIZED"):
    sys.exit(77)  # a package is made of the optimised build
source, out = os.environ["GUD_SOURCE"], os.environ["GUD_OUT"]
build = os.path.dirname(os.environ["GUDGEON"])
STUDY = "studies/flores2007/slider_crank.yaml"
DEMO = "studies/connecting_rod.yaml"
PYTHON = "import gudgeon; r = gudgeon.Model({!r}).put('analysis.end', '5 ms').run(); print(gudgeon.version(), len(r), r.units)"
READ = "import gudgeon; r = gudgeon.read({!r}); print(r.outcome, len(r), max(r['joint_force'].values), r['joint_force'].unit)"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


for old in glob.glob(os.path.join(out, "*.deb")):
    os.remove(old)
run("cpack", "-G", "DEB", "-B", out, cwd=build)
(package,) = glob.glob(os.path.join(out, "gudgeon_*.deb"))
names = {line.split()[5].lstrip(".") for line in run("dpkg-deb", "-c", package).splitlines()}
for wanted in (r"/usr/bin/gudgeon", r"/usr/lib/(.*/)?libgudgeon\.so\.0", r"/usr/lib/(.*/)?libgudgeon\.a", r"/usr/include/gudgeon/gudgeon\.h",
               r"/usr/lib/python3/dist-packages/gudgeon/__init__\.py", r"/usr/share/gudgeon/render\.py"):
    if not any(re.fullmatch(wanted, name) for name in names):
        sys.exit(f"the package has no {wanted}")
depends = run("dpkg-deb", "-f", package, "Depends")
for library in ("libc6", "libpetsc", "libyaml", "libopenmpi"):
    if library not in depends:
        sys.exit(f"the package does not depend on {library}: {depends}")

# unpacked into a folder of its own
root = os.path.join(out, "unpacked")
shutil.rmtree(root, ignore_errors=True)
run("dpkg-deb", "-x", package, root)
run(os.path.join(root, "usr/bin/gudgeon"), "run", os.path.join(source, STUDY), "--out",
    os.path.join(out, "results"), "--force", "--quiet")
environment = {k: v for k, v in os.environ.items() if k not in ("GUDGEON_LIBRARY", "PYTHONPATH")}
text = run(sys.executable, "-c", PYTHON.format(os.path.join(source, STUDY)),
           env={**environment, "PYTHONPATH": os.path.join(root, "usr/lib/python3/dist-packages")})
print("unpacked:", text.strip())

# on a clean Debian 12
mirror = re.search(r"(https?://\S+) bookworm/main", run("apt-cache", "policy"))
if not shutil.which("debootstrap") or os.geteuid() or os.environ.get("GUD_DEBOOTSTRAP") == "no" or not mirror:
    print("clean Debian 12: not tried (debootstrap, root and a mirror are needed)")
    sys.exit(0)
clean = os.path.join(out, "debian")
shutil.rmtree(clean, ignore_errors=True)
run("debootstrap", "--variant=minbase", "bookworm", clean, mirror[1])
for settings in glob.glob("/etc/apt/apt.conf.d/*"):  # how this machine reaches the mirror
    shutil.copy(settings, os.path.join(clean, "etc/apt/apt.conf.d"))
shutil.copy("/etc/resolv.conf", os.path.join(clean, "etc/resolv.conf"))
shutil.copy(package, os.path.join(clean, "gudgeon.deb"))
shutil.copytree(os.path.join(source, "studies"), os.path.join(clean, "studies"))
run("chroot", clean, "apt-get", "update")
run("chroot", clean, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends", "/gudgeon.deb",
    "python3")
plain = ["env", "-i", "PATH=/usr/bin:/bin", "HOME=/root", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"]
run("chroot", clean, *plain, "gudgeon", "run", "/" + DEMO, "--out", "/results", "--quiet")
for file in ("probes.csv", "run.json", "run.pvd"):
    if not os.path.getsize(os.path.join(clean, "results", file)):
        sys.exit(f"clean Debian 12: {file} of the demo is empty")
if subprocess.run(["chroot", clean, *plain, "python3", "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0:
    sys.exit("clean Debian 12: pip is installed, so this would show nothing")
print("clean Debian 12:", run("chroot", clean, *plain, "python3", "-c", PYTHON.format("/" + STUDY)).strip())
print(run("chroot", clean, *plain, "python3", "-c", READ.format("/results")).strip())

# with what the package recommends: pictures and the report
run("chroot", clean, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends",
    *[word.split("|")[0].split("(")[0].strip() for word in run("dpkg-deb", "-f", package, "Recommends").split(",")])
for command in (["report", "/results"], ["render", "/results", "--field", "von_mises", "--at", "0.0132"], ["plot", "/results"]):
    run("chroot", clean, *plain, "gudgeon", *command)
for file in ("report.html", "render.png", "plots/bearing_pin.png"):
    size = os.path.getsize(os.path.join(clean, "results", file))
    print(f"clean Debian 12: {file} {size} bytes")
    if size < 10000:
        sys.exit(f"clean Debian 12: {file} is too small")
