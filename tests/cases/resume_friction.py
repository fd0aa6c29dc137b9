#!/usr/bin/python3
# label: study
# timeout: 600
"""Friction in ideal joints has memories (modes of stick and slip, reactions, bristles): interrupted and resumed, every file is byte by
byte that of the uninterrupted run, while joints slip and while they stick, with error control, fixed steps and Radau.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import call, check, finish, folder, interrupt_at, probes, run, same_results, study

PENDULUM = study("benchmarks/pendulum_friction.yaml")
CRANK = study("benchmarks/slider_crank_friction.yaml")
CASES = {"radau": (PENDULUM, ["method=radau"]),
         "alpha": (PENDULUM, ["method=generalized_alpha", "tolerance=1e-8"]),
         "lugre": (PENDULUM, ["law=lugre", "tolerance=1e-7"]),
         "crank": (CRANK, ["analysis=dynamic", "tolerance=1e-8"])}
for name, (path, sets) in CASES.items():
    words = [path] + [w for s in sets for w in ("--set", s)]
    whole = run("friction_" + name, *words, "--quiet")
    out = folder("friction_parts_" + name)
    words = ["run", *words, "--out", out]
    for percent in (20, 50, 85):
        code, _ = interrupt_at(percent, words)
        check(code in (130, 0), f"{name}: interrupted near {percent} %: exit code {code}")
        words = ["run", "--resume", out]
    done = call([*words, "--quiet"])
    check(done.returncode == 0, f"{name}: resumed {done.stderr[-300:]}")
    same_results(whole, out, name)
    if name in ("radau", "alpha"):
        stick = probes(whole)["stick"]
        check(0 < sum(stick) < len(stick), f"{name}: the pin slips and sticks: {sum(stick):g} of {len(stick)} samples stick")
finish()
