#!/usr/bin/env python3
# label: study
"""studies/benchmarks/guide_film.yaml and guide_dynamic.yaml: films between a rigid slider and plane guides.
References: strip_film_wide_sliders.csv (closed form = quadrature to 5e-14), strip_film_sliders.csv (series; Reynolds' condition by finite
volumes and elements), guide_dynamic.csv (closed form, Radau against LSODA). Errors of forces: of |F|, with moments by half of the length."""
import os
from common import Report, SOURCE, simulate, study

rep = Report("guide_film")



def table(name):
    with open(os.path.join(SOURCE, "tests", "reference", name), encoding="utf-8") as f:
        lines = [x.strip().split(",") for x in f if not x.startswith("#")]
    return [dict(zip(lines[0], row)) for row in lines[1:]]


FILM = study("benchmarks/guide_film.yaml")


def instant(row, width):
    values = {"slope": row["slope"], "gap": row["h0_m"], "rate": row["dh0dt_m_s"], "tilt_rate": row["dslopedt_1_s"],
              "speed": row["U_m_s"], "condition": row["condition"], "width": width}
    values.update({"L": row["L_m"], "B": row["B_m"], "mu": row["mu_Pas"]})
    run = simulate(FILM, "guide_film_%s_%s_%s" % (width, row["row"], row["condition"]), values)
    F, M, half = float(row["F_N"]), float(row["M_Nm"]), float(row["L_m"]) / 2
    size = max(abs(F), abs(M) / half) or 1
    if os.environ.get("GUD_VERBOSE"):
        print(row["row"], row["condition"], run["force"][0], F, run["moment"][0], M, run["friction"][0], row.get("X_all_N"))
    drag = abs(run["friction"][0] / float(row["X_all_N"]) - 1) if float(row.get("X_all_N", 0)) else 0
    return max(abs(run["force"][0] - F), abs(run["moment"][0] - M) / half) / size, drag


for width, name, bound in (("infinite", "strip_film_wide_sliders.csv", 1e-9), ("finite", "strip_film_sliders.csv", 1.5e-4)):
    errors = {}
    for row in table(name):
        error, drag = instant(row, width)
        kind = "force and moment"
        errors[kind] = max(errors.get(kind, 0), error)
        errors["force along the guide"] = max(errors.get("force along the guide", 0), drag)
    for kind, error in sorted(errors.items()):
        rep.below("slider over a guide, %s width: %s" % (width, kind), name, error,
                  1e-8 if kind.startswith("force along") else bound)

MOTION = study("benchmarks/guide_dynamic.yaml")
for condition, shear, bound in (("guembel", "0", 1e-5), ("full", "0", 1e-5), ("guembel", "1", 5e-4)):
    rows = [r for r in table("guide_dynamic.csv") if (r["condition"], r["shear"]) == (condition, shear)]
    run = simulate(MOTION, "guide_dynamic_%s_%s" % (condition, shear), {"condition": condition, "shear": "yes" if shear == "1" else "no"})
    at = {round(t * 1e6): k for k, t in enumerate(run["t"])}
    for name, column in (("y", "y_m"), ("phi", "phi")):
        size = max(abs(float(r[column])) for r in rows)
        error = max(abs(run[name][at[round(float(r["t_s"]) * 1e6)]] - float(r[column])) for r in rows) / size
        rep.below("block between two guides, %s, shear %s: %s" % (condition, shear, name), "guide_dynamic.csv", error, bound)
    exchanged = float(run.log.split("energy: exchanged ")[1].split(" ")[0])
    rep.below("block between two guides, %s, shear %s: energy left over" % (condition, shear), "0",
              float(run.log.split("largest numerical residue ")[1].split(" ")[0]) / exchanged, 1e-8)

rep.done()
