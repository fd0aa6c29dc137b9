#!/usr/bin/env python3
# label: study
"""gudgeon converge: observed orders and extrapolated values against what is known; runs that fail; exit codes."""
import math
import os
import shutil
import subprocess
from common import *


def converge(name, model_path, *words):
    folder = os.path.join(OUT, name)
    shutil.rmtree(folder, ignore_errors=True)
    p = subprocess.run([GUDGEON, "converge", model_path, "--out", folder] + list(words), stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, universal_newlines=True, errors="replace")
    path = os.path.join(folder, "converge.csv")
    return p.returncode, p.stdout, (path if os.path.exists(path) else None), folder


def table(rep, name, result, code=0):
    rep.true(name + ": exit code", result[0] == code, code, "%s\n%s" % (result[0], result[1][-1500:]))
    if not result[2]:
        raise SystemExit("FAILED %s: no converge.csv\n%s" % (name, result[1]))
    with open(result[2]) as f:
        rows = [x.strip().split(",") for x in f]
    number = lambda x: float(x) if x.replace("nan", "").strip("-+.e0123456789") == "" else x
    return {n: [number(r[i]) for r in rows[1:]] for i, n in enumerate(rows[0])}


def steps(rep):
    path = os.path.join(SOURCE, "studies", "flores2009", "spatial_four_bar.yaml")
    # half, then a third of the step: the order must come out for any ratio
    r = converge("steps", path, "--vary", "step=1 ms,0.5 ms,0.25 ms,0.1 ms", "--probe", "rocker_z,crank_angle",
                 "--set", "end=0.4 s", "--set", "joint=ideal")
    c = table(rep, "steps", r)
    for probe in ("rocker_z", "crank_angle"):
        for k in (2, 3):
            rep.within("four-bar, %s, step %g s: order" % (probe, c["value"][k]), "2 (generalized-alpha)",
                       c[probe + ".order"][k], 1.95, 2.05)
    fine = simulate(study("flores2009/spatial_four_bar.yaml"), "fine", {"step": "0.02 ms", "end": "0.4 s", "joint": "ideal"},
                    edits=[("vtk: 0.02 s", "vtk: 0")])
    # the fine run's own error is (0.02/0.1)^2 of the last run's
    rep.below("four-bar, extrapolated rocker_z", "run with a fifth of the step",
              abs(c["rocker_z.limit"][3] - fine["rocker_z"][-1]) / abs(c["rocker_z.error"][3]), 0.06)
    rep.true("four-bar: steps counted", c["steps"] == [400, 800, 1600, 4000], "400, 800, 1600, 4000", c["steps"])
    rep.true("four-bar: CPU time", all(x > 0 for x in c["cpu"]), "above zero", c["cpu"])
    for end in ("png", "svg"):
        f = os.path.join(r[3], "converge_rocker_z." + end)
        rep.true("four-bar: plot " + end, os.path.exists(f) and os.path.getsize(f) > 3000, "a picture", f)
    at = table(rep, "at", converge("at", path, "--vary", "step=1 ms,0.5 ms", "--probe", "rocker_z", "--set", "end=0.4 s", "--set", "joint=ideal",
                                   "--at", "200 ms"))
    run = simulate(study("flores2009/spatial_four_bar.yaml"), "coarse", {"step": "0.5 ms", "end": "0.4 s", "joint": "ideal"},
                   edits=[("vtk: 0.02 s", "vtk: 0")])
    rep.true("--at 200 ms", at["rocker_z"][1] == run.at("rocker_z", 0.2), run.at("rocker_z", 0.2), at["rocker_z"])
    top = table(rep, "max", converge("max", path, "--vary", "step=1 ms,0.5 ms", "--probe", "rocker_vz", "--set",
                                     "end=0.4 s", "--set", "joint=ideal", "--max"))
    # over all steps: not below the largest sample, and that of summary.csv
    rep.true("--max", max(run["rocker_vz"]) <= top["rocker_vz"][1] < 1.001*max(run["rocker_vz"]), max(run["rocker_vz"]), top["rocker_vz"])


