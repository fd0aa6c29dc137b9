#!/usr/bin/python3
# label: study
# timeout: 600
"""A film whose fill is transported has a state of its own (the fill of its cells, at the end of the last accepted step): interrupted and
resumed, every file is byte by byte that of the uninterrupted run, with fixed steps, error control and Radau.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import SOURCE, call, check, finish, folder, interrupt_at, model, probes, run, same_results

with open(os.path.join(SOURCE, "tests", "studies", "models", "journal_jfo.yaml"), encoding="utf-8") as file:
    TEXT = file.read().replace("nx: 400", "nx: 60").replace("ny: 8", "ny: 4").replace("default: 500", "default: 200")

CASES = {"fixed": TEXT,
         "adaptive": TEXT.replace("step: turn/steps", "tolerance: 1e-7"),
         "radau": TEXT.replace("default: generalized_alpha", "default: radau")}
for name, text in CASES.items():
    path = model("fill_" + name, text)
    whole = run("fill_" + name, path, "--quiet")
    out = folder("fill_parts_" + name)
    words = ["run", path, "--out", out]
    for percent in (30, 60):
        code, _ = interrupt_at(percent, words)
        check(code == 130, "%s: interrupted" % name)
        words = ["run", "--resume", out]
    done = call([*words, "--quiet"])
    check(done.returncode == 0, "%s: resumed %s" % (name, done.stderr[-300:]))
    same_results(whole, out, name)
    check(min(probes(whole)["fill"]) < 0.95, "%s: there was a cavity to remember" % name)
finish()
