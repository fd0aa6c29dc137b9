#!/usr/bin/python3
# label: study
"""gudgeon compare: the amplification of the four-bar of Flores et al. 2007, clearance 0.2 mm against an ideal joint."""
import csv
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, call, check, finish, folder, read_rows, run, study

PATH = study("flores2007/four_bar.yaml")
SETS = ["settle=8", "revolutions=2", "vtk=0"]
# an independent code (1e-12), in percent; the tolerance of the model, 1e-11, gives 56.05 and 40.83
WANT = {"follower_acceleration": 55.96, "crank_moment": 40.52}

dry = run("dry", PATH, "--quiet", sets=[*SETS, "clearance=0.2 mm"])
ideal = run("ideal", PATH, "--quiet", sets=[*SETS, "joint=ideal"])
done = call(["compare", dry, ideal])
check(done.returncode == 0 and not done.stderr, f"compare: {done.returncode} {done.stderr[-300:]}")
with open(os.path.join(dry, "amplification.csv"), newline="", encoding="utf-8") as file:
    table = {row["probe"]: row for row in csv.DictReader(file)}
for name, want in WANT.items():
    row = table[name]
    ap = float(row["ap_percent"])
    print(f"| AP of {name}, c = 0.2 mm | {want} % | {ap:.2f} % |")
    below(abs(ap - want), 0.5, f"AP of {name}, percentage points")
    below(abs(ap - 100 * (float(row["largest"]) / float(row["reference"]) - 1)), 1e-9, f"{name}: the columns go together")
    check(f"{ap:.6g}" in done.stdout, f"{name}: on the terminal, too")
summary = read_rows(os.path.join(dry, "summary.csv"))[0]
check(set(table) == {key[:-4] for key in summary if key.endswith(".min")}, f"all {len(table)} probes")
for name, row in table.items():
    if float(row["largest"]) != max(abs(float(summary[name + end])) for end in (".min", ".max")):
        check(False, f"largest |{name}|: {row}")
check(table["impacts"]["ap_percent"] == "" and float(table["impacts"]["reference"]) == 0, "nothing to compare with: no AP")
same = call(["compare", ideal, ideal])
check(same.returncode == 0 and {line.split()[-1] for line in same.stdout.splitlines()[1:-1]} == {"0", "-"}, "a run against itself")

# ---- what cannot be compared ----

other = folder("other")
os.makedirs(other)
for text, words in (("other/summary.csv: cannot be read", [ideal, other]), ("nowhere/summary.csv: cannot be read", ["nowhere", ideal])):
    done = call(["compare", *words])
    check(done.returncode == 2 and text in done.stderr and not done.stdout, f"refused: {done.stderr.strip()}")
with open(os.path.join(other, "summary.csv"), "w", encoding="utf-8") as file:
    file.write("t,steps,events,speed.min,speed.max\n1,2,0,-1,2\n")
before = sorted(os.listdir(other))
done = call(["compare", other, ideal])
check(done.returncode == 2 and "have no probe in common" in done.stderr and not done.stdout, f"refused: {done.stderr.strip()}")
check(sorted(os.listdir(other)) == before, "and nothing is written")
finish()
