#!/usr/bin/python3
# label: fast
"""A result that cannot be trusted says so: energy residues are warned of where nothing dissipates, too (attack F9), and friction of
Karnopp's law stops a body at any v0 (F10). A flywheel at fixed step is stable in the stabilised form (docs/analyses.md).
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, check, finish, folder, call, model, probes, text_of

WALL = """
space: 2d
gravity: [0, -9.81]
bodies:
  ball: {{type: point_mass, mass: 1 kg, at: [0, {y}], velocity: [{v}, 0]}}
forces:
  wall: {{type: contact, a: ground, b: ball, contact: {{{contact}}}, friction: {{{friction}}}}}
probes:
  vx: {{type: velocity, of: ball, component: x}}
  x: {{type: position, of: ball, component: x}}
analysis: {{end: 0.5 s}}
output: {{vtk: 0}}
"""
WHEEL = """
space: 2d
bodies:
  wheel: {{type: rigid_body, at: [0, 0], mass: 1 kg, inertia: 1e-3 kg m^2, spin: {w}}}
joints:
  pin: {{type: revolute, a: ground, b: wheel}}
probes:
  speed: {{type: angular_velocity, of: wheel}}
analysis: {{end: {end} s, step: {h} s, {more}}}
output: {{vtk: 0}}
"""


def run(name, text):
    out = folder(name)
    done = call(["run", model(name, text), "--out", out, "--quiet"])
    log = text_of(out, "run.log")
    for line in log.splitlines():
        if "cannot be trusted" in line and done.returncode == 0:
            check(line in done.stderr, f"{name}: without a summary the warning is on the terminal, too")
    return done.returncode, log, probes(out)


code, log, got = run("stiff", WALL.format(y=0.1, v=0, contact="law: kelvin_voigt, restitution: 0.9, stiffness: 1e25", friction="law: coulomb, kinetic: 0"))
check(code != 0 or "cannot be trusted" in log, "a wall of 1e25 N/m: the residue is warned of")
code, log, got = run("sound", WALL.format(y=0.1, v=0, contact="law: kelvin_voigt, restitution: 0.9, stiffness: 1e6", friction="law: coulomb, kinetic: 0"))
check(code == 0 and "cannot be trusted" not in log, "a wall of 1e6 N/m: no warning")

code, log, got = run("plain", WHEEL.format(w=1000, h=1.7e-4, end=0.1, more="stabilisation: none, rho: 0.8, method: generalized_alpha"))
check(code == 3 or "cannot be trusted" in log, f"plain index 3, omega h = 0.17: exit code {code}, or warned of")
for rho, wh, loss in ((0.8, 0.02, 5e-7), (0.8, 0.16, 2e-3), (0.8, 0.5, 0.1), (0.99, 0.16, 2e-5), (0.99, 0.5, 1e-3), (1, 0.5, 1e-4)):
    code, log, got = run("wheel", WHEEL.format(w=100, h=wh / 100, end=10 * wh, more=f"rho: {rho}"))
    check(code == 0 and ("cannot be trusted" in log) == (loss > 0.05), f"wheel, rho {rho}, omega h = {wh}: warned of only if much is lost")
    below(max(abs(x / 100 - 1) for x in got["speed"]), loss, f"wheel, rho {rho}, omega h = {wh}: change of speed over 1000 steps")

for v0 in ("1e-3", "1e-6", "1e-10", "1e-12", "1e-15", "1e-20"):
    code, log, got = run("karnopp", WALL.format(y=0, v=1, contact="law: lankarani_nikravesh, restitution: 0.9, stiffness: 1e8", friction=f"law: karnopp, kinetic: 0.3, v0: {v0} m/s"))
    below(abs(got["vx"][-1]), 1.01 * float(v0), f"karnopp, v0 = {v0}: the body rests, m/s")
    # v^2/(2 mu g), less what the contact takes to settle to its static penetration: friction of the bounce averages to mu g
    below(abs(got["x"][-1] - 1 / (2 * 0.3 * 9.81)), 2e-3, f"karnopp, v0 = {v0}: stopping distance, m")
finish()
