#!/usr/bin/python3
# label: study
# timeout: 600
"""A results folder belongs to one run: a stale checkpoint is not resumed, files of an older run do not survive, two runs
do not write at once, a checkpoint of another run is refused; what a checkpoint needs is on disk before it is renamed.
"""
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import GUDGEON, OUT, busy, call, check, finish, folder, interrupt_at, model, probes, results, run, same_results, text_of

# long enough to be stopped anywhere; of ../shared/cases/attack/F03 (stale checkpoint)
PENDULUM = """space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {start: 60 deg, length: 0.5 m, end: 60 s, vtk: 0 s}
bodies:
  rod: {type: rigid_body, from: [0, 0], to: [length*sin(start), -length*cos(start)], centre: [length/2, 0], mass: 0.2 kg,
        shape: rod}
joints:
  hinge: {type: revolute, a: ground, b: rod.from}
probes:
  angle: {type: angle, of: rod, reference: [0, -1, 0]}
analysis: {end: end, step: 1e-4 s}
output: {sample: 10 ms, vtk: vtk}
"""
path = model("pendulum", PENDULUM)
SECTION = model("section", PENDULUM + "poincare: {zero: angle}\n")


def start(words):
    return subprocess.Popen([GUDGEON, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=OUT)


def until(condition, text):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    check(False, f"waited in vain for {text}")
    finish()


def size(*name):
    try:
        return os.path.getsize(os.path.join(*name))
    except OSError:
        return 0


# ---- a new run makes an old checkpoint useless at once ----

out = folder("stale")
code, _ = interrupt_at(10, ["run", "--force", path, "--set", "start=60 deg", "--out", out])
check(code == 130 and os.path.exists(os.path.join(out, "checkpoint.bin")), "the first run leaves a checkpoint")
keep = folder("keep")
shutil.copytree(out, keep)
second = start(["run", "--force", path, "--set", "start=10 deg", "--out", out, "--quiet"])
until(lambda: size(out, "probes.csv") > 0 and "10 deg" in text_of(out, "run.log"), "the second run")
check(not os.path.exists(os.path.join(out, "checkpoint.bin")), "the second removes it before it writes results")
second.kill()
second.wait()
second.stderr.close()
done = call(["run", "--resume", out])
check(done.returncode == 2 and "no checkpoint" in done.stderr, f"nothing to resume: {done.stderr.strip()}")
shutil.copy(os.path.join(keep, "checkpoint.bin"), out)
before = results(out)
done = call(["run", "--resume", out])
check(done.returncode == 2 and "run.log" in done.stderr, f"a checkpoint of another run is refused: {done.stderr.strip()}")
check(results(out) == before, "and nothing is changed")

# ---- files of an older run ----

out = folder("mixed")
run("mixed", SECTION, "--quiet", sets=["end=2 s", "vtk=0.1 s"])
older = sorted(results(out))
check("poincare.csv" in older and "run.pvd" in older and len(older) > 40, f"the older run has {len(older)} files")
with open(os.path.join(out, "notes.txt"), "w", encoding="utf-8") as file:
    file.write("mine")
sinks = ["envelope_rod.csv", "envelope_rod.vtu", "polar_pin.csv", "polar_guide_2.csv", "periodic.csv", "multipliers.csv"]
for name in [*sinks, "polar.csv", "my_envelope_rod.csv"]:
    with open(os.path.join(out, name), "w", encoding="utf-8") as file:
        file.write("old")
call(["run", "--force", path, "--set", "end=1 s", "--out", out, "--quiet"])
check(not any(os.path.exists(os.path.join(out, name)) for name in sinks), "files that sinks call their own by a pattern are gone")
check(all(text_of(out, name) == "old" for name in ("polar.csv", "my_envelope_rod.csv")), "files with other names stay")
for name in ("polar.csv", "my_envelope_rod.csv"):
    os.remove(os.path.join(out, name))
check(sorted(results(out)) == ["energy.csv", "probes.csv", "summary.csv"], f"the newer one has only its own: {sorted(results(out))}")
check(text_of(out, "notes.txt") == "mine", "files of other programs stay")
same_results(run("alone", path, "--quiet", sets=["end=1 s"]), out, "as in an empty folder")
before = results(out)
done = call(["run", "--force", model("wrong", PENDULUM.replace("mass: 0.2 kg", "mass: 0.2 m")), "--out", out])
check(done.returncode == 2 and results(out) == before, "a model with errors removes nothing")

# ---- two at once ----

out = folder("two")
first = start(["run", "--force", path, "--out", out, "--quiet"])
busy(first, 0.5)
first.send_signal(signal.SIGSTOP)  # it cannot end meanwhile
log = text_of(out, "run.log")
done = call(["run", "--force", path, "--set", "start=10 deg", "--out", out, "--quiet"])
check(done.returncode == 2 and "another run" in done.stderr, f"the second is refused: {done.stderr.strip()}")
done = call(["run", "--resume", out])
check(done.returncode == 2, f"so is a resume: {done.stderr.strip()}")
first.send_signal(signal.SIGCONT)
first.send_signal(signal.SIGINT)
said = first.communicate(timeout=60)[1]
check(first.returncode == 130, f"the first goes on until it is stopped: {said.strip()}")
check(text_of(out, "run.log").startswith(log), "its log is untouched")
done = call(["run", "--resume", out, "--quiet"])
check(done.returncode == 0, f"then it can be resumed: {done.stderr}")
same_results(run("whole", path, "--quiet"), out, "two at once")
check(probes(out)["t"][-1] == 60, "to its end")
first = start(["run", "--force", path, "--out", out, "--quiet"])
until(lambda: size(out, "run.log") > 0 and not os.path.exists(os.path.join(out, "summary.csv")), "a run that is killed")
first.kill()
first.wait()
first.stderr.close()
done = call(["run", "--force", path, "--set", "end=1 s", "--out", out, "--quiet"])
check(done.returncode == 0, f"the lock of a killed run is gone: {done.stderr}")

# ---- on disk before it is renamed ----

if shutil.which("strace"):
    trace = os.path.join(OUT, "trace")
    out = folder("traced")
    subprocess.run(["strace", "-f", "-y", "-e", "trace=fsync,rename", "-o", trace, GUDGEON, "run", "--force", path, "--set", "end=0.1 s",
                    "--set", "vtk=0.05 s", "--out", out, "--quiet"], check=False, cwd=OUT, stderr=subprocess.DEVNULL)
    lines = [line for line in text_of(trace).splitlines() if "fsync" in line or "rename" in line]
    where = next((i for i, line in enumerate(lines) if "rename" in line and "checkpoint" in line), None)
    early = " ".join(lines[:where or 0])
    for name in ("probes.csv", "energy.csv", "checkpoint.tmp", "bodies_000000.vtu", "joints_000002.vtu", "run.pvd"):
        check(any("fsync" in line and name in line for line in lines[:where or 0]), f"{name} is on disk before the checkpoint")
    check(bool(early) and any("fsync" in line and "traced>" in line for line in lines[where:]), "and the folder after it")
finish()
