#!/usr/bin/env python3
# label: fast
"""Forces of contacts at samples between step ends are of the order of the method: a ball on a linear wall, F = K v/w sin(w t) from the first
touch on (closed form, w^2 = K/m), fixed steps, samples that fall anywhere in them; and none of them pulls.

Radau's polynomial through the start and the three stages of a step is of order 4 between nodes. It failed, when tried, with straight lines
between nodes (radau: order 2, 6.3e-4 at 20 steps), and without the cut at zero (depth -8.6e-17 m)."""
from common import Report, edit, simulate, study
import math

rep = Report("samples of contact forces")
TEXT = edit(study("flores2007/impact.yaml"), [("analysis: {end: end", "analysis: {method: $method, end: end"),
                                              ("  law: {", "  method: {default: auto, choices: [auto, generalized_alpha, radau]}\n  law: {")])
K, SPEED, TOUCH, END = 1e8, 0.5, 1e-5, 3e-4
W = math.sqrt(K)                    # 1 kg
PEAK = K * SPEED / W
LINEAR = {"law": "kelvin_voigt", "exponent": 1, "stiffness": "%g" % K, "damping": "0 N s/m", "sample": "7e-7 s"}


def exact(t):
    return math.sin(W * (t - TOUCH)) if t > TOUCH else 0.0


for method, low, high, first in (("generalized_alpha", 1.95, 2.1, 6e-3), ("radau", 3.9, 4.2, 6e-7)):
    errors = []
    for steps in (20, 40, 80):
        run = simulate(TEXT, "linear", dict(LINEAR, method=method, end="%g s" % END, step="%.17g s" % ((END - TOUCH) / steps)))
        errors.append(max(abs(f / PEAK - exact(t)) for t, f in zip(run.t, run["force"])))
        rep.true("%s, %d steps: samples" % (method, steps), len(run.t) > 4 * steps, "several per step", len(run.t))
    rep.below("%s, 20 steps: largest error of all samples" % method, "K v/w sin(w t)", errors[0], first)
    rep.within("%s, from 20 to 80 steps: order at samples" % method, "of the method", math.log(errors[0] / errors[2]) / math.log(4), low, high)

# F = K d^1.5 with loss, steps as long as a fifth of the contact, through the lift-off: it never pulls
worst = 0.0
for steps in (5, 7, 9, 12):
    run = simulate(TEXT, "hertz", {"method": "radau", "restitution": 0.5, "sample": "3e-8 s", "step": "%.17g s" % (1.8e-4 / steps)})
    worst = min(worst, min(run["force"]), min(run["penetration"]))
    rep.true("%d steps: touched and left" % steps, max(run["force"]) > 9e3 and run["force"][-1] == 0, "an impact", max(run["force"]))
rep.true("force and depth at all samples", worst >= 0, ">= 0", worst)
rep.done()