def elements(rep):
    path = os.path.join(HERE, "models", "converge_cantilever.yaml")
    E, nu, h = 200e9, 0.3, 0.05
    exact = 1 / (3 * E * h ** 4 / 12) + 1 / (10 * (1 + nu) / (12 + 11 * nu) * 0.5 * E / (1 + nu) * h * h)
    c = table(rep, "elements", converge("elements", path, "--vary", "n=4,8,12,24", "--probe", "tip", "--jobs", "1"))
    for k in (2, 3):
        rep.within("cantilever, %d elements: order" % c["value"][k], "2 (header of ancf_beam3d)", c["tip.order"][k], 1.99, 2.01)
    # load 1 N: the deflection is 3e-6 of the length, geometric nonlinearity its square
    rep.below("cantilever, extrapolated tip", "Timoshenko", abs(c["tip.limit"][3] / exact - 1), 1e-7)
    # parameters that vary together; a word varies without an order
    r = converge("together", path, "--vary", "n=4,8,16", "--vary", "h=50 mm,50 mm,50 mm", "--probe", "tip")
    c = table(rep, "together", r)
    rep.within("two parameters together: order", "2", c["tip.order"][2], 1.99, 2.01, quiet=True)
    r = converge("words", path, "--vary", "formulation=locking_free,continuum")
    c = table(rep, "words", r)
    rep.true("words: values without an order", all(math.isfinite(x) for x in c["tip"] + c["middle"])
             and all(math.isnan(x) for x in c["tip.order"]), "values, no order", c)
    rep.true("words: the continuum beam locks", c["tip"][1] < 0.9 * c["tip"][0], "a stiffer beam", c["tip"])


def leading_error(rep):
    """(C3), (C4): with a coarse step time leads, with a fine one the mesh; the time error itself against a run with a
    sixteenth of the step, which leaves 1/256 of it."""
    path = os.path.join(SOURCE, "studies", "connecting_rod.yaml")
    words = ["--vary", "elements=2,4", "--probe", "slider_x", "--set", "joint=ideal", "--set", "revolutions=0.5",
             "--set", "start=as_given", "-output_vtk", "0"]  # a rod that rings: else time never leads
    for step, leads in ((5e-5, "time"), (5e-6, "elements")):
        r = converge("leads_" + leads, path, *words, "--set", "step=%g s" % step)
        c = table(rep, "leads " + leads, r)
        e = table(rep, "errors " + leads, (r[0], r[1], os.path.join(r[3], "errors.csv"), r[3]))
        rep.true("step %g s: what leads" % step, e["leads"] == [leads] and ("leads %s:" % leads) in r[1], leads, "%s\n%s" % (e, r[1]))
        rep.true("step %g s: error of the mesh" % step, abs(e["resolution"][0] - abs(c["slider_x"][1] - c["slider_x"][0])) < 1e-13,
                 "the last difference", e)
        fine = simulate(study("connecting_rod.yaml"), "finer", {"elements": 4, "joint": "ideal", "revolutions": 0.5, "start": "as_given",
                                                                   "step": "%.9g s" % (step / 16)},
                        edits=[("vtk: period/60", "vtk: 0")])
        # measured 21 and 6 %: at the coarse step the vibration of the rod is not yet in the asymptotic range
        rep.below("step %g s: error of time" % step, "run with a sixteenth of the step",
                  abs(e["time"][0] / abs(c["slider_x"][1] - fine["slider_x"][-1]) - 1), 0.25)
    r = converge("no_time", path, *words, "--set", "step=5e-5 s", "--no-time")
    rep.true("--no-time", "leads" not in r[1] and not os.path.exists(os.path.join(r[3], "errors.csv")), "nothing said", r[1])
    r = converge("time_varies", path, "--vary", "step=1e-4 s,5e-5 s", *words[2:])
    rep.true("step varies: no second error", "leads" not in r[1], "nothing said", r[1])


def over_time(rep):
    """--max, --min, --mean, --rms of x = a sin(w t) over two periods: a, -a, 0, a/sqrt(2)."""
    path = os.path.join(OUT, "swing.yaml")
    with open(path, "w") as f:
        f.write("""space: 2d
parameters: {w: 2*pi*1 Hz, step: 1 ms}
bodies: {block: {type: point_mass, at: [0, 0], velocity: [1, 0], mass: 1 kg}}
forces: {spring: {type: bushing, a: ground, b: block, stiffness: [w^2*1 kg, w^2*1 kg, 0], damping: [0 kg/s, 0 kg/s, 0]}}
probes: {x: {type: position, of: block, component: x}}
analysis: {end: 2 s, step: step, rho: 1, stabilisation: projection}
output: {vtk: 0, sample: 0.5 s}
""")
    a = 1 / (2 * math.pi)
    for word, exact in (("max", a), ("min", -a), ("mean", 0), ("rms", a / math.sqrt(2))):
        c = table(rep, word, converge(word, path, "--vary", "step=25 ms,12.5 ms,6.25 ms", "--" + word, "--no-time"))
        rep.below("--%s: last value (second order in the step: (w h)^2/6)" % word, "closed form", abs(c["x"][2] - exact) / a, 4e-4)
        if word == "rms":
            rep.within("--rms: order", "2", c["x.order"][2], 1.95, 2.05)
            rep.below("--rms: limit", "closed form", abs(c["x.limit"][2] / exact - 1), 2e-6)


