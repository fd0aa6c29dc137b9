"""A mass on linear springs in x and y, a crank beside it: the model of the tests of sections, sweeps and plots.

x'' + 2 zeta w x' + w^2 x = force cos(W t), y'' + 2 zeta w y' + (1.5 w)^2 y = 0, from x = y = 0 with speeds 0.5 and
0.6 m/s; the crank turns with `speed`."""

TEXT = """
title: "oscillator"
space: 2d
parameters:
  w: 2*pi*1 Hz
  zeta: 0
  force: 0 N
  W: 3.7 rad/s
  clearance: 0.12 m
  end: 10 s
  step: 5 ms
bodies:
  mass: {{type: point_mass, at: [0, 0], velocity: [0.5, 0.6], mass: 1 kg}}
  crank: {{type: rigid_body2d, from: [0, 0], to: [0.1, 0], mass: 1 kg, inertia: 1e-3 kg m^2}}
joints:
  pivot: {{type: revolute, a: ground, b: crank.from}}
drivers:
  motor: {{type: angle_driver, joint: pivot, speed: {speed}}}
forces:
  spring: {{type: bushing, a: ground, b: mass, stiffness: [w^2*1 kg, 2.25*w^2*1 kg, 0],
           damping: [2*zeta*w*1 kg, 2*zeta*w*1 kg, 0]}}
  push: {{type: force, a: mass, value: force*cos(W*t), direction: [1, 0]}}
probes:
  x: {{type: position, of: mass, component: x}}
  y: {{type: position, of: mass, component: y}}
  vx: {{type: velocity, of: mass, component: x}}
  turn: {{type: angle, of: crank}}
  pull: {{type: output, name: spring, output: force_1}}
{section}
analysis: {{end: end, step: step, rho: 1, stabilisation: projection, {analysis}}}
output: {{vtk: 0, sample: {sample}}}
"""


def oscillator(section="", speed="2 rad/s", analysis="initial: assemble", sample="20 ms"):
    return TEXT.format(section=section, speed=speed, analysis=analysis, sample=sample)
