#!/usr/bin/env python3
# label: study
"""studies/benchmarks/stribeck.yaml against tests/reference/stribeck.csv: a rough journal bearing settles under its load; one speed in the mixed range, with
the grid of the study, and one where asperities carry most. t407 has the whole curve. Bounds: 1e-3 of friction and share (the theory's)."""
import csv
import os

from common import SOURCE, Report, simulate, study

rep = Report("Stribeck curve")
with open(os.path.join(SOURCE, "tests", "reference", "stribeck.csv")) as f:
    rows = {float(r["omega_rad_s"]): r for r in csv.DictReader(x for x in f if not x.startswith("#"))}
for speed in (10.0, 2.5):
    row, run = rows[speed], simulate(study("benchmarks/stribeck.yaml"), "stribeck", {"speed": "%g" % speed})
    last = {n: run[n][-1] for n in run.columns}
    at = "%g rad/s: " % speed
    rep.below(at + "friction", "reference", abs(last["friction_coefficient"] / float(row["friction_coefficient"]) - 1), 1e-3)
    rep.below(at + "share of asperities", "reference", abs(last["asperity_share"] / float(row["asperity_share"]) - 1), 1e-3)
    rep.below(at + "eccentricity (c)", "reference", abs(last["eccentricity"] / 30e-6 - float(row["eps"])), 5e-5)
    rep.below(at + "least film", "reference", abs(last["film_min"] / float(row["hmin_m"]) - 1), 1e-3)
    rep.below(at + "attitude (rad)", "reference", abs(abs(last["attitude"]) - float(row["attitude_rad"])), 5e-4)
rep.done()
