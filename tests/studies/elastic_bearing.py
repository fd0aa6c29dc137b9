#!/usr/bin/env python3
# label: study
"""Films on edges of elastic bodies: a journal in an elastic bush, in equilibrium and in motion, and a slider with an elastic face.
References (tests/reference, elastic_bearing_*.csv) have the linear gap c - e.n + u_r; the program has that of absolute positions, which
differs by c/R. `scale` 10 makes that a tenth."""
import math
import os
from common import Report, SOURCE, model, simulate

rep = Report("elastic_bearing")
TEXT = model("elastic_bearing.yaml")


def table(name):
    with open(os.path.join(SOURCE, "tests", "reference", name)) as f:
        lines = [x.strip().split(",") for x in f if not x.startswith("#")]
    return [dict(zip(lines[0], row)) for row in lines[1:]]


def wanted(row):
    """x, y, h, p of a reference, in m and Pa"""
    return [float(row[k]) for k in ("ex", "ey", "hmin", "pmax")]


def errors(got, row, scale=1):
    """Errors: of the centre as a part of its distance; of the least thickness; of the largest pressure"""
    x, y, h, p = wanted(row)
    return (math.hypot(got["x"][-1] * scale - x, got["y"][-1] * scale - y) / math.hypot(x, y),
            abs(got["h"][-1] * scale / h - 1), abs(got["p"][-1] / p - 1))


# ---- equilibrium: 64 x 6 cells of quad8, film of 128 x 24 cells, two for each of the bush ----
for row in table("elastic_bearing_static.csv"):
    E = "1e20" if row["E"] == "inf" else row["E"]
    # the softest bush bends between the loads of two cells: its pressures need a finer film
    soft = row["case"] == "S5"
    bounds, place = ((1e-3, 3e-3, 3e-3), 0.5) if soft else ((1e-3, 1e-3, 1e-3), 0.1)
    for scale in (1, 10):
        if scale == 10 and row["case"] in ("S1", "S2"):
            continue
        run = simulate(TEXT, "elastic_%s_%d" % (row["case"], scale), {"E": E, "nu": row["nu"], "W": row["W"], "scale": scale, "nx": 192 if soft else 128})
        for name, error, bound in zip(("centre of the journal", "least thickness", "largest pressure"),
                                      errors(run, row, scale), bounds):
            rep.below("elastic bush %s, film %d times thinner: %s" % (row["case"], scale, name), "elastic_bearing_static.csv",
                      error, bound)
        rep.below("elastic bush %s, film %d times thinner: place of the largest pressure (deg)" % (row["case"], scale),
                  "elastic_bearing_static.csv", abs(math.degrees(run["th_p"][-1]) - float(row["th_pmax"])), place)

# ---- motion: from equilibrium, two periods of a pulsating load, a coarser mesh ----
DYNAMIC = [("analysis: {type: static, load_steps: 4}",
            "analysis: {start: static, load_steps: 4, end: 0.02513274123, method: radau}"),
           ("output: {vtk: 0}", "output: {vtk: 0, sample: 0.002513274123}")]
run = simulate(TEXT, "elastic_motion", {"pulse": 1, "W": "6000", "density": "500", "nx": 96, "ny": 16, "around": 32, "radial": 4},
               edits=DYNAMIC)
worst = [0, 0, 0]
for k, row in enumerate(table("elastic_bearing_dynamic.csv")):
    x, y, h, p = wanted(row)
    new = (math.hypot(run["x"][k] - x, run["y"][k] - y) / 30e-6, abs(run["h"][k] / h - 1), abs(run["p"][k] / p - 1))
    worst = [max(a, b) for a, b in zip(worst, new)]
rep.below("elastic bush in motion: centre of the journal, by the clearance", "elastic_bearing_dynamic.csv", worst[0], 2e-3)
rep.below("elastic bush in motion: least thickness", "elastic_bearing_dynamic.csv", worst[1], 2e-3)
rep.below("elastic bush in motion: largest pressure", "elastic_bearing_dynamic.csv", worst[2], 2e-3)
exchanged = float(run.log.split("energy: exchanged ")[1].split(" ")[0])
rep.below("elastic bush in motion: energy left over, of the energy exchanged", "0",
          float(run.log.split("largest numerical residue ")[1].split(" ")[0]) / exchanged, 2e-3)

# ---- an elastic block over a guide: wide film, p > 0 all over. Extrapolated from two elements on three meshes each ----
SLIDER = """
space: 2d
bodies:
  block: {type: quad8, E: 20 GPa, nu: 0.3, density: 7800, thickness: 1 m, state: plane_strain, strain: linear, at: [0, 20 um],
    mesh: {type: rectangle, corner: [-40 mm, 0], size: [80 mm, 40 mm], nx: 32, ny: 16}}
joints:
  back: {type: clamp, a: ground, b: block.top}
forces:
  film: {type: guide_film, a: ground, b: block.bottom, lower: 0, width: 1 m, wide: yes, speed: -8 m/s,
    profile: [[0, -10 um], [80 mm, 10 um]], film: {viscosity: 0.05, nx: 128}}
probes:
  W: {type: output, name: film, output: normal_force}
  p: {type: output, name: film, output: film_pressure_max}
  at: {type: output, name: film, output: film_pressure_distance}
  u: {type: position, of: {body: block, local: [0, 0]}, component: y}
analysis: {type: static}
output: {vtk: 0}
"""
run = simulate(SLIDER, "elastic_slider")
rep.below("elastic slider: load", "455057(10) N/m", abs(run["W"][-1] / 455057 - 1), 5e-4)
rep.below("elastic slider: largest pressure", "9.5038(3)e6 Pa", abs(run["p"][-1] / 9.5038e6 - 1), 5e-4)
rep.below("elastic slider: its place (m)", "-0.02334 m from the middle", abs(run["at"][-1] - 0.04 + 0.02334), 2e-5)
rep.below("elastic slider: displacement of the middle", "1.09269(1)e-5 m", abs((run["u"][-1] - 20e-6) / 1.09269e-5 - 1), 5e-4)

rep.done()
