#!/usr/bin/python3
# label: mpi
# timeout: 120
"""Functions of the state against closed forms: a torque-speed curve (a table over a speed, an expression in it), a
proportional-integral controller, the same on two processes. It fails for a wrong sign or a missing part of the tangent
(Newton's order of convergence is seen in the order of the method), and for an integral that is not part of the state."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, check, difference, energy, finish, model, orders, probes, run, study

# ---- motor and fan: J w' = T0 (1 - w/w0) - c w^2 = -c (w - r1)(w - r2) ----

J, T0, W0, C = 0.02, 10.0, 3000 * math.pi / 30, 4e-5
ROOT = math.sqrt((T0 / W0) ** 2 + 4 * C * T0)
R1, R2 = (-T0 / W0 + ROOT) / (2 * C), (-T0 / W0 - ROOT) / (2 * C)


def motor(t):
    k = R1 / R2 * math.exp(-C / J * (R1 - R2) * t)
    return (R1 - k * R2) / (1 - k)


out = run("motor", study("benchmarks/motor.yaml"))
p = probes(out)
error = max(abs(motor(t) - w) for t, w in zip(p["t"], p["speed"])) / R1
below(error, 1e-6, "motor: speed against the closed form, of the final speed")  # tolerance 1e-8 per step, 3500 steps
below(max(abs(m - T0 * (1 - w / W0)) for m, w in zip(p["motor_moment"], p["speed"])), 1e-9,
      "motor: the table is the curve")  # a spline through points of a line: round-off of 10 N m
print(f"| motor against a fan: speed, closed form | {error:.1e} of the final speed |")



def fixed(name, step):
    """The study with fixed steps of generalized-alpha"""
    with open(study(f"benchmarks/{name}.yaml"), encoding="utf-8") as file:
        text = file.read()
    return model(f"{name}_{step}", text.replace("tolerance: tolerance}", f"step: {step} s, method: generalized_alpha}}"))


# the order of the method holds through the functions
errors = []
for step in ("2e-3", "1e-3", "5e-4"):
    p = probes(run(f"motor_{step}", fixed("motor", step)))
    errors.append(max(abs(motor(t) - w) for t, w in zip(p["t"], p["speed"])))
seen = orders(errors)
check(all(1.8 < o < 2.3 for o in seen), f"motor: generalized-alpha is of order 2 through the table: {seen}")

# ---- governor: e'' + kp/J e' + ki/J e = 0, e(0) = 0, e'(0) = T/J ----

J, KP, KI, T = 0.5, 2.0, 10.0, 20.0
D = KP / (2 * J)
WD = math.sqrt(KI / J - D * D)
TARGET = 1500 * math.pi / 30
out = run("governor", study("benchmarks/governor.yaml"))
p = probes(out)
error = max(abs(TARGET - T / (J * WD) * math.exp(-D * t) * math.sin(WD * t) - w) for t, w in zip(p["t"], p["speed"]))
dip = TARGET - min(p["speed"])
below(error, 1e-5 * dip, "governor: speed against the closed form, beside a dip of 5.1 rad/s")
print(f"| speed under a PI controller, closed form | {error / dip:.1e} of the dip |")
# without the integral the dip stays: e = T/kp
p = probes(run("proportional", study("benchmarks/governor.yaml"), sets=["ki=0", "end=20 s"]))
below(abs(TARGET - T / KP - p["speed"][-1]), 1e-6, "governor: without integral the deviation is T/kp")
e = energy(out)
below(abs(e["numerical"][-1]), 1e-3, "governor: the ledger closes")

# ---- the same on two processes ----

two = run("governor_two", fixed("governor", "1e-3"), sets=["end=0.3 s"], processes=2)
one = run("governor_one", fixed("governor", "1e-3"), sets=["end=0.3 s"])
below(difference(probes(one), probes(two))[0], 1e-9, "governor: one and two processes")
finish()
