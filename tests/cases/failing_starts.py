#!/usr/bin/python3
# label: mpi
# timeout: 200
"""Assembly, initial values and statics that fail say which joint or body, and what was tried; what is drawn open and can be closed is
closed, with a warning that names the joint.

Models of issue 14, item 7 (tests/cases/models/open_joint*.yaml, assembly_moves.yaml), and more: loops that cannot close, drivers that contradict each
other, statics of free bodies and mechanisms, loads beyond a limit load whose value is known.
"""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import SOURCE, below, call, check, finish, folder, model

FOUR_BAR = """
space: 2d
bodies:
  crank: {{type: rigid_body, from: [0, 0], to: [0, 0.2], centre: [0.1, 0], mass: 1 kg, shape: rod}}
  coupler: {{type: rigid_body, from: [0, 0.2], to: [0.5, 0.4], centre: [0.25, 0], mass: 1 kg, shape: rod}}
  rocker: {{type: rigid_body, from: [{at}, 0], to: [{at}, 0.4], centre: [0.2, 0], mass: 1 kg, shape: rod}}
joints:
  A: {{type: revolute, a: ground, b: crank.from}}
  B: {{type: revolute, a: crank.to, b: coupler.from}}
  C: {{type: revolute, a: coupler.to, b: rocker.to}}
  D: {{type: revolute, a: {{body: ground, at: [{at}, 0]}}, b: rocker.from}}
analysis: {{end: 0.01 s}}
output: {{vtk: 0}}
"""
DRIVERS = """
space: 2d
bodies:
  arm: {{type: rigid_body, from: [0, 0], to: [1, 0], centre: [0.5, 0], mass: 1 kg, shape: rod}}
joints:
  pin: {{type: revolute, a: ground, b: arm.from}}
drivers:
  one: {{type: angle_driver, joint: pin, {one}}}
  two: {{type: angle_driver, a: ground, b: arm, {two}}}
analysis: {{end: 0.1 s}}
output: {{vtk: 0}}
"""
SPIN = """
bodies:
  wheel: {type: rigid_body, at: [0, 0, 1], mass: 1 kg, inertia: [0.1, 0.1, 0.1]}
  needle: {type: rigid_body, from: [0, 0, 0], to: [1, 0, 0], centre: [0.5, 0, 0], mass: 1 kg, inertia: [0, 0.1, 0.1]}
joints:
  ball: {type: spherical, a: ground, b: needle.from}
analysis: {end: 0.1 s}
output: {vtk: 0}
"""
LOOSE = """
space: 2d
gravity: [0, -9.81]
bodies:
  held: {type: point_mass, mass: 1 kg, at: [0, -1]}
  loose: {type: rigid_body, at: [1, 0], mass: 1 kg, inertia: 1}
forces:
  spring: {type: spring, a: ground, b: held, stiffness: 1e4 N/m}
analysis: {type: static}
output: {vtk: 0}
"""
MECHANISM = """
space: 2d
bodies:
  crank: {type: rigid_body, from: [0, 0], to: [0.1, 0], centre: [0.05, 0], mass: 1 kg, shape: rod}
  rod: {type: rigid_body, from: [0.1, 0], to: [0.4, 0], centre: [0.15, 0], mass: 1 kg, shape: rod}
joints:
  A: {type: revolute, a: ground, b: crank.from}
  B: {type: revolute, a: crank.to, b: rod.from}
forces:
  push: {type: force, a: rod.to, direction: [0, -1], value: 10 N}
analysis: {type: static}
output: {vtk: 0}
"""
# a rod of length 1 about the origin, a spring from its end to (0, 2): its moment is 200 sin(x) (1 - 0.5/d), d^2 = 5 - 4 cos(x)
LIMIT = """
space: 2d
bodies:
  rod: {{type: rigid_body, from: [0, 0], to: [0, 1], centre: [0.5, 0], mass: 1 kg, shape: rod}}
joints:
  hinge: {{type: revolute, a: ground, b: rod.from}}
forces:
  spring: {{type: spring, a: {{body: ground, at: [0, 2]}}, b: rod.to, stiffness: 100 N/m, length: 0.5 m}}
  turn: {{type: moment, a: rod, value: {moment} N m}}
analysis: {{type: static, load_steps: {steps}}}
output: {{vtk: 0}}
"""


