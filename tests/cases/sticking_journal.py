#!/usr/bin/python3
# label: fast
"""A journal in space that turns and is dropped into its bearing: both ends touch and stick at once, and along the axis their
friction forces are not determined. The motion is that of the planar joint, whose contact has the stiffness of both ends.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, check, finish, model, probes, run

JOINT = """clearance: 0.5 mm, bearing_radius: 10 mm, model: dry, friction: {law: coulomb, kinetic: 0.3}"""
PROBES = """probes:
  x: {type: position, of: disc, component: x}
  up: {type: position, of: disc, component: %s}
  stick: {type: output, name: pin, output: stick}
  impacts: {type: output, name: pin, output: impacts}
analysis: {end: 0.03 s, tolerance: 1e-9}
output: {sample: 1e-4 s, vtk: 0}
"""
plane = run("plane", model("plane", f"""space: 2d
gravity: [0, -9.81]
bodies:
  ground: {{points: {{O: [0, 0]}}}}
  disc: {{type: rigid_body, at: [0, 0], spin: -10, mass: 1 kg, inertia: 5e-5 kg m^2, shape: box, size: [10 mm, 10 mm]}}
joints:
  pin: {{type: revolute, a: ground.O, b: disc, {JOINT}}}
""" + PROBES % "y"), "--quiet")
space = run("space", model("space", f"""space: 3d
gravity: [0, 0, -9.81]
bodies:
  disc: {{type: rigid_body, at: [0, 0, 0], spin: [0, 10, 0], mass: 1 kg, inertia: [5e-5, 5e-5, 5e-5], shape: box,
         size: [10 mm, 10 mm, 10 mm]}}
joints:
  pin: {{type: cylindrical, a: ground, b: disc, axis: [0, 1, 0], reference: [0, 0, 1], length: 20 mm, {JOINT}}}
""" + PROBES % "z"), "--quiet")
a, b = probes(plane), probes(space)
check(a["impacts"][-1] >= 2 and b["impacts"][-1] == 2 * a["impacts"][-1],
      f"{a['impacts'][-1]:.0f} impacts in the plane, {b['impacts'][-1]:.0f} of both ends in space")
# a thousandth of the clearance: what two runs with this tolerance may differ by after two impacts (measured 4e-8 m)
for name in ("x", "up"):
    worst = max(abs(u - v) for u, v in zip(a[name], b[name]))
    below(worst, 1e-3 * 0.5e-3, f"{name} in space against the plane, m")
finish()
