#!/usr/bin/env python3
# label: long
# timeout: 7200
"""Tian et al. 2010, the paper's runs with clearance: double pendulum, dry (0.5 s, peak force and mean e/c) and 2 s for the times of
Table 1 (E = 6.9e11, 6.9e9, 6.9e8 with 4, 12, 16 elements per link, dry and lubricated), slider-crank over 2 s, rigid and flexible,
adaptive and with the paper's step. Words on the command line (pendulum, times, rigid, oil, stiff, soft) run these parts only.

The dry runs are chaotic: statistics are compared (docs/references.md). Times are CPU seconds of this machine beside the paper's."""
import math
import sys
from types import SimpleNamespace

from common import Report, simulate, study

from planar import slider_crank

rep = Report("Tian et al., the paper's runs")
PENDULUM, CRANK = study("tian2010/double_pendulum.yaml"), study("tian2010/slider_crank.yaml")
C = 2e-4
PARTS = sys.argv[1:] or ["pendulum", "times", "rigid", "oil", "stiff", "soft"]


def pendulum(name, **sets):
    return simulate(PENDULUM, name, {k: str(v) for k, v in dict(sets, vtk=0).items()})


def largest(run, probe):
    """Over all steps, from the summary"""
    return float([x for x in run.text.split("\n") if x.startswith(probe + " ")][0].split()[-2])


# --- double pendulum, dry, 0.5 s ---------------------------------------------------------------------------------------------
# adaptive: tolerances at which the motion has converged. With 1e-8 ... 5e-10 E = 6.9e11 scatters: mean e/c 0.9568 ... 0.9589, and
# 0.9620, 0.9624 with 2e-10, 1e-10; E = 6.9e9 has 0.9577 ... 0.9594, and from 1e-9 on 0.9592 or 0.9593
for E, n, tolerance in (("6.9e11", 4, "1e-10"), ("6.9e9", 12, "1e-9"), ("6.9e8", 16, "1e-9")) if "pendulum" in PARTS else ():
    for way, sets in (("tolerance " + tolerance, {"tolerance": tolerance}), ("step 2e-6 s", {"step": "2e-6 s"})):
        run = pendulum("dry%s_%s" % (E, way.split()[0]), joint="dry", E=E, elements=n, end=0.5, sample="1e-5 s", **sets)
        top, mean = largest(run, "joint_force"), sum(math.hypot(x, z) for x, z in zip(run["ecc_A_x"], run["ecc_A_z"])) / len(run.t) / C
        rep.within("E = %s, %d elements, dry, %s: peak force, N" % (E, n, way), "1476 ... 1495 +- 3 %", top, 0.97 * 1476, 1.03 * 1495)
        rep.within("E = %s, dry, %s: mean e/c over 0.5 s" % (E, way), "0.960 ... 0.962 +- 0.003", mean, 0.957, 0.965)

# --- times -------------------------------------------------------------------------------------------------------------------
TIMES = {"lubricated": (3885, 10247, 18114), "dry": (3085, 8114, 15751)}
for joint, paper in TIMES.items() if "times" in PARTS else ():
    for k, (E, n) in enumerate((("6.9e11", 4), ("6.9e9", 12), ("6.9e8", 16))):
        run = pendulum("time_%s_%s" % (joint, E), joint=joint, E=E, elements=n, end=2)
        print("| 2 s, E = %s, %d elements per link, %s: %.1f s of CPU time; the paper: %d s |" % (E, n, joint, run.cpu, paper[k]))
        rep.below("2 s, E = %s, %s: energy balance, J" % (E, joint), "12 J exchanged", max(abs(v) for v in run.energy["numerical"]), 0.02)
        if joint == "lubricated":
            rep.within("2 s, E = %s: largest e/c" % E, "below 1", largest(run, "ecc_A") / C, 0.1, 0.999)

# --- slider-crank, 2 s -------------------------------------------------------------------------------------------------------
# chaotic: the mean e/c of a run is that of one member; its standard error comes from windows of 0.25 s (about 21 turns each, longer
# than the motion remembers). "Settled" leaves the first window out, in which the soft rod comes to rest on the wall.


def average(part):
    """Mean and its standard error"""
    mean = sum(part) / len(part)
    return mean, math.sqrt(sum((p - mean) ** 2 for p in part) / (len(part) - 1) / len(part))


