#!/usr/bin/python3
# label: mpi
"""Poincare sections against closed forms: a linear oscillator and a crank on a ramp; repetition of the state; runs that
end when they are periodic; interrupted runs and several processes write the same points."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from oscillator import oscillator
from runs import (below, call, check, difference, finish, folder, interrupt_at, model, orders, read_csv, run,
                  same_results, text_of)

W = 2 * math.pi


def section(name, text, *sets, code=0, processes=1):
    """The points of a run and its folder."""
    out = run(name, model(name, text), "--quiet", sets=sets, processes=processes, code=code)
    return read_csv(os.path.join(out, "poincare.csv")), out


# ---- passes of zero: x = 0.5/w sin(w t), vx = 0.5 cos(w t); the start is no pass ----

for direction, first, every in (("up", 1.0, 1.0), ("down", 0.5, 1.0), ("both", 0.5, 0.5)):
    errors = []
    for step in ("4e-3", "2e-3", "1e-3"):
        got, _ = section(f"zero_{direction}", oscillator(f"poincare: {{zero: x, direction: {direction}}}"),
                         f"step={step}", "end=10.2")
        want = [first + every * k for k in range(len(got["t"]))]
        check(len(want) == round(10 / every), f"{direction}: {len(want)} passes")
        check(got["crossing"] == list(range(1, len(want) + 1)), f"{direction}: numbered")
        below(max(map(abs, got["x"])), 1e-15, f"{direction}, step {step}: x at the section")
        errors.append(max(abs(t - u) for t, u in zip(got["t"], want)))
        speed = max(abs(v - 0.5 * math.cos(W * t)) for v, t in zip(got["vx"], want))
        below(speed, 1e-9, f"{direction}, step {step}: speed there")
    found = orders(errors)
    check(all(abs(p - 2) < 0.02 for p in found), f"{direction}: instants of order {found}, errors {errors}")

# a level other than zero, a dynamic probe (linear between steps): pull = -w^2 x passes -w^2 0.04 with x = 0.04
got, _ = section("level", oscillator("poincare: {zero: x, offset: 0.04, direction: up, record: [vx, x]}"), "step=1e-3")
check(list(got) == ["crossing", "t", "vx", "x"], "columns as recorded")
want = [math.asin(0.04 * W / 0.5) / W + k for k in range(10)]
below(max(abs(t - u) for t, u in zip(got["t"], want)), 4e-5, "level 0.04: instants")
below(max(abs(x - 0.04) for x in got["x"]), 1e-15, "level 0.04: x there")
got, _ = section("dynamic", oscillator("poincare: {zero: pull, direction: both, record: [x]}"), "step=1e-3")
below(max(map(abs, got["x"])), 1e-8, "zero of a force: x there")

# ---- a crank on a ramp of its speed: angle = t^2 rad up to 10 s; sections every 2 pi from 1 rad on ----

ramp = "{type: ramp, from: 0, to: 20 rad/s, duration: 10 s, shape: linear}"
for step in ("5e-3", "2.5e-3"):
    got, _ = section("ramp", oscillator("poincare: {angle: turn, offset: 1 rad, record: [turn]}", speed=ramp),
                     f"step={step}")
    want = [math.sqrt(1 + 2 * math.pi * k) for k in range(16)]
    check(len(got["t"]) == 16, f"ramp: {len(got['t'])} passes")
    below(max(abs(t - u) for t, u in zip(got["t"], want)), 2e-9, f"ramp, step {step}: instants")
    below(max(abs(a - u * u) for a, u in zip(got["turn"], want)), 1e-12, f"ramp, step {step}: angle there")
# a crank that rests on a section does not pass it; one that turns back passes each section once more, downwards
got, _ = section("rest", oscillator("poincare: {angle: turn, direction: both}", speed="0"))
check(not got["t"], "a crank at rest on the section passes nothing")
# backwards: from 0 the sections at -2 pi k; the start is none
got, _ = section("backwards", oscillator("poincare: {angle: turn, direction: down}", speed="-2*pi*1 Hz"), "end=4.5")
check(len(got["t"]) == 4, f"backwards: {len(got['t'])} passes")
below(max(abs(t - k - 1) for k, t in enumerate(got["t"])), 1e-9, "backwards: instants")
back = "{type: ramp, from: 10 rad/s, to: -10 rad/s, duration: 4 s, shape: linear}"  # angle = 10 t - 2.5 t^2, back at 4 s
counts = {}
for direction in ("up", "down", "both"):
    got, _ = section("back", oscillator(f"poincare: {{angle: turn, every: 3 rad, direction: {direction}}}", speed=back),
                     "end=3.9")
    counts[direction] = got["t"]
times = [2 - s * math.sqrt(4 - 1.2 * k) for s, ks in ((1, (1, 2, 3)), (-1, (3, 2, 1))) for k in ks]
check(len(counts["both"]) == 6 and counts["up"] == counts["both"][:3] and counts["down"] == counts["both"][3:],
      f"there and back: {counts}")
below(max(abs(t - u) for t, u in zip(counts["both"], times)), 2e-9, "there and back: instants")

# ---- every period of the excitation; settle; closed form of the forced motion ----

got, out = section("period", oscillator("poincare: {period: 0.37 s, phase: 0.1 s, record: [x, turn]}",
                                        analysis="settle: 2 s"), "step=1e-3")
want = [0.1 + 0.37 * k for k in range(6, 27)]
check(len(want) == len(got["t"]), f"period: {len(got['t'])} points from 2 s to 10 s")
below(max(abs(t - u) for t, u in zip(got["t"], want)), 1e-12, "period: instants")
below(max(abs(x - 0.5 / W * math.sin(W * t)) for x, t in zip(got["x"], want)), 2e-5, "period: x")
below(max(abs(a - 2 * t) for a, t in zip(got["turn"], want)), 1e-10, "period: crank angle")

# summary.csv: statistics over whole periods from `settle` on
row = read_csv(os.path.join(out, "summary.csv"))
amplitude = 0.5 / W
for name, value in (("x.max", amplitude), ("x.min", -amplitude), ("x.mean", 0), ("x.rms", amplitude / math.sqrt(2)),
                    ("turn.mean", 12), ("turn.rms", math.sqrt((20 ** 3 - 4 ** 3) / 3 / 16)), ("turn.last", 20)):
    below(abs(row[name][0] - value), 3e-6, f"summary: {name}")
check(row["crossings"] == [21] and row["period"] == [0] and row["steps"] == [10000], "summary: counts")

# ---- until: periodic ----

FORCED = "poincare: {period: 2*pi/W, record: [x, vx]}"
text = oscillator(FORCED, analysis="until: periodic, period_tolerance: 1e-7", speed="0")
got, out = section("forced", text, "zeta=0.05", "force=2", "end=200", "step=2*pi/W/400")
drive = 3.7
response = 2 / complex(W * W - drive * drive, 2 * 0.05 * W * drive)
log = text_of(out, "run.log")
check("periodic: the state repeats after 1 pass" in log, "forced: periodic with period 1")
check(got["t"][-1] < 100, f"forced: over at t = {got['t'][-1]:.3g} s of 200 s")
# what is still to come is below the tolerance: 1e-7 of the size of the model (0.1 m) and of the largest speed
length = 0.1
left = abs(got["x"][-1] - got["x"][-2])
below(left, 1e-7 * length, "forced: last change of x")
phase = [got["x"][-1], got["vx"][-1]]
below(abs(phase[0] - response.real) + abs(phase[1] / drive + response.imag), 1e-4 * abs(response),
      "forced: closed form of the steady motion")
rate = math.exp(-0.05 * W * 2 * math.pi / drive)  # of the transient per period
check(abs(math.log(abs(got["x"][-1] - got["x"][-2])) - math.log(abs(got["x"][-6] - got["x"][-7])) - 5 * math.log(rate))
      < 3, "forced: the transient dies as it must")

# twice the section per period of the motion: period 2; a section at a third: 3
for part in (2, 3, 5):
    text = oscillator(f"poincare: {{period: 2*pi/W/{part}}}", analysis="until: periodic, period_tolerance: 1e-7",
                      speed="0")
    _, out = section(f"part_{part}", text, "zeta=0.05", "force=2", "end=200", "step=2*pi/W/300")
    check(f"repeats after {part} passes" in text_of(out, "run.log"), f"{part} sections per period: period {part}")

# undamped: the free motion stays, its frequency has no common period with the force; ends where it was told to
text = oscillator(FORCED, analysis="until: periodic", speed="0")
got, out = section("free", text, "force=2", "end=40")
check("not periodic up to period 8" in text_of(out, "run.log") and max(got["t"]) > 38, "undamped: not periodic, to the end")
text = oscillator(FORCED, analysis="until: periodic, max_periods: 12", speed="0")
got, out = section("few", text, "force=2", "end=40")
check(len(got["t"]) == 12 and "not periodic" in text_of(out, "run.log"), "max_periods: 12 passes, not periodic")
got, _ = section("one_pass", text.replace("max_periods: 12", "max_periods: 1"), "force=2", "end=40")
check(len(got["t"]) == 1, "max_periods: 1 pass")

# ---- the same after interruptions, and on two processes ----

text = oscillator("poincare: {angle: turn, every: 1 rad}", analysis="until: periodic, period_tolerance: 1e-9")
path = model("resumed", text)
sets = ["--set", "end=30", "--set", "step=2e-4", "--set", "zeta=0.01"]
whole = run("whole", path, *sets, "--quiet")
out = folder("parts")
code, _ = interrupt_at(30, ["run", path, "--out", out, *sets])
check(code == 130 and not os.path.exists(os.path.join(out, "summary.csv")), "interrupted: no summary.csv yet")
code, _ = interrupt_at(30, ["run", "--resume", out])
done = call(["run", "--resume", out, "--quiet"])
check(code == 130 and done.returncode == 0, f"resumed: {done.stderr[-300:]}")
same_results(whole, out, "interrupted twice")
before = text_of(whole, "poincare.csv")
check(call(["run", "--resume", whole, "--quiet"]).returncode == 0 and text_of(whole, "poincare.csv") == before,
      "a run that is over stays so")
one, _ = section("one", text, "end=2")
two, _ = section("two", text, "end=2", processes=2)
below(difference(one, two)[0], 1e-11, f"two processes: {len(one['t'])} points")
finish()
