#!/usr/bin/env python3
# label: study
# timeout: 900
"""studies/crosshead.yaml, big_end.yaml, and machine.yaml with films on its bore and in its guide.

1. Crosshead: what both guides press, beside the inverse dynamics of the rigid slider-crank (rigid rod, closed formulas here). The slider's own motion across
   (60 um at 600 rpm) and the turning of the slider are no part of that: 5e-4 of the peak.
2. Big end: the film force beside load and inertia of the pin; a rigid eye beside the film of joints (another kernel), 2e-3 c: c/R = 1.3e-3; the elastic eye has the
   lower peak of pressure.
3. Machine: energy is accounted for, films stay, the pin bends its bore."""
import math
from common import Report, log_number, simulate, study

rep = Report("oiled_machines")

# ---- crosshead ----

SPEED, R, L, MASS, ROD = 600 * math.pi / 30, 0.08, 0.32, 7200 * 0.06 * (0.16 * 0.1 - math.pi * 0.02**2), 6.0


def by_hand(t, friction):
    """Force of the guides on the slider, along y: rod at the angle -b, its end held by the slider"""
    a = SPEED * t
    b = math.asin(R * math.sin(a) / L)
    b1 = R * SPEED * math.cos(a) / (L * math.cos(b))
    b2 = (b1 * b1 * math.sin(b) - R * SPEED**2 * math.sin(a) / L) / math.cos(b)
    crank = (-R * SPEED**2 * math.cos(a), -R * SPEED**2 * math.sin(a))
    swing = (-b2 * math.sin(b) - b1 * b1 * math.cos(b), -b2 * math.cos(b) + b1 * b1 * math.sin(b))
    slider_a = crank[0] + L * swing[0]
    middle = [crank[k] + L / 2 * swing[k] for k in range(2)]
    along = -(MASS * slider_a + 12000 * math.sin(a) - friction)  # of the slider on the rod
    dx, dy = math.cos(b), -math.sin(b)
    turn = -ROD * L * L / 12 * b2 + ROD * L / 2 * (dx * middle[1] - dy * middle[0])
    return (turn + L * dy * along) / (L * dx)


run = simulate(study("crosshead.yaml"), "crosshead", {})
hand = [by_hand(t, f) for t, f in zip(run.t, run["friction"])]
peak = max(map(abs, hand))
rep.below("crosshead: force of the guides, of its peak", "inverse dynamics", max(
    abs(n - h) for t, n, h in zip(run.t, [lo - up for lo, up in zip(run["force_lower"], run["force_upper"])], hand) if t > 0.005) / peak, 5e-4)
rep.below("crosshead: energy left over, of what is exchanged", "0", log_number(run, "J (", " of it)"), 1e-6)
rep.within("crosshead: least film (m)", "clearance 60 um", min(run["film_min"]), 1e-5, 6e-5)
rep.true("crosshead: it tilts to both sides", max(run["tilt"]) > 5e-5 and min(run["tilt"]) < -2e-5, "beyond 5e-5 and -2e-5 rad",
         (min(run["tilt"]), max(run["tilt"])))

# ---- big end ----

TEXT = study("big_end.yaml")
JOINT = """
space: 2d
parameters: {speed: 3000 rpm, firing: 22 kN, inertia: 4 kN, pulse: 20 deg, period: 4*pi/speed}
bodies:
  pin: {type: rigid_body, mass: 2 kg, inertia: 1e3 kg m^2, spin: -speed}
joints:
  film: {type: revolute, model: lubricated, a: ground, b: pin, clearance: 30 um, journal_radius: 24 mm - 30 um, length: 22 mm,
    film: {model: reynolds, viscosity: 12 cP, cavitation: reynolds, nx: 192, ny: 24}}
forces:
  along: {type: force, a: pin, direction: [1, 0], value: firing*exp((cos(2*pi*t/period - pi) - 1)/(pulse/2)^2) - inertia*cos(4*pi*t/period)}
  across: {type: force, a: pin, direction: [0, 1], value: 0.4*inertia*sin(4*pi*t/period)}
probes:
  ecc_x: {type: position, of: pin, component: x}
  ecc_y: {type: position, of: pin, component: y}
analysis: {end: 0.15*period, tolerance: 1e-6}
output: {sample: period/360, vtk: 0}
"""
soft = simulate(TEXT, "big_end_elastic", {"cycles": "0.6", "settle": "0"}, edits=[("  vtk: period/72", "  vtk: 0")])
hard = simulate(TEXT, "big_end_rigid", {"cycles": "0.15", "settle": "0", "eye": "rigid"}, edits=[("  vtk: period/72", "  vtk: 0")])
film = simulate(JOINT, "big_end_joint", {})
rep.below("big end: rigid eye beside the film of joints, place of the pin (c)", "reynolds.c", max(
    math.hypot(a - x, b - y) for a, b, x, y in zip(hard["ecc_x"], hard["ecc_y"], film["ecc_x"], film["ecc_y"])) / 30e-6, 2e-3)
rep.below("big end: an expression of t alone", "closed form", max(abs(a - 100 * math.pi * t) for t, a in zip(soft.t, soft["cycle_angle"])), 1e-9)
rep.within("big end: the eye opens under the load (m)", "of the order of the clearance", max(soft["bore_displacement_max"]), 3e-6, 6e-5)
rep.within("big end: least film (m)", "thin, not gone", min(soft["film_min"]), 1e-6, 2e-5)

# ---- machine ----

for pin, guide in (("elastic", "lubricated"), ("lubricated", "mixed")):
    r = simulate(study("machine.yaml"), "machine_%s_%s" % (pin, guide), {"pin": pin, "guide": guide, "revolutions": "0.05", "vtk": "0 s"})
    name = "machine, pin %s, guide %s: " % (pin, guide)
    rep.below(name + "energy left over, of what is exchanged", "0", log_number(r, "J (", " of it)"), 1e-4)
    rep.within(name + "least film in the guide (m)", "clearance 0.1 mm", min(r["guide_film_min"]), 1e-5, 1e-4)
    rep.within(name + "least film of the pin (m)", "clearance 0.2 mm", min(r["film_min"]), 1e-5, 2e-4)
rep.done()
