#!/usr/bin/env python3
# label: study
# timeout: 600
"""Supply pressure of a groove as a function of time and of the state (film.supply).
1. A journal that is held: at each instant the force is that of a film with this pressure as a constant.
2. A valve: the pressure rises with the place of the journal. The journal comes to rest where a constant pressure of that height holds it
   (that the tangent knows the derivative by the pressure is proven in t405)."""
import math
from common import Report, simulate

rep = Report("film_supply")
MODEL = """
title: groove fed by a function
space: 2d
parameters: {supply: {default: 0 Pa}}
bodies:
  journal: {type: rigid_body, at: [4e-6 m, -12e-6 m], mass: 1 kg, inertia: 1e-3 kg m^2, spin: 100 rad/s}
JOINTS
probes:
  x: {type: position, of: journal, component: x}
  y: {type: position, of: journal, component: y}
  spin: {type: angular_velocity, of: journal}
  force: {type: output, name: bearing, output: film_force}
  oil: {type: output, name: bearing, output: film_supplied}
ANALYSIS
output: {sample: 1e-3 s, vtk: 0}
"""
BEARING = """  bearing: {type: revolute, model: lubricated, a: ground, b: journal, journal_radius: 20 mm, clearance: 30e-6 m, length: 20 mm,
    film: {model: reynolds, viscosity: 0.01 Pa s, cavitation: reynolds, nx: 80, ny: 8, supply: SUPPLY, groove_angle: 90 deg, groove_width: 15 deg, groove_length: 12 mm}}
"""


def text(supply, held):
    joints = "joints:\n" + BEARING.replace("SUPPLY", supply)
    if held:
        joints += """  along: {type: prismatic, a: ground, b: slide, axis: [1, 0]}
  pivot: {type: revolute, a: slide, b: journal}
drivers:
  stay: {type: displacement_driver, joint: along, position: 0}
  turn: {type: angle_driver, joint: pivot, speed: 100 rad/s}
"""
        model = MODEL.replace("bodies:", "bodies:\n  slide: {type: rigid_body, at: [4e-6 m, -12e-6 m], mass: 1 kg, inertia: 1e-3 kg m^2}")
        return model.replace("JOINTS", joints).replace("ANALYSIS", "analysis: {type: kinematic, end: 0.01 s}")
    joints += "forces:\n  load: {type: force, a: journal, direction: [0, -1], value: 300 N}\n"
    return MODEL.replace("JOINTS", joints).replace("ANALYSIS", "analysis: {end: 0.3 s, method: radau, tolerance: 1e-9}")


moving = simulate(text("(200 kPa)*(1 + 0.9*sin(628.3185307179586*t/(1 s)))", 1), "supply_of_time", {})
for k in (0, 2, 3, 7):
    p = 2e5 * (1 + 0.9 * math.sin(628.3185307179586 * moving.t[k]))
    still = simulate(text("%.17g Pa" % p, 1), "supply_constant_%d" % k, {})
    rep.below("supply of time, at t = %g s: force" % moving.t[k], "constant supply", abs(moving["force"][k] / still["force"][k] - 1), 1e-9)
    rep.below("supply of time, at t = %g s: oil" % moving.t[k], "constant supply", abs(moving["oil"][k] / still["oil"][k] - 1), 1e-9)
rep.true("the supply matters", max(moving["force"]) > 1.05 * min(moving["force"]), "5 % of the force", (min(moving["force"]), max(moving["force"])))

valve = simulate(text("(500 kPa)*(1 + 0.5*(y/(30e-6 m))^2)", 0), "supply_of_state", {})
end = 5e5 * (1 + 0.5 * (valve["y"][-1] / 30e-6) ** 2)
still = simulate(text("%.17g Pa" % end, 0), "supply_of_its_end", {})
rep.below("valve: where the journal rests (c)", "constant supply", math.hypot(valve["x"][-1] - still["x"][-1], valve["y"][-1] - still["y"][-1]) / 30e-6, 1e-5)
rep.done()
