#!/usr/bin/env python3
# label: study
"""energy.csv against closed forms: a damped mass on a spring under a constant load, a rotor with drag driven by a speed
function, a pendulum with a follower moment. Works are trapezoidal sums over the steps, so their error and the residue
`numerical` fall with h^2; extrapolated, the columns are exact. A wrong sign, a work booked under the wrong name or twice,
or a missing term stands out in the extrapolated columns; a first-order term in the residue breaks its order."""
from common import Report, compare, edit, extrapolated, model, order, simulate, worst_of
import math

import point_models as exact

rep = Report("energy ledger")


def energies(run, want, peak=None):
    """Worst of the columns of energy.csv; those that are not named must be zero."""
    out = []
    top = peak or max(abs(f(t)) for f in want.values() for t in run.t)
    names = [c for c in run.energy if c not in ("t", "numerical")]
    keep = run.columns
    run.columns = run.energy
    for c in names:
        out.append(compare(run, c, want.get(c, lambda t: 0.0), peak=top))
    run.columns = keep
    return worst_of(out)


def residue(case, run, share, floor):
    """`numerical` = kinetic + potential + strain - start - works in every row, second order in h, and small."""
    for r in run.runs:
        e = r.energy
        total = [sum(x) for x in zip(e["kinetic"], e["potential"], e["strain"])]
        work = [sum(x) for x in zip(*(e[c] for c in e if c.startswith("work_")))]
        gap = max(abs(a - total[0] - w - n) for a, w, n in zip(total, work, e["numerical"]))
        size = max(abs(x) for x in total + work)
        rep.below(case + ": columns add up to `numerical`", "sum", gap / size, 1e-12, quiet=True)
    worst = [max(abs(x) for x in r.energy["numerical"]) for r in run.runs]
    for h, o in zip(run.steps[1:], order(worst, run.steps)):
        rep.within(case + ": numerical, order at h = %g" % h, "2", o, floor, 2.2, worst)
    rep.below(case + ": numerical at h = %g" % run.steps[-1], "largest energy", worst[-1] / size, share)


# --- damped spring, constant load ---------------------------------------------------------------------------------------------
M, K, CD, F = 2.0, 50.0, 3.0, 7.0
run = extrapolated(model("oscillator.yaml"), "spring", 2e-3, {"c": "3 N s/m", "F": "7 N"}, count=4)


def osc(t):
    return exact.oscillator(t, M, K, CD, 0.3, -1.0, F)


def strain(t):
    return 0.5 * K * osc(t)[0] ** 2


def kinetic(t):
    return 0.5 * M * osc(t)[1] ** 2


def load(t):
    return F * (osc(t)[0] - 0.3)


WANT = {"kinetic": kinetic, "strain": strain, "work_loads": load,
        "work_damping": lambda t: kinetic(t) + strain(t) - kinetic(0) - strain(0) - load(t)}
rep.below("damped spring under load: kinetic, strain, loads, damping", "closed form", energies(run, WANT), 1e-8)
residue("damped spring under load", run, 5e-7, 1.9)
rep.true("damping takes energy", run.energy["work_damping"][-1] < -1, "negative", run.energy["work_damping"][-1])

# undamped and unloaded: the residue is the numerical dissipation of the method alone, always a loss
free = simulate(model("oscillator.yaml"), "free", {"step": "5e-3 s", "end": "20 s", "sample": "0.1 s"})
rep.true("the method loses energy (rho = 0.8)", free.energy["numerical"][-1] < 0 and
         max(free.energy["numerical"]) < 1e-3 * free.energy["kinetic"][0], "a small loss", free.energy["numerical"][-1])

# --- driven rotor: the driver's work is drag, lift and spin-up ------------------------------------------------------------------
TEXT = edit(model("rotor.yaml"), [("DRIVE", "speed: {type: sine, amplitude: 4 rad/s, omega: 3 rad/s, offset: 6 rad/s}")])
run = extrapolated(TEXT, "rotor", 4e-3, {"sample": "0.02 s"}, count=4)


def motion(t):
    return 6 * t - 4 / 3 * (math.cos(3 * t) - 1), 6 + 4 * math.sin(3 * t)


def spin(t):
    return 0.5 * (0.3 + 2 * 0.1 ** 2) * motion(t)[1] ** 2


def lift(t):
    return 2 * 9.81 * 0.1 * math.sin(motion(t)[0])


def drag(t):        # -c int w^2, w = 6 + 4 sin 3 t
    return -0.05 * (36 * t + 16 * (1 - math.cos(3 * t)) + 16 * (t / 2 - math.sin(6 * t) / 12))


WANT = {"kinetic": spin, "potential": lift, "work_damping": drag,
        "work_drivers": lambda t: spin(t) + lift(t) - spin(0) - lift(0) - drag(t)}
rep.below("driven rotor: kinetic, potential, drivers, damping", "closed form", energies(run, WANT), 1e-8)
residue("driven rotor", run, 1e-6, 1.9)

# the same, kinematic: no integration, the same ledger
run = simulate(TEXT, "kinematic", {"analysis": "kinematic", "step": "5e-4 s", "sample": "0.02 s"})
rep.below("driven rotor, kinematic analysis", "closed form", energies(run, WANT), 1e-6)

# --- a moment that turns a pendulum, adaptive: loads and potential ----------------------------------------------------------------
TEXT = edit(model("pendulum.yaml"), [("joints:\n", "forces:\n  motor: {type: moment, a: bar, value: 5 N m}\njoints:\n")])
run = simulate(TEXT, "motor", {"start": "0.5 rad", "speed": "4 rad/s", "step": "0 s"})
# work of a constant moment: M (th - th0), whatever the motion is; 1e-6 of the energy from the tolerance 1e-8 per step
angle = run["angle"]
rep.below("moment on a pendulum, adaptive: work of the load", "M (th - th0)", max(
    abs(a - 5 * (b - 0.5)) for a, b in zip(run.energy["work_loads"], angle)) / max(abs(5 * b) for b in angle), 1e-5)
rep.below("moment on a pendulum, adaptive: potential", "-m g r cos th", max(
    abs(a - run.energy["potential"][0] + 9.81 * (math.cos(b) - math.cos(0.5)))
    for a, b in zip(run.energy["potential"], angle)) / 9.81, 1e-5)
rep.below("moment on a pendulum, adaptive: numerical", "energy exchanged", max(
    abs(x) for x in run.energy["numerical"]) / max(run.energy["kinetic"]), 1e-5)
rep.done()
