#!/usr/bin/python3
# label: study
# timeout: 600
"""Ctrl-C ends a run with code 130 and a checkpoint; --resume continues it, and every file is then byte by byte what an
uninterrupted run writes.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from machine import FREE, machine
from runs import OUT, call, check, finish, folder, interrupt_at, model, probes, run, same_results, text_of

CASES = {
    "fixed step": machine(),
    # sample and frame times fall on step ends, where rounding decides on which side: they must neither be lost nor
    # come twice
    "step is sample": machine(analysis="step: 1e-4 s/7", sample="1e-4 s/7", vtk="3e-3 s/7", end="0.3 s"),
    "adaptive step": machine(analysis="tolerance: 1e-11"),
    "adaptive, projection": machine(analysis="tolerance: 1e-10, rho: 1, stabilisation: projection"),
    "random step": machine(analysis="step: 2e-5 s, vary_step: 0.3"),
    "free, settled": machine(drive=FREE, analysis="step: 2e-5 s, settle: 0.25 s"),
    # explicit steps locate no events: without the sensor
    "explicit": "".join(x for x in machine(analysis="step: 2e-6 s, method: trial_and_error").splitlines(True)
                        if "gate" not in x),
}


def interrupted(name, path, percents):
    """A run that is stopped at these percents (of what is left each time) and continued."""
    out = folder("parts_" + name)
    words = ["run", path, "--out", out]
    for percent in percents:
        code, said = interrupt_at(percent, words)
        check(code == 130 and "interrupted at t = " in said and "--resume" in said,
              f"{name}: exit code {code}, the message says how to continue")
        check(os.path.exists(os.path.join(out, "checkpoint.bin")), f"{name}: there is a checkpoint")
        words = ["run", "--resume", out]
    done = call([*words, "--quiet"])
    check(done.returncode == 0 and not done.stdout, f"{name}: resumed, exit code {done.returncode} {done.stderr[-300:]}")
    return out


for name, text in CASES.items():
    short = name.replace(" ", "_").replace(",", "")
    path = model(short, text)
    whole = run(short, path, "--quiet")
    same_results(whole, interrupted(short, path, [30]), name)
    if name.startswith(("adaptive step", "step is sample")):
        same_results(whole, interrupted(short, path, [10, 20, 30]), name + ", three interruptions")
    log = text_of(OUT, "parts_" + short, "run.log")
    check(log.count("resumed:") == log.count("interrupted at t =") > 0, f"{name}: run.log tells the story")

# the machine really did what is to survive: turns, events
got = probes(os.path.join(OUT, "fixed_step"))
check(got["coil"][-1] > 25 and abs(got["coil"][-1] - got["crank_angle"][-1]) < 1e-9,
      f"the torsion spring counted {got['coil'][-1] / 6.283185307:.1f} turns, like the probe")
check(got["crossings"][-1] >= 8, f"{got['crossings'][-1]:.0f} events")
summary = text_of(OUT, "fixed_step", "run.log").split("energy: ")[1]
again = text_of(OUT, "parts_fixed_step", "run.log").split("energy: ")[-1]
check(summary == again, "the summary of a resumed run has the extremes of the whole run")

# ---- a relative path, another folder, wrong wishes ----

out = folder("relative")
interrupt_at(30, ["run", "fixed_step.yaml", "--out", "relative"])
os.makedirs(os.path.join(OUT, "elsewhere"), exist_ok=True)
done = call(["run", "--resume", "../relative", "--quiet"], cwd=os.path.join(OUT, "elsewhere"))
check(done.returncode == 0, f"started with a relative path, resumed from another folder: {done.stderr[-200:]}")
same_results(os.path.join(OUT, "fixed_step"), out, "resumed from another folder")
done = call(["run", "--resume", out, "--quiet"])
check(done.returncode == 0, "resuming a finished run does nothing")
same_results(os.path.join(OUT, "fixed_step"), out, "resumed after its end")

out = folder("changed")
path = model("changed", CASES["fixed step"])
interrupt_at(30, ["run", path, "--out", out])
model("changed", CASES["fixed step"].replace("0.14 kg", "0.15 kg"))
done = call(["run", "--resume", out])
check(done.returncode == 2 and "changed" in done.stderr, "a changed model is refused")
done = call(["run", "--resume", folder("nothing")])
check(done.returncode == 2 and "checkpoint" in done.stderr, "a folder without checkpoint is refused")
for name, size in (("cut", 700), ("head", 40), ("empty", 0)):
    with open(os.path.join(out, "checkpoint.bin"), "rb+") as file:
        file.truncate(size)
    model("changed", CASES["fixed step"])
    done = call(["run", "--resume", out])
    check(done.returncode == 2 and "checkpoint" in done.stderr, f"a damaged checkpoint ({name}) is refused")
finish()
