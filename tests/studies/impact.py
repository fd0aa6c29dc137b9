#!/usr/bin/env python3
# label: fast
"""One impact (studies/flores2007/impact.yaml): Figs 3 and 4 of Flores et al. 2007, nominal against real restitution.

Reference: the closed forms of the law F = K d^1.5 (1 + a v/v0): real restitution, largest penetration, contact time and
largest force of 1 kg at 0.5 m/s on 6.6e10 N/m^1.5. The loop in the force-penetration plane encloses what the energy ledger
calls contact, m v^2/2 (1 - e'^2). Figures: penetration and force over time, and the loop, grow and shrink with ce as the
paper draws them (all four cases in order)."""
import math
import os
import re
import subprocess

from common import GUDGEON, Report, simulate, study

rep = Report("one impact")
TEXT = study("flores2007/impact.yaml")
#        ce   real e'       largest depth    contact time    largest force
ROWS = ((1.0, 1.0, 2.952041336e-5, 1.737734002e-4, 10585.8951), (0.9, 0.9131766778, 2.847891073e-5, 1.754915450e-4, 10107.6434),
        (0.7, 0.7959725954, 2.701517161e-5, 1.786344766e-4, 9700.8776), (0.5, 0.7252411140, 2.609384888e-5, 1.811502888e-4, 9586.0089))
last = None
for ce, e, depth, time, force in ROWS:
    run = simulate(TEXT, "ce_%g" % ce, {"restitution": ce, "sample": "2e-7 s", "tolerance": "2e-15"})
    loss = 0.5 * 0.25 * (1 - e * e)
    d, F, v = run["penetration"], run["force"], run["penetration_rate"]
    lasts = float(re.search(r", impact ([-+.e\d]+) s", run.text).group(1))      # of the summary, 6 digits
    # trapezoidal rule: error (h w)^2/12 with w = pi/1.7e-4 s; rows 2e-7 s apart: 1e-6
    loop = sum(0.5 * (F[i] + F[i + 1]) * (d[i + 1] - d[i]) for i in range(len(d) - 1))
    rep.below("ce = %g: speed after/before" % ce, "%.10f" % e, abs(run["speed"][-1] / 0.5 - e), 1e-6)
    rep.below("ce = %g: largest penetration" % ce, "%g m" % depth, abs(max(d) / depth - 1), 1e-5)
    rep.below("ce = %g: largest force" % ce, "%g N" % force, abs(max(F) / force - 1), 1e-5)
    rep.below("ce = %g: contact time" % ce, "%g s" % time, abs(lasts / time - 1), 1e-5)
    rep.below("ce = %g: loop integral, J" % ce, "m v^2/2 (1 - e'^2)", abs(loop - loss), 2e-6 * 0.125)
    rep.below("ce = %g: ledger, J" % ce, "m v^2/2 (1 - e'^2)", abs(-run.energy["work_contact"][-1] - loss), 2e-6 * 0.125,
              sorted(run.energy))
    rep.below("ce = %g: ledger against loop, J" % ce, "equal", abs(-run.energy["work_contact"][-1] - loop), 2e-6 * 0.125)
    if last:       # the order of the curves in Figs 3 and 4
        rep.true("ce = %g: less deep, weaker, longer than the one before" % ce,
                 max(d) < last[0] and max(F) < last[1] and lasts > last[2], last, (max(d), max(F)))
    last = max(d), max(F), lasts
    said = "really gives" in run.text
    rep.true("ce = %g: warned when more than 10 %% apart" % ce, said == (abs(e - ce) > 0.1 * ce), not said, said)

# --- the help page says the same -------------------------------------------------------------------------------------
def real(a):
    """Root of a (1 + x) = ln((1 + a)/(1 - a x)) in (0, 1]: bisection on the side where the logarithm is the smaller one"""
    low, high = 0.0, min(1.0, (1 - 1e-15) / a)
    for _ in range(200):
        x = 0.5 * (low + high)
        low, high = (x, high) if math.log((1 + a) / (1 - a * x)) < a * (1 + x) else (low, x)
    return low


page = subprocess.run([GUDGEON, "help", "restitution"], stdout=subprocess.PIPE, universal_newlines=True).stdout
table = {line.split()[0]: line.replace("*", "").split() for line in page.splitlines() if line[:2] == "0."}
names = next(line for line in page.splitlines() if line.startswith("nominal")).split()
for law, loss in (("lankarani_nikravesh", lambda e: 0.75 * (1 - e * e)), ("hunt_crossley", lambda e: 1.5 * (1 - e)),
                  ("flores", lambda e: 1.6 * (1 - e) / e), ("gonthier", lambda e: (1 - e * e) / e)):
    worst = max(abs(real(loss(float(key))) - float(row[names.index(law)])) for key, row in table.items())
    rep.below("help restitution: %s, %d rows" % (law, len(table)), "a(1+e') = ln((1+a)/(1-a e'))", worst, 6e-7)
rep.true("help restitution: rows", len(table) == 11 and os.linesep in page, 11, len(table))
rep.done()
