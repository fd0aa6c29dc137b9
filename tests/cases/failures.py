#!/usr/bin/python3
# label: study
# timeout: 600
"""What a machine can refuse: memory, room on a disk, the results folder itself. One sentence, exit code 3 (2 where the model is
refused before), no trace of functions, no process left behind.
"""
import os
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from machine import machine
from runs import ENVIRONMENT, GUDGEON, MPIEXEC, OUT, SOURCE, check, finish, folder, model

SANITIZED = "GUD_SANITIZED" in os.environ
PLATE = """space: 2d
bodies:
  plate: {type: quad4, E: 1 GPa, density: 1000 kg/m^3, mesh: {type: rectangle, size: [1, 1], nx: 120, ny: 120}}
joints:
  hold: {type: clamp, a: ground, b: plate.left}
analysis: {end: 1e-3 s, step: 1e-3 s}
output: {vtk: 0}
"""


def limited(words, what, size):
    """Runs the command under a limit of the kernel (bytes)."""
    try:
        return subprocess.run([GUDGEON, *words], capture_output=True, text=True, check=False, cwd=OUT, timeout=60,
                              env={**ENVIRONMENT, "OMPI_MCA_ess_singleton_isolated": "1"},
                              preexec_fn=lambda: resource.setrlimit(what, (size, size)))
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(late.cmd, "did not end", "", "")


def one_sentence(done, word, text, code=3):
    lines = [line for line in done.stderr.splitlines() if "%" not in line]
    good = done.returncode == code and word in done.stderr and "PETSC" not in done.stderr and len(lines) <= 2
    check(good, f"{text}: exit code {done.returncode}, {len(lines)} lines: {' | '.join(lines)[:200]}")


# ---- memory ----

if not SANITIZED:  # a sanitizer takes terabytes of addresses
    huge = model("huge", PLATE.replace("nx: 120, ny: 120", "nx: 3200, ny: 3200"))  # 1e7 cells, 46 GB
    begin = time.monotonic()
    done = limited(["check", huge], resource.RLIMIT_AS, 4 << 30)
    one_sentence(done, "GB of memory", "1e7 elements", 2)
    check(time.monotonic() - begin < 10, f"refused after {time.monotonic() - begin:.1f} s")
    beams = "".join(f"  b{i}: {{type: ancf_beam2d, E: 1 GPa, density: 1, width: 1 cm, mesh: {{type: line, from: [0, 0], to: [1, 0], "
                    "elements: 200000}}\n" for i in range(3))
    done = limited(["check", model("beams", "space: 2d\nbodies:\n" + beams)], resource.RLIMIT_AS, 4 << 30)
    one_sentence(done, "'b2'", "three beams that are too much together", 2)
    # the n-th larger request of memory fails, and all after it. The first is one of Open MPI's start, which crashes; PORD,
    # which orders matrices for MUMPS, ends the process with code 255 where it gets none
    shim = os.path.join(OUT, "starve.so")
    made = subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, os.path.join(SOURCE, "tests", "support", "starve.c")],
                          capture_output=True, text=True, check=False)
    check(made.returncode == 0, f"the shim is built: {made.stderr[-200:]}")
    path = model("plate", PLATE)
    codes = []
    for number in [2, 3, 5, 8, 13, 21, 34, 55, 72, 89, 1000000]:
        done = subprocess.run([GUDGEON, "run", "--force", path, "--out", folder("plate"), "--quiet"], capture_output=True, text=True, check=False, cwd=OUT,
                              timeout=120, env={**ENVIRONMENT, "LD_PRELOAD": shim, "GUD_STARVE_FROM": str(number)})
        codes.append(done.returncode)
        if done.returncode:
            one_sentence(done, "out of memory", f"request {number} fails")
    check(codes.count(3) >= 8 and codes[-1] == 0, f"exit codes with growing memory: {codes}")

# ---- a disk that is full: no file may grow beyond a limit ----

path = model("machine", machine(checkpoint="0 s"))
for kilobytes in (1, 10, 100):
    out = folder("full")
    done = limited(["run", "--force", path, "--out", out, "--quiet"], resource.RLIMIT_FSIZE, kilobytes << 10)
    one_sentence(done, "File too large", f"no file above {kilobytes} kB")

# ---- a folder that goes away ----

out = folder("gone")
process = subprocess.Popen([GUDGEON, "run", "--force", path, "--out", out, "--quiet"], stderr=subprocess.PIPE, text=True, cwd=OUT, env=ENVIRONMENT)
# the second frame is there: steps are being made (Ctrl-C before the first step ends a run at once)
while not os.path.exists(os.path.join(out, "vtk", "bodies_000001.vtu")) and process.poll() is None:
    time.sleep(0.005)
process.send_signal(signal.SIGSTOP)
shutil.rmtree(out)
process.send_signal(signal.SIGCONT)
process.send_signal(signal.SIGINT)
said = process.communicate(timeout=60)[1]
one_sentence(subprocess.CompletedProcess([], process.returncode, "", said), "No such file", "the folder is removed during the run")
out = folder("gone_2")
process = subprocess.Popen([MPIEXEC, "--oversubscribe", "-n", "2", GUDGEON, "run", "--force", path, "--out", out, "--quiet"], stderr=subprocess.PIPE,
                           text=True, cwd=OUT, env=ENVIRONMENT)
while not os.path.exists(os.path.join(out, "probes.csv")) and process.poll() is None:
    time.sleep(0.02)
shutil.rmtree(out, ignore_errors=True)
said = process.communicate(timeout=60)[1]
check(process.returncode == 3 and "No such file" in said and "PETSC ERROR" not in said,
      f"the same on two processes: exit code {process.returncode}, {said.splitlines()[0] if said else ''}")
done = subprocess.run([GUDGEON, "run", "--force", path, "--out", "/proc/gudgeon"], capture_output=True, text=True, check=False, cwd=OUT)
one_sentence(done, "cannot make the folder", "a folder that cannot be made", 2)
finish()
