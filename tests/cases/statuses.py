#!/usr/bin/python3
# label: fast
"""No status of a kernel is dropped: a force or element without a value ends every analysis, with its name and the reason, exit code 2 at
the start and 3 on the way; what was computed before is there. Limits of a film's grid are checked when the file is read.

Models of issue 14: a journal driven through the wall of its bearing gave -1.2e37 N, then 0, with exit code 0.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import call, check, finish, folder, model, probes

WALL = """
space: 2d
bodies:
  shaft: {{type: rigid_body, at: [{at}, 0], mass: 1 kg, inertia: 1 kg m^2, velocity: [0.1, 0]}}
joints:
  rail: {{type: prismatic, a: ground, b: shaft, axis: [1, 0]}}
  film: {{type: revolute, model: lubricated, a: ground, b: shaft, clearance: 5e-5 m, journal_radius: 25 mm, length: 10 mm, film: {{model: {film}, viscosity: 0.05}}}}
drivers:
  push: {{type: displacement_driver, joint: rail, speed: 0.1}}
probes:
  x: {{type: position, of: shaft, component: x}}
  f: {{type: joint_force, name: film, component: x}}
analysis: {{{analysis}}}
output: {{vtk: 0, sample: 1e-4 s}}
"""
GRID = """
space: 2d
bodies:
  shaft: {{type: rigid_body, at: [3e-5, 0], mass: 1 kg, inertia: 1 kg m^2, spin: 100}}
joints:
  hold: {{type: revolute, a: {{body: ground, at: [3e-5, 0]}}, b: shaft}}
  film: {{type: revolute, model: lubricated, a: ground, b: shaft, clearance: 5e-5 m, journal_radius: 25 mm, length: 50 mm, film: {{model: reynolds, viscosity: 0.05, cavitation: reynolds, nx: {nx}, ny: {ny}}}}}
drivers:
  motor: {{type: angle_driver, joint: hold, speed: 100}}
probes:
  f: {{type: joint_force, name: film}}
analysis: {{type: kinematic, end: 2e-4 s, step: 1e-4 s}}
output: {{vtk: 0}}
"""
# one row of cells, all upper nodes clamped: MUMPS runs out of the memory that it had estimated, which is no singular matrix
STRIP = """
space: 2d
gravity: [0, -9.81]
bodies:
  strip: {type: quad4, E: 1 GPa, density: 1000 kg/m^3, thickness: 1 cm, mesh: {type: rectangle, size: [4, 0.01], nx: 4000, ny: 1}}
joints:
  glue: {type: clamp, a: ground, b: strip.top}
probes:
  y: {type: position, of: strip.bottom_left, component: y}
analysis: {end: 2e-6 s, step: 1e-6 s}
output: {vtk: 0}
"""


def run(name, text):
    out = folder(name)
    done = call(["run", model(name, text), "--out", out, "--quiet"])
    return done.returncode, done.stderr.strip(), out


for film in ("short", "long", "reynolds"):
    for analysis in ("type: kinematic, end: 1e-3 s, step: 1e-4 s", "end: 1e-3 s, step: 1e-4 s", "end: 1e-3 s"):
        label = f"{film}_{'kinematic' if 'kinematic' in analysis else 'fixed' if 'step' in analysis else 'adaptive'}"
        code, said, out = run(label, WALL.format(at=0, film=film, analysis=analysis))
        check(code == 3 and "joint 'film': there is no film" in said, f"{label}: exit code {code}: {said[-200:]}")
        got = probes(out)
        check(got["t"][-1] >= 3e-4 and got["x"][-1] < 5e-5, f"{label}: results up to x = {got['x'][-1]:.4g} m")
        check(max(abs(x) for x in got["f"]) < 1e15, f"{label}: largest force {max(abs(x) for x in got['f']):.3g} N")
for analysis in ("type: kinematic, end: 1e-3 s", "end: 1e-3 s", "type: static", "type: modes, num_modes: 1"):
    text = WALL.format(at="5e-5", film="short", analysis=analysis)
    if "kinematic" not in analysis:
        text = text[:text.index("drivers:")] + text[text.index("probes:"):]
    else:
        text = text.replace("speed: 0.1}", "position: 5e-5 + 0.1*t}")
    code, said, out = run("start", text)
    check(code == 2 and "joint 'film': there is no film" in said, f"{analysis}: at the start, exit code {code}: {said[-200:]}")

force = {}
for nx, ny in ((120, 20), (120, 24), (120, 60)):
    code, said, out = run(f"grid_{nx}_{ny}", GRID.format(nx=nx, ny=ny))
    force[ny] = probes(out)["f"][-1] if code == 0 else math.nan
    check(code == 0 and abs(force[ny] / force[20] - 1) < 2e-3, f"{nx} x {ny} cells: {force[ny]:.6g} N {said[-200:]}")
for nx, ny in ((120, 24000), (100000, 24), (3, 3)):
    code, said, out = run(f"grid_{nx}_{ny}", GRID.format(nx=nx, ny=ny))
    check(code == 2 and "joint 'film'" in said and " must be " in said, f"{nx} x {ny} cells: exit code {code}: {said}")

code, said, out = run("strip", STRIP)
log = open(os.path.join(out, "run.log"), encoding="utf-8").read()
check(code == 0 and "mumps" in log, f"8000 clamped coordinates by MUMPS: exit code {code}: {said[-200:]}")
if code == 0:
    fall = -0.5 * 1.5 * 9.81 * 4e-12  # of one row of cells with half of their weight and a third of their mass (consistent) at the lower edge
    fallen = probes(out)["y"][-1]  # less by w^2 t^2/12 = 1 %, since it is elastic
    check(abs(fallen / fall - 1) < 0.03, f"its lower edge falls by {fallen:.4g} m, {fall:.4g} m")
finish()
