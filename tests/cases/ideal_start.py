#!/usr/bin/python3
# label: fast
# timeout: 600
"""`initial: kinematic`: velocities at the start are those of the ideal machine, without a velocity in the model: a slider-crank drawn at 40
degrees, whose rod is flexible and whose gudgeon pin has clearance and oil, driven, or free with the spin of its crank alone; a slider
between the two surfaces of a guide. Compared with the kinematics of the rigid slider-crank in closed form.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, finish, model, probes, run

R, L, W, A = 0.05, 0.12, 100.0, math.radians(40)
B = -math.asin(R * math.sin(A) / L)  # angle of the rod
WB = -R * W * math.cos(A) / (L * math.cos(B))
SLIDER_V = -R * W * math.sin(A) - L * WB * math.sin(B)
MIDDLE = (-R * W * math.sin(A) - 0.5 * L * WB * math.sin(B), R * W * math.cos(A) + 0.5 * L * WB * math.cos(B))

TEXT = f"""space: 2d
bodies:
  crank: {{type: rigid_body, from: [0, 0], to: [{R * math.cos(A)!r}, {R * math.sin(A)!r}], mass: 1 kg, inertia: 1e-3 kg m^2SPIN}}
  rod: {{type: ancf_beam2d, at: [{R * math.cos(A)!r}, {R * math.sin(A)!r}], angle: {B!r} rad, mesh: {{type: line, from: [0, 0], to: [{L!r} m, 0], elements: 4}},
        E: 200 GPa, nu: 0.3, density: 7800 kg/m^3, section: square, width: 15 mm}}
  slider: {{type: rigid_body, at: [{R * math.cos(A) + L * math.cos(B)!r}, 0], mass: 1 kg, inertia: 1e-3 kg m^2, points: {{p: [0.02, -0.02], q: [-0.02, -0.02], r: [0.02, 0.02], s: [-0.02, 0.02]}}}}
joints:
  pivot: {{type: revolute, a: ground, b: crank.from}}
  crank_pin: {{type: revolute, a: crank.to, b: rod.from}}
  pin: {{type: revolute, model: lubricated, a: slider, b: rod.to, clearance: 0.1 mm, journal_radius: 10 mm, length: 20 mm, film: {{model: short, viscosity: 0.1 Pa s}}}}
GUIDE
DRIVER
probes:
  slider_v: {{type: velocity, of: slider, component: x}}
  slider_w: {{type: angular_velocity, of: slider}}
  middle_x: {{type: velocity, of: {{body: rod, at: [{R * math.cos(A) + 0.5 * L * math.cos(B)!r}, {R * math.sin(A) + 0.5 * L * math.sin(B)!r}]}}, component: x}}
  middle_y: {{type: velocity, of: {{body: rod, at: [{R * math.cos(A) + 0.5 * L * math.cos(B)!r}, {R * math.sin(A) + 0.5 * L * math.sin(B)!r}]}}, component: y}}
  end_x: {{type: velocity, of: rod.to, component: x}}
  end_y: {{type: velocity, of: rod.to, component: y}}
analysis: {{initial: kinematic, end: 1e-5 s}}
output: {{vtk: 0}}
"""
DRIVER = f"drivers: {{drive: {{type: angle_driver, joint: pivot, speed: {W!r} rad/s}}}}"
IDEAL = "  guide: {type: prismatic, a: ground, b: slider, axis: [1, 0]}"
CHANNEL = "forces:\n  guide: {type: guide, a: ground, b: [slider.p, slider.q, slider.r, slider.s], lower: -20.1 mm, upper: 20.1 mm, contact: {law: kelvin_voigt, stiffness: 1e7, damping: 100}}"
for name, guide, driver, spin in (("driven", IDEAL, DRIVER, ""), ("free", IDEAL, "", f", spin: {W!r}"), ("channel", CHANNEL, DRIVER, "")):
    out = run(name, model(name, TEXT.replace("GUIDE", guide).replace("DRIVER", driver).replace("SPIN", spin)), "--quiet")
    first = {key: values[0] for key, values in probes(out).items()}
    want = {"slider_v": SLIDER_V, "slider_w": 0, "middle_x": MIDDLE[0], "middle_y": MIDDLE[1], "end_x": SLIDER_V, "end_y": 0}
    worst = max(abs(first[key] - value) for key, value in want.items())
    below(worst / (R * W), 1e-8, f"{name}: slider at {first['slider_v']:.6g} m/s, expected {SLIDER_V:.6g}; largest difference of {len(want)} velocities")
finish()
