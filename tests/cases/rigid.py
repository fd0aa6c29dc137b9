#!/usr/bin/python3
# label: study
"""Rigid contacts beside the rest of the program: interrupted and resumed, on two processes, bodies that rest on several corners, what
they cannot be combined with."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, call, check, difference, finish, folder, interrupt_at, model, probes, run, same_results, study, text_of

# ---- interrupted: the modes of rigid contacts are part of the checkpoint ----

words = ["run", study("rigid/woodpecker.yaml"), "--set", "tolerance=1e-9"]
whole, out = folder("whole"), folder("parts")
done = call([*words, "--out", whole, "--quiet"])
check(done.returncode == 0, f"woodpecker: exit code {done.returncode} {done.stderr}")
code, _ = interrupt_at(40, [*words, "--out", out])
check(code == 130, f"interrupted: {code}")
done = call(["run", "--resume", out, "--quiet"])
check(done.returncode == 0, f"resumed: {done.stderr}")
same_results(whole, out, "interrupted and resumed")

# ---- two processes: impulses are found from all of them ----

bounce = study("rigid/bounce.yaml")
one = probes(run("one", bounce, "--quiet", sets=["mu=0.02", "slip=1 m/s", "end=2 s"]))
two = probes(run("two", bounce, "--quiet", sets=["mu=0.02", "slip=1 m/s", "end=2 s"], processes=2))
worst, name = difference(one, two)
below(worst, 1e-9, f"one and two processes, {name}")

# ---- a box on two corners: falls flat, rocks, comes to rest; then pulled until it slides ----

BOX = """space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  box: {type: rigid_body, at: [0, 0.3], angle: TILT, mass: 2 kg, inertia: 0.05 kg m^2, points: {l: [-0.2, -0.1], r: [0.2, -0.1]}}
forces:
  l: {type: contact, a: ground, b: box.l, contact: {law: rigid, restitution: 0.3}, friction: {law: coulomb, kinetic: 0.2}}
  r: {type: contact, a: ground, b: box.r, contact: {law: rigid, restitution: 0.3}, friction: {law: coulomb, kinetic: 0.2}}
  pull: {type: force, a: box, direction: [1, 0], value: "4*max(0, t - 2)"}
probes:
  x: {type: position, of: box, component: x}
  v: {type: velocity, of: box, component: x}
  y: {type: position, of: box, component: y}
  angle: {type: angle, of: box}
  left: {type: output, name: l, output: force}
  right: {type: output, name: r, output: force}
analysis: {end: 4 s, tolerance: 1e-8}
output: {vtk: 0, sample: 10 ms, precision: 12}
"""
G = 9.81
for tilt in ("0", "5 deg"):
    out = run("box", model("box", BOX.replace("TILT", tilt)), "--quiet")
    got = probes(out)
    at = {round(t, 6): i for i, t in enumerate(got["t"])}
    i = at[2.0]
    below(abs(got["y"][i] - 0.1) + abs(got["angle"][i]), 1e-8, f"box, tilted by {tilt}: lies on both corners")
    below(abs(got["left"][i] + got["right"][i] - 2 * G), 1e-6, "they carry the weight")
    start = 2 + 0.2 * 2 * G / 4  # the pull reaches mu m g
    i = at[round(2 + 0.95 * (start - 2), 2)]
    below(abs(got["v"][i]), 1e-6, "it sticks below its bound, but for the creep")
    end = got["t"][-1]
    want = (2 * ((end - 2) ** 2 - (start - 2) ** 2) - 0.2 * 2 * G * (end - start)) / 2
    below(abs(got["v"][-1] - want), 1e-4, f"it slides from t = {start:.4f} s on: speed at the end, {want:.5f} m/s")
    tip = 0.1 * 0.2 * 2 * G  # moment of friction about the centre of mass
    below(abs(0.2 * (got["right"][-1] - got["left"][-1]) - tip), 1e-5, "friction loads the leading corner by mu m g h/b")
    log = text_of(out, "run.log").split("--- end of model file")[1]
    check("warning" not in log, "without a warning")

# ---- where it cannot be ----

for name, text, word in (
        ("static", BOX.replace("TILT", "0").replace("end: 4 s", "type: static"), "dynamic analysis"),
        ("start", BOX.replace("TILT", "0").replace("end: 4 s", "end: 4 s, start: static"), "dynamic analysis"),
        ("overlap", BOX.replace("TILT", "0").replace("at: [0, 0.3]", "at: [0, 0.05]"), "overlap by 0.05 m")):
    done = call(["run", model(name, text), "--out", folder(name)])
    check(done.returncode == 2 and word in done.stderr, f"{name}: exit code {done.returncode}, {done.stderr.strip()[-120:]}")
finish()
