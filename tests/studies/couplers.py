#!/usr/bin/env python3
# label: study
# timeout: 3000
"""Couplers as constraint rows: gear, belt, planetary gear, rack and pinion, screw. Ratios and reactions over many turns against closed forms, energy,
two processes."""
import math
import os
import subprocess
from common import GUDGEON, OUT, Report, read_csv, simulate

rep = Report("couplers")


def below(error, bound, case, reference="closed form"):
    rep.below(case, reference, error, bound)


RUN = "analysis: {end: 3 s, tolerance: 1e-9}\noutput: {vtk: 0, sample: 0.25 s}\n"

# ---- gear: z1 = 17, z2 = 31, outer teeth. J = J1 + r^2 J2, theta1'' = M/J; tooth moments ----
GEAR = """
parameters: {r: -17/31}
bodies:
  one: {type: rigid_body, mass: 2 kg, inertia: [0.1, 0.1, 0.02], spin: [0, 0, 5]}
  two: {type: rigid_body, at: [0.3, 0, 0], mass: 3 kg, inertia: [0.2, 0.2, 0.05]}
joints:
  h1: {type: revolute, a: ground, b: one}
  h2: {type: revolute, a: {body: ground, at: [0.3, 0, 0]}, b: two}
  teeth: {type: gear, first: h1, second: h2, ratio: r}
forces:
  motor: {type: moment, a: one, value: 0.3 N m}
probes:
  a1: {type: angle, of: one}
  a2: {type: angle, of: two}
  w1: {type: spin, of: one, component: z}
  w2: {type: spin, of: two, component: 3}
  m1: {type: joint_moment, name: teeth, component: z}
  m2: {type: joint_moment, name: teeth.second, component: z}
""" + RUN
r = -17 / 31
J = 0.02 + 0.05 * r * r
run = simulate(GEAR, "gear")
turns = run["a1"][-1] / (2 * math.pi)
below(max(abs(b - r * a) for a, b in zip(run["a1"], run["a2"])), 1e-9, "gear 17:31: angles over %.0f turns, rad" % turns)
below(max(abs(b / a - r) for a, b in zip(run["w1"], run["w2"])), 1e-9, "gear: ratio of speeds")
w0 = 5 * 0.02 / J  # what the projection of the given spins leaves: momentum J1 w1 along the freedom
below(abs(run["w1"][0] / w0 - 1), 1e-12, "gear: speed after the wheels are made to mesh")
below(max(abs(a - w0 * t - 0.15 / J * t * t) for a, t in zip(run["a1"], run.t)), 2e-5, "gear: angle w0 t + M t^2/(2 J), rad")
below(max(abs(b + a / r) for a, b in zip(run["m1"], run["m2"])), 1e-11, "gear: moments on the wheels are as 1 to -1/r, N m")
below(max(abs(a + 0.3 - 0.02 * 0.3 / J) for a in run["m1"]), 5e-6, "gear: moment on the first wheel J1 theta1'' - M, N m")
below(max(abs(x) for x in run.energy["numerical"]) / run.energy["kinetic"][-1], 1e-6, "gear: energy")
still = GEAR.replace("tolerance: 1e-9", "method: generalized_alpha, step: 1 ms")
alpha = simulate(still, "gear_alpha")
below(max(abs(b - r * a) for a, b in zip(alpha["a1"], alpha["a2"])), 1e-9, "gear, generalized-alpha at h = 1 ms: angles, rad")

# ---- driven train in the plane: gear, then a crossed belt; statics of moments to round-off ----
TRAIN = """
space: 2d
bodies:
  a: {type: rigid_body, mass: 1 kg, inertia: 0.01 kg m^2}
  b: {type: rigid_body, at: [0.3, 0], mass: 1 kg, inertia: 0.02 kg m^2}
  c: {type: rigid_body, at: [0.6, 0], mass: 1 kg, inertia: 0.03 kg m^2}
joints:
  ja: {type: revolute, a: ground, b: a}
  jb: {type: revolute, a: {body: ground, at: [0.3, 0]}, b: b}
  jc: {type: revolute, a: {body: ground, at: [0.6, 0]}, b: c}
  gear: {type: gear, first: ja, second: jb, ratio: -1/pi}
  belt: {type: belt, first: jb, second: jc, radius_1: 0.07, radius_2: 0.03, crossed: yes}
drivers:
  motor: {type: angle_driver, joint: ja, speed: 40 + 10*t}
forces:
  load: {type: moment, a: c, value: -2 N m}
probes:
  wa: {type: spin, of: a, component: z}
  wb: {type: spin, of: b, component: z}
  wc: {type: spin, of: c, component: z}
  ac: {type: angle, of: c}
  M: {type: driver, name: motor}
""" + RUN
run = simulate(TRAIN.replace("end: 3 s", "end: 20 s").replace("sample: 0.25", "sample: 1"), "train")
r1, r2 = -1 / math.pi, -7 / 3
below(max(abs(b / a - r1) for a, b in zip(run["wa"], run["wb"])), 1e-9, "train: ratio -1/pi of a gear, which no number of teeth has")
below(max(abs(c / b - r2) for b, c in zip(run["wb"], run["wc"])), 1e-9, "train: ratio of a crossed belt")
below(max(abs(a - r1 * r2 * (40 * t + 5 * t * t)) for a, t in zip(run["ac"], run.t)), 1e-8, "train: angle of the last wheel after %.0f turns, rad" % (run["ac"][-1] / 2 / math.pi))
M = 10 * (0.01 + 0.02 * r1 ** 2 + 0.03 * (r1 * r2) ** 2) + 2 * r1 * r2
below(max(abs(x / M - 1) for x in run["M"]), 1e-8, "train: moment of the motor, inertia and load reduced by the ratios")

