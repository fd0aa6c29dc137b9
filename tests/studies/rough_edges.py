#!/usr/bin/env python3
# label: study
"""Asperities in films on edges (bearing_film with film.sigma): the Stribeck curve of a journal bearing, computed on the nodes of a bore, against
tests/reference/stribeck.csv (finite volumes on graded grids, extrapolated; the film of joints is a third way to it: studies/stribeck.py). Limit: asperities far away, the
smooth film. The uncertainty of the reference's share at 40 rad/s is 5e-4 of it (1.5e-3 between its two extrapolations)."""
import os
from math import atan2, hypot
from common import Report, SOURCE, model, simulate

rep = Report("rough_edges")
MODEL = model("rough_bore.yaml")
K = 10.0  # scale of the model

with open(os.path.join(SOURCE, "tests", "reference", "stribeck.csv"), encoding="utf-8") as f:
    lines = [x.strip().split(",") for x in f if not x.startswith("#")]
rows = [dict(zip(lines[0], (float(v) for v in row))) for row in lines[1:]]

for row in rows:
    om = row["omega_rad_s"]
    if om not in (40, 10, 2.5):
        continue
    run = simulate(MODEL, "rough_bore_%g" % om, {"speed": "%g rad/s" % om})
    e, name = hypot(run["ecc_x"][0], run["ecc_y"][0]) * K / 30e-6, "bore, %g rad/s: " % om
    rep.below(name + "eccentricity", "stribeck.csv", abs(e - row["eps"]), 2e-5)
    rep.below(name + "least thickness", "stribeck.csv", abs(run["film_min"][0] * K / row["hmin_m"] - 1), 1e-3)
    rep.below(name + "attitude", "stribeck.csv", abs(atan2(run["ecc_x"][0], -run["ecc_y"][0]) - row["attitude_rad"]), 3e-4)
    rep.below(name + "share of the asperities", "stribeck.csv",
              abs(run["asperity_force"][0] / 2000 / row["asperity_share"] - 1), 4e-3 if om == 40 else 1.5e-3)
    # the torque of the oil: scale^2 less viscosity, scale less thickness
    rep.below(name + "viscous part of the friction", "stribeck.csv",
              abs(-run["film_torque"][0] * K / (0.02 * 2000) / row["viscous_part"] - 1), 1e-3)
    rep.below(name + "carried load", "2000 N", abs(run["film_force"][0] / 2000 - 1), 1e-8)
rep.done()
