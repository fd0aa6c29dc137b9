#!/usr/bin/python3
# label: study
"""A run that is killed halfway leaves results that open, and continues from its last checkpoint bit-identically."""
import os
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import vtk_check
from machine import machine
from runs import call, check, energy, finish, folder, model, probes, results, run, same_results, stop_at

window = vtk_check.Window()


def opens(out, text):
    """run.pvd and all that it names are read by VTK; the number of its entries."""
    try:
        entries = vtk_check.read_pvd(os.path.join(out, "run.pvd"))
        for time, _, vtu in entries:
            if vtk_check.time_of(vtk_check.read_vtu(vtu, window)) != time:
                raise vtk_check.Failure(f"{vtu}: other time than in the PVD")
    except vtk_check.Failure as error:
        return check(False, f"{text}: {error}")
    check(True, f"{text}: run.pvd opens, {len(entries)} files")
    return len(entries)


for name, analysis in (("fixed", "step: 2e-5 s"), ("adaptive", "tolerance: 1e-10")):
    path = model(name, machine(analysis=analysis, checkpoint="0 s", vtk="0.01 s"))
    whole = run(name, path, "--quiet")
    opens(whole, name)
    out = folder("killed_" + name)
    code, _ = stop_at(50, signal.SIGKILL, ["run", path, "--out", out])
    check(code == -signal.SIGKILL, f"{name}: killed")
    number = opens(out, f"{name}, killed")
    # all frames up to the last checkpoint are in the PVD: a checkpoint flushes it
    check(number >= 90, f"{name}, killed: {number} of about 100 files are in run.pvd")
    for vtu in (file for file in results(out) if file.endswith(".vtu")):
        vtk_check.read_vtu(os.path.join(out, vtu), window)  # those beyond the PVD are complete, too
    # the last line may be cut off; what stands before it is readable
    for csv in ("probes.csv", "energy.csv"):
        with open(os.path.join(out, csv), "rb") as file:
            lines = file.read().split(b"\n")[:-1]
        numbers = [[float(x) for x in line.split(b",")] for line in lines[1:]]
        width = len(lines[0].split(b","))
        check(len(numbers) >= 490 and all(len(row) == width for row in numbers),
              f"{name}, killed: {csv} has {len(numbers)} readable rows")
    done = call(["run", "--resume", out, "--quiet"])
    check(done.returncode == 0, f"{name}: resumed, exit code {done.returncode} {done.stderr[-300:]}")
    same_results(whole, out, f"{name}: killed and resumed")
    check(max(probes(out)["t"]) == 1 and max(energy(out)["t"]) == 1, f"{name}: complete")
finish()
