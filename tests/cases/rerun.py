#!/usr/bin/python3
# label: fast
"""A run into a folder that holds results is refused unless --force, which leaves nothing of the old run; --resume with --set end extends a
finished run to the results of one long run, and refuses every other --set; options that nobody knows are refused or reported."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import ENVIRONMENT, GUDGEON, OUT, check, finish, folder, model, probes

MODEL = """space: 2d
gravity: [0, -9.81]
parameters: {end: 0.2 s, mass: 1 kg}
bodies: {rod: {type: rigid_body, from: [0, 0], to: [1, 0], centre: [0.5, 0], mass: mass, inertia: 0.1}}
joints: {hinge: {type: revolute, a: ground, b: rod.from}}
probes:
  angle: {type: angle, of: rod}
  force: {type: joint_force, name: hinge}
analysis: {end: end, max_step: 5 ms, first_step: 1 ms}
output: {sample: 5 ms, vtk: 20 ms}
"""


def gudgeon(*words):
    return subprocess.run([GUDGEON, *words], capture_output=True, text=True, check=False, cwd=OUT, env=ENVIRONMENT)


path, out, long = model("rerun", MODEL), folder("short"), folder("long")
done = gudgeon("run", path, "--out", out, "--quiet")
check(done.returncode == 0, f"a first run: {done.stderr}")
before = {name: os.stat(os.path.join(out, name)).st_mtime_ns for name in os.listdir(out)}
done = gudgeon("run", path, "--out", out, "--quiet")
check(done.returncode == 2 and "holds the results of a run" in done.stderr and "--force" in done.stderr, f"refused: {done.stderr}")
check(before == {name: os.stat(os.path.join(out, name)).st_mtime_ns for name in os.listdir(out)}, "nothing was touched")
frames = len(os.listdir(os.path.join(out, "vtk")))
done = gudgeon("run", path, "--set", "end=0.1 s", "--out", out, "--force", "--quiet")
check(done.returncode == 0 and probes(out)["t"][-1] == 0.1, f"--force: {done.stderr}")
check(len(os.listdir(os.path.join(out, "vtk"))) < frames, "frames of the old run are gone")

done = gudgeon("run", "--resume", out, "--set", "end=0.3 s", "--quiet")
check(done.returncode == 0, f"extended: {done.stderr}")
gudgeon("run", path, "--set", "end=0.3 s", "--out", long, "--quiet")
a, b = probes(out), probes(long)
check(a["t"] == b["t"], f"the extended run has the rows of a long one: {len(a['t'])} and {len(b['t'])}")
worst = max(abs(x - y) for x, y in zip(a["force"], b["force"]))
check(worst < 1e-3, f"and its forces: {worst:.3g} N")  # the step is cut at 0.1 s: equal to the tolerance only
for words, said in ((["--set", "mass=2 kg"], "only --set end=VALUE"), (["--set", "end=3 kg"], "expected a time"),
                    (["--set", "end=soon"], "expected a time"), (["--out", "x"], "leave --out out"), (["--fast"], "unknown option --fast")):
    done = gudgeon("run", "--resume", out, *words)
    check(done.returncode == 2 and said in done.stderr, f"--resume {words}: {done.stderr}")
done = gudgeon("run", path, "--out", folder("petsc"), "--quiet", "-snes_monitr")
check("option -snes_monitr is not known" in done.stderr, f"an option that nobody reads is reported: {done.stderr}")
finish()
