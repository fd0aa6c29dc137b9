#!/usr/bin/python3
# label: study
"""Runs that do not reach their end: by a signal, by an impossible drive, by a function that is not a number. Each has its
exit code, says when and why, and leaves results that can be read.
"""
import os
import re
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import vtk_check
from machine import BENT, machine
from runs import call, check, energy, finish, folder, model, probes, stop_at, text_of

window = vtk_check.Window()


def readable(out, text, last):
    """csv files and frames are there up to the time `last`."""
    t = probes(out)["t"]
    check(abs(t[-1] - last) < 2.5e-3 and len(energy(out)["t"]) == len(t), f"{text}: csv files up to t = {t[-1]:g}")
    entries = vtk_check.read_pvd(os.path.join(out, "run.pvd"))
    for _, _, vtu in entries:
        vtk_check.read_vtu(vtu, window)
    check(last - 0.02 < entries[-1][0] <= last, f"{text}: {len(entries)} frames up to t = {entries[-1][0]:g}")


# ---- signals ----

path = model("machine", machine(vtk="0.01 s"))
for sign in (signal.SIGINT, signal.SIGTERM):
    out = folder("stopped")
    code, said = stop_at(30, sign, ["run", path, "--out", out])
    when = re.search(r"interrupted at t = ([0-9.e-]+) s; continue with: gudgeon run --resume (.*)", said)
    check(code == 130 and when and when.group(2) == out, f"{sign.name}: exit code {code}, how to continue")
    readable(out, sign.name, float(when.group(1)))
    check("interrupted at t =" in text_of(out, "run.log"), f"{sign.name}: reported in run.log")

# ---- runs that cannot go on ----

BEYOND = f"""drivers:
  pull: {{type: displacement_driver, a: {{body: ground, at: [{BENT!r}, 0]}}, b: slider, axis: [1, 0],
         speed: {(0.17 - BENT) / 0.5!r}}}"""
HOLE = """drivers:
  drive: {type: angle_driver, joint: pivot, position: "20*sqrt(0.5 - t)"}"""
# the slider is pulled to its dead centre at t = 0.5 s; the square root ends at t = 0.5 s
for name, drive, word in (("beyond reach", BEYOND, "driver 'pull'|joint '[a-z_]*pin'"), ("not a number", HOLE, "driver 'drive'")):
    for method, analysis in (("dynamic", "step: 1e-3 s"), ("adaptive", "tolerance: 1e-8"),
                             ("kinematic", "type: kinematic, step: 1e-3 s")):
        text = machine(drive=drive, analysis=analysis, sample="1e-3 s", vtk="0.01 s", bent=drive is BEYOND)
        out = folder("failing")
        done = call(["run", model("failing", text), "--out", out])
        told = re.search(r"run failed: (.*)", done.stderr)
        check(done.returncode == 3 and told is not None, f"{name}, {method}: exit code {done.returncode}")
        when = re.search(r"t = ([0-9.]+)", told.group(1)) if told else None
        check(bool(when) and abs(float(when.group(1)) - 0.5) < 0.02,
              f"{name}, {method}: says when and why: {told.group(1) if told else done.stderr[-300:]}")
        check(bool(told) and re.search(word, told.group(1)) is not None, f"{name}, {method}: names the culprit")
        if told:
            readable(out, f"{name}, {method}", float(when.group(1)))
            log = text_of(out, "run.log")
            check("FAILED: " + told.group(1) in log, f"{name}, {method}: run.log says the same")
            values = [x for column in probes(out).values() for x in column]
            check(all(abs(x) < 1e300 for x in values), f"{name}, {method}: nothing but numbers was written")
            again = call(["run", "--resume", out])
            check(again.returncode == 3 and "run failed" in again.stderr, f"{name}, {method}: resuming fails as well")
finish()