def attempt(name, path, code, words, processes=1):
    """What is said; it has the words (regular expressions)."""
    done = call(["run", path, "--out", folder(name), "--quiet"], processes)
    check(done.returncode == code, f"{name}: exit code {done.returncode}, expected {code}")
    for word in words:
        check(re.search(word, done.stderr, re.M) is not None, f"{name}: says '{word}': {done.stderr.strip()[:300]}")
    return done.stderr


def kept(name):
    return os.path.join(SOURCE, "tests", "cases", "models", name + ".yaml")


def number(pattern, said):
    found = re.search(pattern, said)
    return float(found.group(1)) if found else math.nan


# drawn open, and closed by the assembly
attempt("open_joint", kept("open_joint"), 0, ["assembly moves body 'rod' by", "joint 'hinge' between 'ground' and 'rod' is open by 1$"])
attempt("open_joint_beam", kept("open_joint_beam"), 3,
        ["assembly turns or deforms body 'b' by", "joint 'h2' between 'ground' and 'b' is open by 1$", "largest constraint forces are at joint 'h"])
attempt("assembly_moves", kept("assembly_moves"), 0, ["assembly moves body 'b' by", "joint 'h' between 'ground' and 'b' is open by 0.3$"])
attempt("loop_closes", model("loop_closes", FOUR_BAR.format(at=0.9)), 0, ["the assembly [a-z ]* body '", "joint '[ABCD]' between"])

# a loop that cannot close: what is missing is shared by its four joints, and a little by rows inside of its bodies. 0.2 + 0.5385 + 0.4 m for 2 m
links = 0.2 + math.hypot(0.5, 0.2) + 0.4
for processes in (1, 2):
    said = attempt(f"loop_{processes}", model("loop", FOUR_BAR.format(at=2)), 2,
                   [r"joint '[ABCD]' between '\w+' and '\w+' stays open by", "as much '[ABC]', '[ABC]', '[BCD]'",
                    "tried: 50 Newton iterations from the drawing, [0-9]+ of them cut", "and [0-9]+ small ones"], processes)
    below(abs(number(r"stays open by ([0-9.e-]+)", said) - (2 - links) / 4), 0.01, "loop: a quarter of what is missing")

# drivers that contradict each other, in position and in speed
attempt("positions", model("positions", DRIVERS.format(one="position: 0", two="position: 1 rad")), 2,
        ["(driver 'two' between 'ground' and 'arm'|driver 'one').* stays open by", "tried: [0-9]+ Newton iterations from the drawing"])
attempt("speeds", model("speeds", DRIVERS.format(one="speed: 10 rpm", two="speed: 20 rpm")), 2,
        ["velocities that the drivers ask for contradict the constraints: driver '(one|two)' between 'ground' and 'arm' is off by"])

# a motion without inertia
for processes in (1, 2):
    attempt(f"spin_{processes}", model("spin", SPIN), 2,
            ["no consistent velocities and accelerations at the start: body 'needle' can move in a way that has no inertia"], processes)

# statics of what is free
TRIED = [r"tried: load in \d+ parts?, \d+ of them failed and were halved \(the last one from the drawing", r"\d+ Newton iterations in all"]
attempt("loose", model("loose", LOOSE), 2, ["beyond 0 of the loads: body 'loose' moves without resistance", *TRIED])
attempt("mechanism", model("mechanism", MECHANISM), 2, ["beyond 0 of the loads: body '(rod|crank)' moves without resistance", *TRIED])

# beyond a limit load: the part of the load that is carried is that of the largest moment of the spring, to the least part that is tried
most = max(200 * math.sin(x) * (1 - 0.5 / math.sqrt(5 - 4 * math.cos(x))) for x in (math.pi * i / 100000 for i in range(100000)))
for moment, steps in ((200, 1), (200, 10), (1000, 3)):
    label = f"limit_{moment}_{steps}"
    said = attempt(label, model(label, LIMIT.format(moment=moment, steps=steps)), 2,
                   ["body 'rod' moves on with every iteration", r"the last one from the equilibrium at 0\.", "a limit load"])
    below(abs(number(r"beyond ([0-9.e-]+) of the loads", said) - most / moment), 4e-4, f"{label}: part of the load, {most:.5g} N m")
attempt("below_limit", model("below_limit", LIMIT.format(moment=0.99 * most, steps=1)), 0, [])
finish()
