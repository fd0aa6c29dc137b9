#!/usr/bin/env python3
# label: study
# timeout: 600
"""Openings of a film (film.openings): supply pressure as a function of time and of the state, openings in the journal.
1. A journal that is held: at each instant the force is that of a film with this pressure as a constant.
2. A valve: the pressure rises with the place of the journal. The journal comes to rest where a constant pressure of that height holds it
   (that the tangent knows the derivative by the pressure is proven in t405).
3. A hole and a groove in a journal that turns: whenever it has turned by whole cells, force, oil of each opening and place of the largest pressure are
   those of a film with the same openings in the bearing at that angle. The film has no memory: this is another way to the same numbers."""
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
    film: {model: reynolds, viscosity: 0.01 Pa s, cavitation: reynolds, nx: 80, ny: 8, OPENINGS}}
"""


GROOVE = "openings: [{on: bearing, supply: SUPPLY, angle: 90 deg, width: 15 deg, length: 12 mm}]"


def text(supply, held, openings=GROOVE):
    joints = "joints:\n" + BEARING.replace("OPENINGS", openings).replace("SUPPLY", supply)
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
BOTH = "openings: [{on: BODY, supply: 200 kPa, angle: %r, at: -3 mm, diameter: 2.5 mm}, {on: BODY, supply: 50 kPa, angle: %r, at: 2 mm, width: 0.6, length: 9 mm}]"
EXTRA = """  first: {type: output, name: bearing, output: film_supplied_1}
  second: {type: output, name: bearing, output: film_supplied_2}
  sides: {type: output, name: bearing, output: film_flow}
  peak: {type: output, name: bearing, output: film_pressure_angle}
  torque: {type: output, name: bearing, output: film_torque}
"""
cell = 2 * math.pi / 80
for cavitation in ("reynolds", "guembel"):
    def model(body, turned):
        t = text("0 Pa", 1, BOTH.replace("BODY", body) % (0.3 + turned, 2.2 + turned)).replace("ANALYSIS", "").replace("end: 0.01 s", "end: %r s" % (8 * cell / 100))
        t = t.replace("analysis:", EXTRA + "analysis:").replace("sample: 1e-3 s", "sample: %r s" % (cell / 100)).replace("cavitation: reynolds", "shear: yes, cavitation: " + cavitation)
        return t

    turning = simulate(model("journal", 0), "journal_" + cavitation, {})
    for k in (1, 5, 8):
        same = simulate(model("bearing", k * cell), "bearing_%s_%d" % (cavitation, k), {})
        for name in ("force", "first", "second", "sides", "torque"):
            rep.below("%s, turned by %d cells: %s" % (cavitation, k, name), "openings in the bearing there", abs(turning[name][k] / same[name][0] - 1), 1e-9)
        rep.below("%s, turned by %d cells: place of the largest pressure" % (cavitation, k), "the same", abs(turning["peak"][k] - same["peak"][0]), 1e-9)
    rep.true("%s: the turning matters" % cavitation, max(turning["force"]) > 1.05 * min(turning["force"]), "5 % of the force", (min(turning["force"]), max(turning["force"])))
rep.done()
