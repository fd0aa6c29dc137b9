#!/usr/bin/python3
# label: mpi
"""Plates with many joint rows, Krylov against direct: 1000 pendulums pinned to a plate (2000 rows of joints, 1000 inside the bodies),
and 200 beams pinned to it at both ends (chains that are eliminated before multigrid). Fewer of them on two processes.

What would break it: a projection that is not exact, a weight of the augmentation that misses light bodies between heavy ones, a component
of beams that is lost from the condensed matrix, an interface unknown of another process."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, check, difference, finish, model, probes, run, text_of

HEAD = """
space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {solver: {default: direct, choices: [direct, krylov]}}
bodies:
  plate: {type: quad4, mesh: {type: rectangle, size: [1 m, 0.5 m], nx: 60, ny: 30}, E: 2e11 Pa, nu: 0.3, density: 7800 kg/m^3, thickness: 10 mm}
"""
TAIL = """
  wall: {type: clamp, a: ground, b: plate.left}
forces:
  pull: {type: force, a: plate.top_right, value: 5e3 N, direction: [2, -5]}
probes:
  tip_v: {type: velocity, of: plate.top_right, component: y}
  corner: {type: position, of: plate.top_right, from: plate.bottom_left, component: y}
  last: {type: joint_force, name: a$LAST}
  sixth_last: {type: joint_force, name: a$SIXTH}
analysis: {end: 0.2 ms, step: 2e-5 s, linear_solver: $solver, newton: 1e-13}
output: {sample: 2e-5 s, vtk: 0}
"""
PENDULUM = "from: [{x:.6f}, {y:.6f}], to: [{x:.6f}, {y:.6f} - 0.01], centre: [{x:.6f}, {y:.6f} - 0.005], mass: 0.02 kg, inertia: 1e-6 kg m^2"
BEAM = ("mesh: {{type: line, from: [{x:.6f}, {y:.6f}], to: [{x:.6f} + 0.02, {y:.6f} + 0.03], elements: 4}}, E: 2e11 Pa, nu: 0.3, "
        "density: 7800 kg/m^3, section: square, width: 2 mm")


def plate(name, columns, rows, body, ends):
    """`body` at every place of a grid, pinned to the plate at its ends: (point, dx, dy)"""
    places = [(0.03 + 0.9 * i / (columns - 1), 0.03 + 0.4 * j / (rows - 1)) for i in range(columns) for j in range(rows)]
    bodies = "".join(f"  b{k}: {{{body.format(x=x, y=y)}}}\n" for k, (x, y) in enumerate(places))
    pin = "  {}{}: {{type: revolute, a: {{body: plate, at: [{:.6f}, {:.6f}]}}, b: b{}.{}}}\n"
    joints = "".join(pin.format("ab"[n], k, x + dx, y + dy, k, point) for k, (x, y) in enumerate(places)
                     for n, (point, dx, dy) in enumerate(ends))
    # forces near the load: those far away are small before its waves arrive, and mostly round-off of larger ones
    tail = TAIL.replace("$LAST", str(len(places) - 1)).replace("$SIXTH", str(len(places) - 6))
    return model(name, HEAD + bodies + "joints:\n" + joints.rstrip("\n") + tail)


def compare(name, path, processes, rows):
    direct = run(name + "_direct", path, "--quiet", sets=["solver=direct"])
    other = run(name + "_krylov", path, "--quiet", sets=["solver=krylov"], processes=processes)
    log = text_of(other, "run.log")
    check(f"linear solver: steps krylov (cg, gamg, {rows} rows apart" in log, f"{name}: run.log says krylov with {rows} rows")
    worst, column = difference(probes(direct), probes(other))
    below(worst, 1e-8, f"{name}, krylov on {processes} processes: probes relative to their peaks ({column})")


PINS, BOTH = [("from", 0, 0)], [("from", 0, 0), ("to", 0.02, 0.03)]
for pendulums, beams, processes in (((50, 20), (20, 10), 1), ((10, 5), (10, 4), 2)):
    n, m = pendulums[0] * pendulums[1], beams[0] * beams[1]
    compare(f"pendulums_{n}", plate(f"pendulums_{n}", *pendulums, "type: rigid_body, " + PENDULUM, PINS), processes, 3 * n)
    compare(f"beams_{m}", plate(f"beams_{m}", *beams, "type: ancf_beam2d, " + BEAM, BOTH), processes, 4 * m)
finish()
