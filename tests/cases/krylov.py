#!/usr/bin/python3
# label: mpi
"""Krylov solvers against direct ones, on one process and on two: a clamped plate, a mechanism whose rod is a plate with a
bore (rows over many nodes, massless coordinates of the average, rigid bodies, a driver), statics.

What would break it: a weight of the rows that does not fit, an accuracy of the linear solves that Newton cannot make up
for, a part of the matrix that is lost between processes."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import OUT, below, check, difference, energy, finish, model, probes, run, text_of

# (a clamped plate of 40 x 40 quadrilaterals let go: bending waves, first mode about 800 Hz)
PLATE = """
space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {solver: {default: direct, choices: [direct, krylov]}, type: {default: dynamic, choices: [dynamic, static]}}
bodies:
  plate: {type: quad4, mesh: {type: rectangle, size: [1 m, 0.5 m], nx: 40, ny: 40}, E: 2e11 Pa, nu: 0.3, density: 7800 kg/m^3, thickness: 10 mm}
joints:
  wall: {type: clamp, a: ground, b: plate.left}
forces:
  pull: {type: force, a: plate.top_right, value: 5e4 N, direction: [2, -5]}
probes:
  tip_v: {type: velocity, of: plate.top_right, component: y}
  tip_a: {type: acceleration, of: plate.bottom_right, component: x}
  corner: {type: position, of: plate.top_right, from: plate.bottom_left, component: y}
analysis: {type: $type, end: 1 ms, step: 2e-5 s, linear_solver: $solver, newton: 1e-12}
output: {sample: 1e-4 s, vtk: 0}
"""
# (an elastic block on a guide, pulled until its nodes let go one after another: forces with unknowns, modes that change)
SLIDER = """
space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {solver: {default: direct, choices: [direct, krylov]}}
bodies:
  slider: {type: quad4, mesh: {type: rectangle, size: [0.6 m, 0.3 m], nx: 40, ny: 20}, E: 1e4 Pa, nu: 0.3, density: 5 kg/m^3, strain: linear, mass: lumped, beta: 0.05}
forces:
  guide: {type: guide, a: ground, b: slider.bottom, lower: 0, stiffness: per_length, contact: {law: kelvin_voigt, stiffness: 1e4, damping: 1e3}, friction: {law: coulomb, kinetic: 0.3, static: 0.4}}
  pull: {type: force, a: {body: slider, at: [0.6 m, 0.15 m]}, value: 100*t, direction: [1, 0]}
probes:
  x: {type: position, of: slider.bottom_right, component: x}
  v: {type: velocity, of: slider.bottom_left, component: x}
  normal: {type: output, name: guide, output: normal}
  friction: {type: output, name: guide, output: friction}
  sticking: {type: output, name: guide, output: stick}
analysis: {end: 40 ms, step: 5e-4 s, rho: 0.3, transitions: within_step, linear_solver: $solver, newton: 1e-12}
output: {sample: 1e-3 s, vtk: 0, values: raw}
"""
ROD = """
space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {solver: {default: direct, choices: [direct, krylov]}}
bodies:
  crank: {type: rigid_body, from: [0, 0], to: [0.1 m, 0], centre: [0.05 m, 0], mass: 1 kg, inertia: 1e-3 kg m^2, spin: 100}
  rod: {type: quad4, at: [0.1 m, 0], mesh: {type: rectangle_with_hole, corner: [-0.05 m, -0.04 m], size: [0.4 m, 0.08 m], centre: [0, 0], radius: 20 mm, nx: 24, ny: 8, radial: 6}, E: 2e9 Pa, nu: 0.3, density: 2700 kg/m^3, thickness: 10 mm, velocity: [0, 10 m/s]}
joints:
  pivot: {type: revolute, a: ground, b: crank.from}
  pin: {type: revolute, a: crank.to, b: rod.bore}
drivers:
  drive: {type: angle_driver, joint: pivot, speed: 100}
probes:
  end_x: {type: position, of: rod.top_right, component: x}
  end_v: {type: velocity, of: rod.top_right, component: y}
  pin_force: {type: joint_force, name: pin}
  moment: {type: driver, name: drive}
analysis: {end: 2 ms, step: 2e-5 s, linear_solver: $solver, newton: 1e-12}
output: {sample: 1e-4 s, vtk: 0}
"""


def kind(out):
    return text_of(out, "run.log").split("linear solver: steps ")[1].split()[0]


def compare(name, path, sets=(), columns=None):
    """All ways against the direct solver on one process. Newton leaves 1e-12 of the displacement of a step, as a mean over
    some 3000 coordinates (one of them may have sqrt(3000) times that), in each of 50 to 100 steps: some 5e-9 of peaks."""
    direct = run(name + "_direct", path, "--quiet", sets=[*sets, "solver=direct"])
    check(kind(direct) == "direct", f"{name}: run.log says direct")
    for n in (1, 2):
        other = run(f"{name}_krylov_{n}", path, "--quiet", sets=[*sets, "solver=krylov"], processes=n)
        check(kind(other) == "krylov", f"{name}, {n} processes: run.log says krylov")
        worst, column = difference(probes(direct), probes(other), columns)
        below(worst, 1e-8, f"{name}, krylov on {n} processes: probes relative to their peaks ({column})")
        a, b = energy(direct), energy(other)
        peak = max(max(map(abs, a[c])) for c in a if c != "t")
        worst, column = difference(a, b, [c for c in a if c != "t"], peak)
        below(worst, 1e-8, f"{name}, krylov on {n} processes: energies relative to the largest ({column})")


plate = model("plate", PLATE)
compare("plate", plate)
compare("plate_static", plate, ["type=static"], ["corner"])  # at rest the others are round-off
compare("rod", model("rod", ROD))
compare("slider", model("slider", SLIDER))
stick = probes(os.path.join(OUT, "slider_direct"))["sticking"]
check(max(stick) > 30 and min(stick[len(stick) // 2:]) == 0, f"slider: {max(stick):.0f} nodes have stuck, in the end none")
finish()
