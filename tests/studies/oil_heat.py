#!/usr/bin/env python3
# label: study
"""Oil grades and the heat balance of a film (J3 of contact/joint.c) against tests/reference/oil_heat.csv: steady short bearings under a
given load, viscosity at the temperature of the outlet. Place and temperature are found here, by secants: the force is the load, and
the temperature that a run reports is the one that it was given. Bounds: 1e-8 (the issue's)."""
import csv
import os

from common import SOURCE, Report, model, simulate

rep = Report("oil temperature")
TEXT = model("oil_heat.yaml")
with open(os.path.join(SOURCE, "tests", "reference", "oil_heat.csv")) as f:
    rows = list(csv.DictReader(x for x in f if not x.startswith("#")))

for row in rows:
    W, c, T = float(row["W_N"]), float(row["c"]), float(row["Tin_C"]) + 20
    fixed = {"spin": row["om"], "inlet": row["Tin_C"], "convected": row["convected_share"], "oil": row["oil"].replace(" ", "_"),
             "radius": row["R"], "clearance": row["c"], "length": row["L"]}

    def at(e, T):
        run = simulate(TEXT, "oil_heat", dict(fixed, x="%.17g" % (e * c), T="%.17g" % T))
        return {n: run[n][-1] for n in ("force", "loss", "flow", "torque", "T_out")}

    last = {"e": 0.75, "slope": None}

    def outlet(T):
        """What comes out at the place that carries W at temperature T: secants, with the slope of the temperature before"""
        e = last["e"]
        now = at(e, T)
        if last["slope"] is None:
            last["slope"] = (at(e + 1e-3, T)["force"] - now["force"]) / 1e-3
        while abs(now["force"] - W) > 1e-11 * W:
            before, f = e, now["force"]
            e -= (f - W) / last["slope"]
            now = at(e, T)
            last["slope"] = (now["force"] - f) / (e - before)
        last["e"] = e
        return now

    T0, now = T, outlet(T)
    g0 = now["T_out"] - T0
    T = T0 + 0.6 * g0
    for _ in range(20):
        now = outlet(T)
        g = now["T_out"] - T
        if abs(g) < 1e-9:
            break
        T0, g0, T = T, g, T - g * (T - T0) / (g - g0)
    e1 = last["e"]
    rep.below("%s: temperature" % row["case"], "closed form", abs(T / float(row["T_C"]) - 1), 1e-8)
    rep.below("%s: eccentricity" % row["case"], "closed form", abs(e1 / float(row["eps"]) - 1), 1e-8)
    rep.below("%s: torque" % row["case"], "closed form", abs(-now["torque"] / float(row["M_Nm"]) - 1), 1e-8)
    rep.below("%s: side flow" % row["case"], "closed form", abs(now["flow"] / float(row["Q_m3_s"]) - 1), 1e-8)
    rep.below("%s: power" % row["case"], "closed form", abs(now["loss"] / float(row["P_W"]) - 1), 1e-8)
rep.done()