# ---- planetary gear: sun held, planet on a carrier: w_planet = (1 + z_s/z_p) w_carrier in space ----
PLANET = """
space: 2d
bodies:
  sun: {type: rigid_body, mass: 1 kg, inertia: 0.01 kg m^2}
  carrier: {type: rigid_body, mass: 1 kg, inertia: 0.05 kg m^2}
  planet: {type: rigid_body, at: [0.3, 0], mass: 0.5 kg, inertia: 0.002 kg m^2}
joints:
  held: {type: fixed, a: ground, b: sun}
  arm: {type: revolute, a: sun, b: carrier}
  axle: {type: revolute, a: {body: carrier, at: [0.3, 0]}, b: planet}
  teeth: {type: gear, first: arm, second: axle, ratio: 24/18}
drivers:
  motor: {type: angle_driver, joint: arm, speed: 10 rad/s}
probes:
  w: {type: spin, of: planet, component: z}
  a: {type: angle, of: planet}
""" + RUN
run = simulate(PLANET, "planet")
below(max(abs(w / (10 * (1 + 24 / 18)) - 1) for w in run["w"]), 1e-9, "planetary gear, sun held: w of the planet = (1 + z_s/z_p) w of the carrier")

# ---- rack and pinion, and a screw: falling mass turns a wheel ----
RACK = """
space: 2d
gravity: [0, -9.81]
bodies:
  pinion: {type: rigid_body, mass: 1 kg, inertia: 0.004 kg m^2}
  rack: {type: rigid_body, at: [0.05, 0], mass: 2 kg, inertia: 0.1 kg m^2}
joints:
  axle: {type: revolute, a: ground, b: pinion}
  guide: {type: prismatic, a: {body: ground, at: [0.05, 0]}, b: rack, axis: [0, 1]}
  teeth: {type: rack, first: axle, second: guide, radius: 0.05}
probes:
  a: {type: angle, of: pinion}
  y: {type: position, of: rack, component: y}
  f: {type: joint_force, name: teeth.second, component: y}
  m: {type: joint_moment, name: teeth, component: z}
""" + RUN
run = simulate(RACK, "rack")
g = 9.81 * 2 / (2 + 0.004 / 0.0025)
below(max(abs(y - 0.05 * a) for a, y in zip(run["a"], run["y"])), 1e-9, "rack: displacement = radius x angle over %.0f turns, m" % abs(run["a"][-1] / 2 / math.pi))
below(max(abs(y + 0.5 * g * t * t) for y, t in zip(run["y"], run.t)), 1e-5, "rack: falls with m g/(m + J/R^2), m")
below(max(abs(f / (2 * (9.81 - g)) - 1) for f in run["f"]), 1e-4, "rack: force on the rack (multipliers of Radau: third order)")
below(max(abs(m + 0.05 * f) for m, f in zip(run["m"], run["f"])), 1e-11, "rack: moment on the pinion = -radius x force, N m")

SCREW = """
gravity: [0, 0, -9.81]
bodies:
  nut: {type: rigid_body, mass: 2 kg, inertia: [0.1, 0.1, 0.01], spin: [0, 0, 1]}
joints:
  thread: {type: cylindrical, a: ground, b: nut, axis: [0, 0, 1]}
  lead: {type: screw, first: thread, lead: -40 mm}
probes:
  a: {type: angle, of: nut}
  z: {type: position, of: nut, component: z}
  f: {type: joint_force, name: lead.second, component: z}
  m: {type: joint_moment, name: lead, component: z}
""" + RUN
run = simulate(SCREW, "screw")
k = -0.04 / (2 * math.pi)
acc = -9.81 * 2 * k / (0.01 + 2 * k * k)
below(max(abs(z - k * a) for a, z in zip(run["a"], run["z"])), 1e-10, "screw: left-hand lead over %.0f turns, m" % (run["a"][-1] / 2 / math.pi))
w0 = 0.01 / (0.01 + 2 * k * k)
below(max(abs(a - w0 * t - 0.5 * acc * t * t) / (1 + abs(a)) for a, t in zip(run["a"], run.t)), 1e-5, "screw: angle of a nut that runs down")
below(max(abs(m + k * f) for m, f in zip(run["m"], run["f"])), 1e-10, "screw: moment = -lead/(2 pi) x force, N m")
below(max(abs(x) for x in run.energy["numerical"]) / run.energy["kinetic"][-1], 1e-5, "screw: energy")

# ---- one run on two processes ----
path = os.path.join(OUT, "gear_alpha.yaml")  # the same method on both
two = os.path.join(OUT, "gear_two")
subprocess.run([os.environ.get("MPIEXEC", "mpiexec"), "--oversubscribe", "-n", "2", GUDGEON, "run", "--force", path, "--out", two, "--quiet"], check=True,
               env={**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1"})
one, other = read_csv(os.path.join(OUT, "gear_alpha", "probes.csv")), read_csv(os.path.join(two, "probes.csv"))
below(max(abs(a - b) for a, b in zip(one["a2"], other["a2"])), 1e-9, "gear on two processes: angle, rad", "one process")
rep.done()
