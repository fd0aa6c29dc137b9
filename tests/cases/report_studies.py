#!/usr/bin/python3
# label: study
"""gudgeon report of studies, in a real browser: a sweep over one parameter and a grid of two, an optimisation, a periodic motion, a
branch, wear. The pictures have the numbers of the tables, in the units that are written beside them; no error on the console."""
import csv
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import browser
from runs import OUT, below, call, check, failures, finish, study

damper, duffing, journal = (study(f"benchmarks/{name}.yaml") for name in ("tuned_damper", "duffing", "wear_journal"))
commands = {
    "line": ["sweep", damper, "--over", "f=0.8:1.0:4"],
    "grid": ["sweep", damper, "--over", "f=0.8:1.1:3", "--over", "zeta=0.05:0.3:3", "--result", "x.rms"],
    "best": ["optimise", damper, "--vary", "f=0.7:1.2", "--vary", "zeta=0.02:0.5", "--minimise", "x.rms", "--tolerance", "0.05"],
    "orbit": ["periodic", duffing, "--set", "w=1.12", "--set", "x0=0.3", "--set", "v0=2.9"],
    "branch": ["periodic", duffing, "--over", "w=0.8:1.3", "--set", "x0=0.75", "--set", "v0=0.13", "--points", "5"],
    "worn": ["wear", journal, "--cycles", "200", "--jump", "100", "--cycle", "0.0628318530718 s"],
}
for name, words in commands.items():
    shutil.rmtree(os.path.join(OUT, name), ignore_errors=True)
    done = call([*words, "--out", os.path.join(OUT, name)])
    check(done.returncode == 0, f"{name}: done {done.stderr[-300:] if done.returncode else ''}")
    done = call(["report", os.path.join(OUT, name)])
    check(done.returncode == 0, f"{name}: a page {done.stderr[-300:] if done.returncode else ''}")
if failures or not browser.possible():
    finish() if failures else sys.exit(77)


def column(folder, file, name):
    with open(os.path.join(OUT, folder, file), newline="", encoding="utf-8") as table:
        return [{k.split(" [")[0]: v for k, v in row.items()}[name.split(" [")[0]] for row in csv.DictReader(table)]


def numbers(folder, file, name):
    return [float(x) for x in column(folder, file, name)]


def same(got, want, what):
    ok = len(got) == len(want) and all(x is not None for x in got)
    check(ok, f"{what}: {len(want)} points")
    if ok:
        below(max(abs(a - b) for a, b in zip(got, want)) / max(map(abs, want)), 1e-8, what)


driver = browser.start()
if driver is None:
    sys.exit(77)
try:
    def page(name):
        """Graphs of the page by title and x label, and its words."""
        driver.get("file://" + os.path.join(OUT, name, "report.html"))
        check(browser.wait(driver, "!!(window.report && window.report.ready)"), f"{name}: the page is ready")
        graphs = {}
        for g in driver.execute_script("return report.graphs()"):
            graphs.setdefault((g["title"], g["xlabel"]), g)
        check(not browser.errors(driver), f"{name}: no error on the console")
        return graphs, driver.find_element("tag name", "body").text

    graphs, words = page("line")
    graph = graphs.get(("x.max [mm]", "f"))
    check(graph and "4 of 4 points are done" in words and "Tuned mass damper" in words, f"sweep: words and graphs {sorted(graphs)[:4]}")
    same(graph["series"][0]["x"], numbers("line", "sweep.csv", "f [-]"), "sweep: values of the parameter")
    same(graph["series"][0]["y"], [1e3 * v for v in numbers("line", "sweep.csv", "x.max [m]")], "sweep: results in mm")
    driver.execute_script("document.querySelector('[data-result=\"x.rms\"]').click()")
    titles = [g["title"] for g in driver.execute_script("return report.graphs()")]
    check("x.rms [mm]" in titles, "sweep: another result by its name")

    graphs, words = page("grid")
    check("Sobol" in words and "Statistics" in words and "Main effects" in words, "grid: statistics, effects, indices")
    graph = graphs[("x.rms [mm]", "zeta")]["series"][0]
    want = sorted(zip(numbers("grid", "sweep.csv", "zeta [-]"), range(9), numbers("grid", "sweep.csv", "x.rms [m]")))
    same(graph["y"], [1e3 * y for _, _, y in want], "grid: results over the second parameter")
    bars = [s for g in graphs.values() if g["title"] == "x.rms" for s in g["series"]]
    check(len(bars) == 2, "grid: two bars for each parameter")
    same(bars[1]["y"], numbers("grid", "indices.csv", "total"), "grid: total indices")

    graphs, words = page("best")
    same(graphs[("objective", "run")]["series"][0]["y"], numbers("best", "history.csv", "objective"), "optimisation: objective of every run")
    run = int(column("best", "history.csv", "best_run")[-1])
    check(f"run {run}" in words and "f = " in words, f"optimisation: the best run is {run}")

    graphs, words = page("orbit")
    graph = graphs[("Floquet multipliers", "real part")]["series"][0]
    same(graph["x"], numbers("orbit", "multipliers.csv", "real"), "periodic: real parts")
    same(graph["y"], numbers("orbit", "multipliers.csv", "imag"), "periodic: imaginary parts")
    check("Period 5.60999 s, stable" in words and "decays and turns" in words and "Curves" in words, "periodic: in words, with the curves of a run")

    graphs, words = page("branch")
    graph = graphs[("x [mm]", "w")]["series"][0]
    same(graph["x"], numbers("branch", "branch.csv", "w"), "branch: parameter")
    same(graph["y"], [1e3 * v for v in numbers("branch", "branch.csv", "x [m]")], "branch: probe in mm")

    graphs, words = page("worn")
    graph = graphs[("bearing_depth_a [\u00b5m]", "cycles")]["series"][0]
    same(graph["y"], [1e6 * v for v in numbers("worn", "wear.csv", "bearing_depth_a [m]")], "wear: depth over the cycles in \u00b5m")
    graph = graphs[("pressure_mean [MPa]", "angle [deg]")]["series"][0]
    same(graph["y"], [1e-6 * v for v in numbers("worn", "surface_bearing.csv", "pressure_mean [Pa]")], "wear: pressure around the bearing in MPa")
finally:
    driver.quit()
finish()
