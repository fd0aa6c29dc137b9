#!/usr/bin/env python3
# label: long
# timeout: 2400
"""Tian et al. 2010, the paper's runs with clearance: double pendulum, dry (0.5 s, peak force and mean e/c) and 2 s for the times of
Table 1 (E = 6.9e11, 6.9e9, 6.9e8 with 4, 12, 16 elements per link, dry and lubricated), slider-crank over 2 s.

The dry runs are chaotic: statistics are compared (docs/references.md). Times are CPU seconds of this machine beside the paper's."""
from common import Report, simulate, study
import math

rep = Report("Tian et al., the paper's runs")
PENDULUM, CRANK = study("tian2010/double_pendulum.yaml"), study("tian2010/slider_crank.yaml")
C = 2e-4


def pendulum(name, **sets):
    return simulate(PENDULUM, name, {k: str(v) for k, v in dict(sets, vtk=0).items()})


def largest(run, probe):
    """Over all steps, from the summary"""
    return float([x for x in run.text.split("\n") if x.startswith(probe + " ")][0].split()[3])


# --- double pendulum, dry, 0.5 s ---------------------------------------------------------------------------------------------
for E, n in (("6.9e11", 4), ("6.9e9", 12), ("6.9e8", 16)):
    run = pendulum("dry" + E, joint="dry", E=E, elements=n, end=0.5, sample="1e-5 s")
    top, mean = largest(run, "joint_force"), sum(math.hypot(x, z) for x, z in zip(run["ecc_A_x"], run["ecc_A_z"])) / len(run.t) / C
    rep.within("E = %s, %d elements, dry: peak force, N" % (E, n), "1476 ... 1495 +- 3 %", top, 0.97 * 1476, 1.03 * 1495)
    rep.within("E = %s, dry: mean e/c over 0.5 s" % E, "0.960 ... 0.962 +- 0.003", mean, 0.957, 0.965)

# --- times -------------------------------------------------------------------------------------------------------------------
TIMES = {"lubricated": (3885, 10247, 18114), "dry": (3085, 8114, 15751)}
AIM = (20, 60, 120)
for joint, paper in TIMES.items():
    for k, (E, n) in enumerate((("6.9e11", 4), ("6.9e9", 12), ("6.9e8", 16))):
        run = pendulum("time_%s_%s" % (joint, E), joint=joint, E=E, elements=n, end=2)
        print("| 2 s, E = %s, %d elements per link, %s: %.1f s of CPU time; the paper: %d s |" % (E, n, joint, run.cpu, paper[k]))
        rep.below("2 s, E = %s, %s: CPU time, s" % (E, joint), "the paper: %d s" % paper[k], run.cpu, AIM[k])
        rep.below("2 s, E = %s, %s: energy balance, J" % (E, joint), "12 J turned over", max(abs(v) for v in run.energy["numerical"]), 0.02)
        if joint == "lubricated":
            rep.within("2 s, E = %s: largest e/c" % E, "below 1", largest(run, "ecc_A") / C, 0.1, 0.999)

# --- slider-crank, 2 s -------------------------------------------------------------------------------------------------------
# chaotic: the mean over 2 s differs by some 0.001 between runs whose steps differ in anything, here in the tolerance. Their
# average must meet the range of the reference within twice its standard error. (Measured 1.0171, 1.0149, 1.0150 with 1e-8, 1e-9, 1e-10: open.)
means = []
for tolerance in ("1e-8", "5e-9", "2e-9", "1e-9"):
    run = simulate(CRANK, "crank_dry", {"joint": "dry", "rod": "rigid", "end": "2", "sample": "2e-5 s", "tolerance": tolerance})
    means.append(sum(math.hypot(x, z) for x, z in zip(run["ecc_x"], run["ecc_z"])) / len(run.t) / C)
    print("| slider-crank, rigid, dry, 2 s, tolerance %s: mean e/c %.5f, %.1f s of CPU time |" % (tolerance, means[-1], run.cpu))
mean = sum(means) / len(means)
spread = math.sqrt(sum((m - mean) ** 2 for m in means) / (len(means) - 1))
rep.below("slider-crank, rigid, dry: spread of the mean e/c among four runs", "small", spread, 2e-3)
rep.within("slider-crank, rigid, dry: mean e/c over 2 s, average of four runs", "1.0155 ... 1.0160, standard error %.4f" % (spread / 2), mean,
           1.0155 - spread, 1.0160 + spread)
run = simulate(CRANK, "crank_oil", {"joint": "lubricated", "rod": "rigid", "end": "2", "settle": "1.9", "sample": "5e-5 s", "tolerance": "1e-9"})
short = simulate(CRANK, "crank_ten", {"joint": "lubricated", "rod": "rigid", "end": "0.12", "sample": "5e-5 s", "tolerance": "1e-9"})
turn = 0.012
e = {k: [math.hypot(r.at("ecc_x", t), r.at("ecc_z", t)) for t in (t0 + 0.0005 * i for i in range(24))]
     for k, r, t0 in (("ten", short, 9 * turn), ("late", run, 165 * turn))}
rep.below("slider-crank, oil: orbit of revolution 166 against revolution 10, of c", "equal", max(abs(a - b) for a, b in zip(*e.values())) / C, 1e-4)
for E in ("2.07e15", "5e9"):
    for joint in ("dry", "lubricated"):
        run = simulate(CRANK, "crank_%s_%s" % (joint, E), {"joint": joint, "E": E, "end": "2", "settle": "1.9", "sample": "2e-5 s"})
        e = [math.hypot(x, z) / C for x, z in zip(run["ecc_x"], run["ecc_z"])]
        print("| slider-crank, E = %s, 4 elements, %s, 2 s: %.1f s of CPU time, e/c %.3f ... %.3f in the last 0.1 s |" % (E, joint, run.cpu, min(e), max(e)))
        if joint == "lubricated":
            rep.within("slider-crank, E = %s, oil: largest e/c, 1.9 to 2 s" % E, "below 1", max(e), 0.5, 0.999)
        else:
            rep.within("slider-crank, E = %s, dry: largest e/c, 1.9 to 2 s" % E, "above 1, by the penetration", max(e), 1.001, 1.5)
rep.done()
