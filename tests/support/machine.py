"""A slider-crank that can be run in many ways: the model of the tests that interrupt runs."""
import math

TEXT = """
title: "a machine to be interrupted"
space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  ground: {{points: {{O: [0, 0]}}}}
  crank: {{type: rigid_body, from: [0, 0], to: [{pin}], centre: [20 mm, 0], mass: 0.3 kg, inertia: 1e-4 kg m^2,
          shape: rod, radius: 6 mm}}
  rod: {{type: rigid_body, from: [{pin}], to: [{end_x}, 0], centre: [60 mm, 0], mass: 0.21 kg,
        inertia: 2.5e-4 kg m^2, shape: rod, radius: 5 mm}}
  slider: {{type: rigid_body, at: [{end_x}, 0], mass: 0.14 kg, inertia: 1e-4 kg m^2, shape: box, size: [40 mm, 30 mm]}}
joints:
  pivot: {{type: revolute, a: ground.O, b: crank.from}}
  crank_pin: {{type: revolute, a: crank.to, b: rod.from}}
  pin: {{type: revolute, a: rod.to, b: slider}}
  guide: {{type: prismatic, a: ground.O, b: slider, axis: [1, 0]}}
{drive}
forces:
  coil: {{type: torsion_spring, a: ground.O, b: crank.from, stiffness: 0.002 N m, damping: 1e-4 N m s}}
  gate: {{type: plane_sensor, a: slider, point: [0.1, 0], normal: [1, 0]}}
probes:
  slider_x: {{type: position, of: slider, component: x}}
  slider_a: {{type: acceleration, of: slider, component: x}}
  pin_force: {{type: joint_force, name: pin}}
  crank_angle: {{type: angle, of: crank}}
  coil: {{type: output, name: coil, output: angle}}
  crossings: {{type: output, name: gate, output: crossings}}
  crossed: {{type: output, name: gate, output: last_time}}
analysis: {{end: {end}, {analysis}}}
output: {{sample: {sample}, vtk: {vtk}, checkpoint: {checkpoint}}}
"""

DRIVEN = """drivers:
  drive: {type: angle_driver, joint: pivot, speed: 30 + 20*sin(5*t)}"""
FREE = ""  # the crank is turned by a moment


BENT = 0.03 + math.sqrt(0.12 ** 2 - 0.04 ** 2)  # place of the slider when the crank pin is at (30, 40) mm


def machine(drive=DRIVEN, end="1 s", analysis="step: 2e-5 s", sample="1e-3 s", vtk="0.1 s", checkpoint="60 s",
            bent=False):
    pin, end_x = ("30 mm, 40 mm", repr(BENT)) if bent else ("50 mm, 0", "170 mm")
    return TEXT.format(drive=drive, end=end, analysis=analysis, sample=sample, vtk=vtk, checkpoint=checkpoint,
                       pin=pin, end_x=end_x)
