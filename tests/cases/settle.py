#!/usr/bin/python3
# label: study
"""`settle` leaves the run-up out of what a joint with clearance counts: a run with it against the difference of two runs
without it, which take the same steps; the probe `impacts` counts from the start; interrupted runs count the same."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import OUT, below, call, check, finish, folder, interrupt_at, read_csv, run, same_results, study, text_of

PATH = study("flores2007/slider_crank.yaml")
STEP = ["step=1e-6 s", "vtk=0", "sample=1e-3 s"]
PERIOD = 0.012
FROM, TURNS = 2.00005, 1  # settle lies within a step, at 24000.6


def summary(name, *sets):
    out = run(name, PATH, "--quiet", sets=[*STEP, *sets])
    return {key: column[0] for key, column in read_csv(os.path.join(out, "summary.csv")).items()}


whole = summary("whole", "settle=0", f"revolutions={FROM + TURNS}")
start = summary("start", "settle=0", f"revolutions={FROM}")
got = summary("settled", f"settle={FROM}", f"revolutions={TURNS}")
check(whole["t"] == got["t"] and whole["steps"] == got["steps"], "settle changes no step")
check(start["pin.impacts"] > 1 and got["pin.impacts"] > 1, f"impacts before and after: {start['pin.impacts']:.0f}, {got['pin.impacts']:.0f}")
check(got["pin.impacts"] == whole["pin.impacts"] - start["pin.impacts"], "impacts: the difference")
for name in ("free_flight", "impact", "following"):
    name = "pin." + name
    # sums of 36000 steps
    below(abs(got[name] - (whole[name] - start[name])), 36000 * 2.2e-16 * PERIOD, f"{name}: the difference, s")
total = sum(got["pin." + name] for name in ("free_flight", "impact", "following"))
below(abs(total - TURNS * PERIOD), 36000 * 2.2e-16 * PERIOD, "the times are all of the time after settle, s")
log = text_of(OUT, "settled", "run.log")
check(f"following {got['pin.following']:.6g} s ({got['pin.following'] / (TURNS * PERIOD):.4f})" in log,
      "run.log: the fraction is of the time after settle")
for name, probe in (("largest_normal_force", "joint_force.max"), ("largest_penetration", "penetration.max")):
    # probes take consistent velocities, the joint those of the method: apart by its error, 2e-7
    below(abs(got["pin." + name] / got[probe] - 1), 1e-5, f"{name} is that of the probe after settle")
    check(got["pin." + name] < 0.9 * whole["pin." + name], f"{name} of the run-up is larger: {whole['pin.' + name]:.6g}")
check(got["impacts.max"] == whole["impacts.max"] == whole["pin.impacts"] and got["impacts.min"] == start["pin.impacts"],
      "the probe counts from the start")

# interrupted before and after settle
out = folder("parts")
code, _ = interrupt_at(30, ["run", PATH, "--out", out, *[w for s in [*STEP, f"settle={FROM}", f"revolutions={TURNS}"] for w in ("--set", s)]])
again, _ = interrupt_at(60, ["run", "--resume", out])
done = call(["run", "--resume", out, "--quiet"])
check((code, again, done.returncode) == (130, 130, 0), f"interrupted twice: {code}, {again}, {done.returncode} {done.stderr[-300:]}")
told = [float(line.split()[4]) for line in text_of(out, "run.log").splitlines() if line.startswith("interrupted at t = ")]
check(len(told) == 2 and told[0] < FROM * PERIOD < told[1], f"before and after settle: {told}")
same_results(os.path.join(OUT, "settled"), out, "interrupted")
finish()
