#!/usr/bin/env python3
# label: fast
# timeout: 120
"""A gear train and a path of equilibria that are killed and continued give the same bytes as runs that were not."""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import ENVIRONMENT, GUDGEON, OUT, call, check, finish, folder, model, run, text_of

GEAR = """
space: 2d
bodies:
  a: {type: rigid_body, mass: 1 kg, inertia: 0.01 kg m^2, spin: 3}
  b: {type: rigid_body, at: [0.3, 0], mass: 1 kg, inertia: 0.02 kg m^2}
joints:
  ja: {type: revolute, a: ground, b: a}
  jb: {type: revolute, a: {body: ground, at: [0.3, 0]}, b: b}
  gear: {type: gear, first: ja, second: jb, ratio: -1/pi}
forces:
  m: {type: moment, a: b, value: sin(t)}
probes:
  a: {type: angle, of: b}
  q: {type: quaternion, of: b, component: z}
  m: {type: joint_moment, name: gear.second, component: z}
analysis: {end: 20 s, step: 1 ms}
output: {vtk: 0, checkpoint: 0 s}
"""
PATH = """
space: 2d
bodies:
  beam: {type: ancf_cable2d, E: 70 GPa, density: 2700 kg/m^3, width: 20 mm, mesh: {type: arc, from: [1, 0], centre: [0, -2], angle: 53.13 deg, elements: 24}}
joints:
  right: {type: revolute, a: {body: ground, at: [1, 0]}, b: beam.from}
  left: {type: revolute, a: {body: ground, at: BEGIN}, b: beam.to}
forces:
  load: {type: line_load, a: beam, value: 300 kN/m, direction: [0, -1]}
probes:
  y: {type: position, of: {body: beam, at: TOP}, component: y}
analysis: {type: static, path: arc_length, load_steps: 200, max_load: 1, max_points: 300}
output: {vtk: 0, checkpoint: 0 s}
"""
import math
R, phi0 = math.hypot(1, 2), math.atan2(2, 1)
end, top = phi0 + math.radians(53.13), phi0 + math.radians(53.13) / 2
PATH = PATH.replace("BEGIN", "[%.17g, %.17g]" % (R * math.cos(end), R * math.sin(end) - 2)).replace("TOP", "[%.17g, %.17g]" % (R * math.cos(top), R * math.sin(top) - 2))

for name, text in (("gear", GEAR), ("path", PATH)):
    file = model("resume_" + name, text)
    whole = run("whole_" + name, file, "--quiet")
    out = folder("killed_" + name)
    process = subprocess.Popen([GUDGEON, "run", "--force", file, "--out", out, "--quiet"], stderr=subprocess.DEVNULL, cwd=OUT, env=ENVIRONMENT)
    while process.poll() is None:
        if os.path.exists(os.path.join(out, "checkpoint.bin")) and len(text_of(out, "probes.csv").splitlines()) > 30:
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.002)
    code = process.wait()
    check(code == -signal.SIGKILL, f"{name}: killed on its way (code {code})")
    done = call(["run", "--resume", out, "--quiet"])
    check(done.returncode == 0, f"{name}: goes on ({done.stderr[-300:]})")
    for csv in ("probes.csv", "energy.csv"):
        check(text_of(out, csv) == text_of(whole, csv), f"{name}: {csv} is the same, byte by byte ({len(text_of(whole, csv).splitlines())} rows)")
finish()
