#!/usr/bin/python3
# label: mpi
"""1, 2 and 3 processes give the same results, on non-chaotic windows with fixed step; more processes than bodies work;
PETSc's options work.
"""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import (below, call, check, difference, energy, finish, folder, model, probes, results, run, study,
                  text_of)

LINKS = 20


def chain(links):
    """Links of 100 mm, hinged in a row and let go from a slanting line."""
    lines = ["space: 2d", "gravity: [0, -9.81 m/s^2]", "parameters: {step: 1 ms, end: 0.2 s}", "bodies:",
             "  ground: {points: {O: [0, 0]}}"]
    x, y = 0.08, -0.06
    for i in range(links):
        lines.append(f"  b{i}: {{type: rigid_body, from: [{i * x:.6g}, {i * y:.6g}], to: [{(i + 1) * x:.6g}, "
                     f"{(i + 1) * y:.6g}], centre: [50 mm, 0], mass: 0.1 kg, inertia: 1e-4 kg m^2, shape: rod, "
                     "radius: 4 mm}")
    lines.append("joints:\n  j0: {type: revolute, a: ground.O, b: b0.from}")
    lines += [f"  j{i}: {{type: revolute, a: b{i - 1}.to, b: b{i}.from}}" for i in range(1, links)]
    lines += ["probes:", f"  tip_x: {{type: position, of: b{links - 1}.to, component: x}}",
              f"  tip_y: {{type: position, of: b{links - 1}.to, component: y}}",
              "  pull: {type: joint_force, name: j0}", f"  middle: {{type: joint_force, name: j{links // 2}}}",
              "analysis: {end: end, step: step}", "output: {sample: 0.01 s, vtk: 0.05 s}"]
    return "\n".join(lines) + "\n"


def compare(name, one, more, text, bound=1e-9, bound_energy=1e-9):
    columns = probes(one)
    small = [c for c in columns if c.startswith("ecc")]  # eccentricities of ideal joints: round-off of some 0.1 m
    worst, column = difference(columns, probes(more), [c for c in columns if c not in small])
    # the force of a film is a rate times a large number and shows more of what Newton leaves
    bound = 1e-8 if "oil" in name else bound
    below(worst, bound, f"{name}, {text}: probes relative to their peaks ({column})")
    below(difference(columns, probes(more), small, 0.1)[0] if small else 0, 1e-12, f"{name}, {text}: joints closed")
    a, b = energy(one), energy(more)
    peak = max(max(map(abs, a[c])) for c in a if c != "t")
    worst, column = difference(a, b, [c for c in a if c != "t"], peak)
    below(worst, bound_energy, f"{name}, {text}: energies relative to the largest ({column})")
    x, y = results(one), results(more)
    check(x.keys() == y.keys() and len(x) > 4, f"{name}, {text}: {len(y)} files, as with one")
    check(x["run.pvd"] == y["run.pvd"], f"{name}, {text}: the same frames in run.pvd")


def shares(name, out, processes):
    """Elements and rows per process in run.log: they must add up to those of the model."""
    log = text_of(out, "run.log")
    rows = [list(map(int, found)) for found in re.findall(
        r"^process \d+: (\d+) elements, (\d+) constraint rows, (\d+) forces, (\d+) unknowns", log, re.M)]
    total = re.search(r"bodies (\d+), coordinates (\d+), constraint rows (\d+), internals (\d+)", log)
    bodies, coordinates, constraints, internals = map(int, total.groups())
    sums = [sum(column) for column in zip(*rows)]
    check(len(rows) == processes and sums[0] == bodies and sums[1] == constraints
          and sums[3] == coordinates + constraints + internals,
          f"{name}: shares of {processes} processes add up ({[r[0] for r in rows]} elements)")
    return rows


half_turn = ["--set", "step=3e-5", "--set", "revolutions=0.5", "--set", "sample=6e-5", "--quiet"]
models = {
    "slider-crank": (study("flores2007/slider_crank.yaml"), ["--set", "joint=ideal"] + half_turn),
    "spatial four-bar": (study("flores2009/spatial_four_bar.yaml"),
                         ["--set", "joint=ideal", "--set", "step=1e-3", "--set", "end=0.2", "--quiet"]),
    "spatial four-bar, oil": (study("flores2009/spatial_four_bar.yaml"),
                              ["--set", "step=1e-4", "--set", "end=0.02", "--quiet"]),
    "chain": (model("chain", chain(LINKS)), ["--quiet"]),
}
single = {}
for name, (path, flags) in models.items():
    single[name] = run(name.replace(" ", "_") + "_1", path, *flags)
    for n in (2, 3):
        more = run(f"{name.replace(' ', '_')}_{n}", path, *flags, processes=n)
        compare(name, single[name], more, f"{n} processes")
        rows = shares(name, more, n)
        least = LINKS // n - 3 if name == "chain" else 1
        check(min(r[0] for r in rows) >= least, f"{name}: the work is shared by {n}")

# ---- more processes than bodies: empty processes work ----

path, flags = models["slider-crank"]
flags = [flag.replace("revolutions=0.5", "revolutions=0.1") for flag in flags]
one = run("few_1", path, *flags)
five = run("few_5", path, *flags, processes=5)
compare("five processes, three bodies", one, five, "5 processes")
check(min(r[0] for r in shares("five processes, three bodies", five, 5)) == 0, "some of five processes are empty")

# ---- PETSc's options ----

# our own Newton leaves 1e-5 of the local error of a fixed step, at most 1e-7 of its displacement; accelerations show some times that
path, flags = models["spatial four-bar"]  # (the motion of the slider-crank is prescribed wholly: no Newton there)
newton = run("newtonls", path, *flags, "-snes_type", "newtonls")
compare("newtonls", single["spatial four-bar"], newton, "1 process", 1e-6, 1e-8)
newton = run("newtonls_2", path, *flags, "-snes_type", "newtonls", processes=2)
compare("newtonls", single["spatial four-bar"], newton, "2 processes", 1e-6, 1e-8)
check("-snes_type newtonls" in text_of(newton, "run.log"), "run.log keeps the options")
for n in (1, 2):
    said = call(["run", path, "--out", folder("monitor"), *flags, "-snes_monitor"], n).stdout
    norms = re.findall(r"^ *\d+ SNES Function norm ([0-9.e+-]+)", said, re.M)
    check(len(norms) > 100 and all(math.isfinite(float(x)) for x in norms),
          f"-snes_monitor on {n} processes prints {len(norms)} norms")
    said = call(["run", path, "--out", folder("view"), *flags, "-log_view"], n).stdout
    check("PETSc Performance Summary" in said and "LinearSolve" in said, f"-log_view on {n} processes prints its table")

# ---- interrupted runs and bad input on several processes ----

bad = call(["run", os.path.join(os.path.dirname(path), "no_such_file.yaml")], 2)
check(bad.returncode == 2 and bad.stderr.count("no_such_file.yaml") == 1, "bad input: code 2, said once")
bad = call(["run", path, "--nonsense"], 2)
check(bad.returncode == 2 and bad.stderr.count("unknown option") == 1, "bad option: code 2, said once")
finish()