def mesh_files(rep):
    """Meshes by the names of their files: h from the number of cells, so the orders are those of the same meshes made here."""
    for n in (2, 4, 8):
        with open(os.path.join(OUT, "cells_%d.msh" % n), "w") as f:
            nodes = [(i / n, j / (2 * n)) for j in range(n + 1) for i in range(n + 1)]
            f.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 \"plate\"\n$EndPhysicalNames\n$Nodes\n%d\n" % len(nodes))
            f.write("".join("%d %.17g %.17g 0\n" % (k + 1, *x) for k, x in enumerate(nodes)) + "$EndNodes\n$Elements\n%d\n" % (n * n))
            for k in range(n * n):
                a = k // n * (n + 1) + k % n + 1
                f.write("%d 3 2 1 1 %d %d %d %d\n" % (k + 1, a, a + 1, a + n + 2, a + n + 1))
            f.write("$EndElements\n")
    text = """space: 2d
parameters: {mesh: {default: cells_2.msh, choices: [cells_2.msh, cells_4.msh, cells_8.msh]}, n: 2}
bodies: {plate: {type: quad4, mesh: MESH, thickness: 10 mm, E: 200 GPa, nu: 0.3, density: 7800}}
analysis: {type: modes, num_modes: 4}
output: {vtk: 0}
"""
    found = []
    for name, mesh in (("files", "{type: file, file: $mesh}"), ("made", "{type: rectangle, size: [1, 0.5], nx: n, ny: n}")):
        path = os.path.join(OUT, name + ".yaml")
        with open(path, "w") as f:
            f.write(text.replace("MESH", mesh))
        words = "mesh=cells_2.msh,cells_4.msh,cells_8.msh" if name == "files" else "n=2,4,8"
        found.append(table(rep, name, converge(name, path, "--vary", words, "--probe", "mode_4")))
    files, made = found
    rep.true("mesh files: cells", files["value"] == [4, 16, 64], "4, 16, 64", files["value"])
    rep.below("mesh files: frequency", "the same mesh made here", max(abs(a / b - 1) for a, b in zip(files["mode_4"], made["mode_4"])), 1e-9)
    rep.below("mesh files: order", "the same mesh made here", abs(files["mode_4.order"][2] - made["mode_4.order"][2]), 1e-6)


def failures(rep):
    path = os.path.join(HERE, "models", "converge_cantilever.yaml")
    r = converge("one_fails", path, "--vary", "n=4,8,-1,16", "--probe", "tip")
    c = table(rep, "one run fails", r, code=3)
    rep.true("one run fails: the others count", [math.isfinite(x) for x in c["tip"]] == [True, True, False, True]
             and c["code"] == [0, 0, 2, 0], "three values", c)
    rep.true("one run fails: said so", "failed" in r[1] and "must be > 0" in r[1], "the reason", r[1])
    bad = [("all", ["--vary", "n=-1,-2"], 2), ("no probe", ["--vary", "n=4,8", "--probe", "tipp"], 2),
           ("unknown parameter", ["--vary", "m=4,8"], 2), ("no values", ["--vary", "n"], 2), ("one value", ["--vary", "n=4"], 2),
           ("nothing varies", [], 2), ("unknown option", ["--vry", "n=4,8"], 2), ("unequal", ["--vary", "n=4,8", "--vary", "h=1,2,3"], 2),
           ("no sample there", ["--vary", "n=4,8", "--at", "1 s"], 3), ("bad time", ["--vary", "n=4,8", "--at", "soon"], 2),
           ("max and rms", ["--vary", "n=4,8", "--max", "--rms"], 2), ("at and mean", ["--vary", "n=4,8", "--mean", "--at", "1 s"], 2),
           ("no jobs", ["--vary", "n=4,8", "--jobs", "0"], 2)]
    for what, words, code in bad:
        r = converge("bad", path, *words)
        rep.true("bad input: " + what, r[0] == code and "error" in r[1], "exit code %d and a reason" % code,
                 "%d\n%s" % (r[0], r[1]))
    r = converge("bad", path, "--vary", "n=4,8", "--probe", "tipp")
    rep.true("bad input: hint", "did you mean 'tip'" in r[1], "did you mean 'tip'", r[1])


if __name__ == "__main__":
    rep = Report("converge")
    for part in (steps, elements, over_time, mesh_files, leading_error, failures):
        part(rep)
    rep.done()