def dry_crank(name, **sets):
    run = simulate(CRANK, "crank_" + name, {k: str(v) for k, v in dict({"joint": "dry", "end": 2, "sample": "2e-5 s"}, **sets).items()})
    e = [math.hypot(x, z) / C for x, z in zip(run["ecc_x"], run["ecc_z"])]
    size = len(e) // 8
    part = [sum(e[k * size:(k + 1) * size]) / size for k in range(8)]
    o = SimpleNamespace(tilt=max(abs(v) for v in run["tilt"]), lost=-run.energy["work_contact"][-1], numerical=run.energy["numerical"][-1])
    (o.mean, o.error), (o.settled, o.settled_error) = average(part), average(part[1:])
    print("| slider-crank, dry, 2 s, %s: mean e/c %.5f +- %.5f, settled %.5f +- %.5f, centre off the wall in %.1f %% of the time, largest e/c in 1.9 to 2 s %.3f, "
          "largest tilt %.1e rad, contact dissipates %.2f J, numerical %.1e J, %.0f s of CPU time |"
          % (name, o.mean, o.error, o.settled, o.settled_error, 100 * sum(x < 1 for x in e[size:]) / (7 * size), max(e[-size * 2 // 5:]), o.tilt, o.lost,
             o.numerical, run.cpu))
    return o


def always_pressed(angles=360):
    """Mean e/c of a journal that never leaves the wall, its force that of ideal joints (closed form): 1 + mean of (F/K)^(2/3)/c"""
    K, mass = 1.61916132e11, 0.21000006
    inertia = mass * (0.12 ** 2 + 0.015 ** 2) / 12
    F = [slider_crank(2 * math.pi * k / angles, rod_mass=mass, rod_inertia=inertia)["joint_force"] for k in range(angles)]
    return 1 + sum((f / K) ** (2 / 3) for f in F) / angles / C


def between(name, mean, error):
    """Two standard errors, the range's own not counted"""
    rep.within("slider-crank, dry, %s: mean e/c over 2 s" % name, "1.0155 ... 1.0160, standard error %.4f" % error, mean, 1.0155 - 2 * error,
               1.0160 + 2 * error)


if "rigid" in PARTS:
    runs = [dry_crank("rigid, tolerance " + t, rod="rigid", tolerance=t) for t in ("1e-9", "5e-10", "2e-10", "1e-10")]
    rep.below("slider-crank, dry, rigid: energy not accounted for, of what contact dissipates, worst of four", "0", max(abs(r.numerical) / r.lost for r in runs), 0.03)
    between("rigid, average of four runs", sum(r.mean for r in runs) / 4, math.sqrt(sum(r.error ** 2 for r in runs)) / 4)
if "stiff" in PARTS:
    for name, sets in (("E = 2.07e15, adaptive", {"tolerance": "2e-9"}), ("E = 2.07e15, step 2e-6 s", {"step": "2e-6 s"})):
        o = dry_crank(name, E="2.07e15", **sets)
        between(name, o.mean, o.error)
        rep.below("slider-crank, dry, %s: tilt, rad" % name, "planar", o.tilt, 1e-9)
        rep.below("slider-crank, dry, %s: energy not accounted for, of what contact dissipates" % name, "0", abs(o.numerical) / o.lost, 0.03)
if "soft" in PARTS:
    WAYS = {"adaptive": {"tolerance": "1e-7"}, "step 2e-6 s": {"step": "2e-6 s"}}
    members = {}
    for way, sets in WAYS.items():
        for kind, side in (("in its plane", 0), ("disturbed", 1e-6), ("disturbed", 2e-6), ("disturbed", 3e-6)):
            name = "E = 5e9, %s%s, %s" % (kind, " by %g" % side if side else "", way)
            o = dry_crank(name, E="5e9", side=side, **sets)
            members.setdefault((kind, way), []).append(o)
            rep.below("slider-crank, dry, %s: energy not accounted for, of what contact dissipates" % name, "0", abs(o.numerical) / o.lost, 0.02)
            if side:
                rep.within("slider-crank, dry, %s: largest tilt, rad" % name, "unstable in its plane; 2c/B = 0.02", o.tilt, 1e-3, 0.025)
            else:
                rep.below("slider-crank, dry, %s: tilt, rad" % name, "symmetry", o.tilt, 0)
                rep.below("slider-crank, dry, %s: settled mean e/c" % name, "always pressed: %.5f" % always_pressed(), abs(o.settled - always_pressed()), 1e-3,
                          o.settled)
    # disturbed: runs scatter by twice what their windows say, so the error comes from three of them
    settled = {key: average([o.settled for o in m]) if len(m) > 1 else (m[0].settled, m[0].settled_error) for key, m in members.items()}
    for kind in ("in its plane", "disturbed"):
        (a, ea), (b, eb) = (settled[kind, way] for way in WAYS)
        print("| slider-crank, dry, E = 5e9, %s: settled mean e/c %.5f +- %.5f adaptive, %.5f +- %.5f with step 2e-6 s |" % (kind, a, ea, b, eb))
        rep.below("slider-crank, dry, E = 5e9, %s: settled mean e/c, adaptive against step 2e-6 s, in standard errors" % kind, "each other",
                  abs(a - b) / math.hypot(ea, eb), 3, (a, b))
if "oil" in PARTS:
    run = simulate(CRANK, "crank_oil", {"joint": "lubricated", "rod": "rigid", "end": "2", "settle": "1.9", "sample": "5e-5 s", "tolerance": "1e-9"})
    short = simulate(CRANK, "crank_ten", {"joint": "lubricated", "rod": "rigid", "end": "0.12", "sample": "5e-5 s", "tolerance": "1e-9"})
    turn = 0.012
    e = {k: [math.hypot(r.at("ecc_x", t), r.at("ecc_z", t)) for t in (t0 + 0.0005 * i for i in range(24))]
         for k, r, t0 in (("ten", short, 9 * turn), ("late", run, 165 * turn))}
    rep.below("slider-crank, oil: orbit of revolution 166 against revolution 10, of c", "equal", max(abs(a - b) for a, b in zip(*e.values())) / C, 1e-4)
    for E in ("2.07e15", "5e9"):
        run = simulate(CRANK, "crank_oil_" + E, {"joint": "lubricated", "E": E, "end": "2", "settle": "1.9", "sample": "2e-5 s"})
        e = [math.hypot(x, z) / C for x, z in zip(run["ecc_x"], run["ecc_z"])]
        print("| slider-crank, E = %s, 4 elements, oil, 2 s: %.1f s of CPU time, e/c %.3f ... %.3f in the last 0.1 s |" % (E, run.cpu, min(e), max(e)))
        rep.within("slider-crank, E = %s, oil: largest e/c, 1.9 to 2 s" % E, "below 1", max(e), 0.5, 0.999)
rep.done()
