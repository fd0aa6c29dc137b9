#!/usr/bin/env python3
# label: study
# timeout: 900
"""gudgeon wear on studies/benchmarks/wear_journal.yaml: the worn profile over the angle.

Reference for any number of revolutions: the Winkler wall of tests/reference/wear_winkler.csv integrated here by classical Runge-Kutta steps of 10 revolutions
on 1440 places, itself held against that table, whose depths are known to 3e-6 of the largest and to 3e-4 within 0.02 rad of the edge (at 4000
revolutions the place 0.7 rad is). Rigid limit:
closed form k W s/(R c) = th0/cos th0 - sin th0, depth c (1/cos th0 - 1).
Bounds of the profile: 4e-2 (Euler, jumps of 200 revolutions), 1e-3 (Heun, 50), those of the theory at 1000 revolutions; orders 1 and 2."""
import csv
import math
import os
import signal
import subprocess
import sys

from common import GUDGEON, OUT, SOURCE, Report

MODEL = os.path.join(SOURCE, "studies", "benchmarks", "wear_journal.yaml")
R, C, KW, WEAR, W, TURN = 0.01, 1e-4, 5e12, 1e-14, 1e5, 2 * math.pi
rep = Report("wear of a bearing")


class Wall:
    """The Winkler wall in steps of revolutions; only the upper half of the contact, which is symmetric."""

    def __init__(self, cells):
        self.cells = cells
        self.cos = [math.cos(i * TURN / cells) for i in range(cells // 5)]
        self.depth = [0.0] * len(self.cos)
        self.e = C + 5e-6

    def rate(self, depth):
        """Pressure: e by Newton from the load"""
        h = TURN / self.cells
        for _ in range(50):
            force = slope = 0.0
            for i, c in enumerate(self.cos):
                p = self.e * c - C - depth[i]
                if p > 0:
                    w = KW * R * h * c * (1 if i == 0 else 2)
                    force, slope = force + w * p, slope + w * c
            step = (W - force) / slope
            self.e += step
            if abs(step) < 1e-15 * C:
                break
        return [WEAR * KW * max(self.e * c - C - d, 0.0) * TURN * R for c, d in zip(self.cos, depth)]

    def advance(self, revolutions):
        d = self.depth
        k1 = self.rate(d)
        k2 = self.rate([x + 0.5 * revolutions * k for x, k in zip(d, k1)])
        k3 = self.rate([x + 0.5 * revolutions * k for x, k in zip(d, k2)])
        k4 = self.rate([x + revolutions * k for x, k in zip(d, k3)])
        self.depth = [x + revolutions / 6 * (a + 2 * b + 2 * c + e) for x, a, b, c, e in zip(d, k1, k2, k3, k4)]

    def at(self, angle):
        x = abs(math.remainder(angle, TURN)) / TURN * self.cells
        i = int(x)
        return 0.0 if i + 1 >= len(self.depth) else (1 + i - x) * self.depth[i] + (x - i) * self.depth[i + 1]


def wear(name, *args):
    """Surface of the bearing after a study: rows of numbers, and the folder"""
    out = os.path.join(OUT, name)
    subprocess.run(["rm", "-rf", out], check=True)
    run = subprocess.run([GUDGEON, "wear", MODEL, "--quiet", "--out", out, "--cycle", repr(TURN / 100), *args],
                         capture_output=True, text=True, check=False)
    if run.returncode:
        rep.fail(name, "exit code 0", "%d %s" % (run.returncode, run.stderr))
        rep.done()
    return surface(out), out


def surface(out):
    with open(os.path.join(out, "surface_bearing.csv")) as f:
        return [[float(x) for x in row] for row in list(csv.reader(f))[1:]]


def error(rows, wall):
    """Largest error of the depth by the largest depth; the load is along -y"""
    return max(abs(r[2] - wall.at(r[0] + TURN / 4)) for r in rows) / wall.depth[0]


# ---- the oracle against the table, and the profiles at 200 and 4000 revolutions against both ----
with open(os.path.join(SOURCE, "tests", "reference", "wear_winkler.csv")) as f:
    table = {int(r["revolutions"]): r for r in csv.DictReader(x for x in f if not x.startswith("#"))}
wall, done, walls = Wall(1440), 0, {}
for n in (200, 1000, 4000):
    while done < n:
        wall.advance(10 if n <= 1000 else 20)
        done += 10 if n <= 1000 else 20
    walls[n] = Wall(1440)
    walls[n].depth, walls[n].e = list(wall.depth), wall.e
    if n in table:
        row = table[n]
        worst = max(abs(wall.at(0.1 * k) - float(row["d" if k == 10 else "d%g" % (0.1 * k)])) for k in range(9))
        rep.below("oracle, %d revolutions" % n, "table", worst / float(row["d0"]), 3e-4)
        wall.rate(wall.depth)
        rep.below("oracle, approach beyond the clearance", "table",
                  abs((wall.e - C) / float(row["approach_beyond_clearance_m"]) - 1), 1e-4)
        th0 = float(row["rigid_edge_rad"])
        s = n * TURN * R
        rep.below("rigid limit, %d revolutions: closed form" % n, "table",
                  abs(WEAR * W * s / (R * C) / (th0 / math.cos(th0) - math.sin(th0)) - 1), 1e-8)

for n, jump, bound in ((200, "10", 3e-4), (4000, "50", 5e-4)):
    rows, _ = wear("wear_%d" % n, "--cycles", str(n), "--jump", jump)
    row = table[n]
    rep.below("profile at %d revolutions, Heun, jump %s" % (n, jump), "Winkler table",
              max(abs(r[2] - walls[n].at(r[0] + TURN / 4)) for r in rows) / float(row["d0"]), bound)
    if n == 4000:
        # the rigid law is approached as d(0) of the Winkler wall is, 5.4e-4 off
        rep.below("depth at 4000 revolutions", "rigid closed form",
                  abs(max(r[2] for r in rows) / float(row["rigid_depth_m"]) - 1), 1e-3)

# ---- a stiffer wall is the rigid limit (a): K ten times as large, so jumps ten times as short ----
rows, _ = wear("wear_stiff", "--cycles", "1000", "--jump", "20", "--set", "K=5e13", "--set", "nx=1440")
lo, hi = 0.0, 1.5
for _ in range(100):
    mid = 0.5 * (lo + hi)
    lo, hi = (mid, hi) if mid / math.cos(mid) - math.sin(mid) < WEAR * W * 1000 * TURN * R / (R * C) else (lo, mid)
rigid = [max((C / math.cos(lo)) * math.cos(r[0] + TURN / 4) - C, 0.0) for r in rows]
rep.below("profile at 1000 revolutions, K = 5e13 Pa/m", "rigid closed form",
          max(abs(r[2] - d) for r, d in zip(rows, rigid)) / max(rigid), 3e-2)
soft, _ = wear("wear_soft", "--cycles", "1000", "--jump", "50")
rep.true("a stiffer wall is nearer to the rigid limit",
         abs(max(r[2] for r in rows) / max(rigid) - 1) < 0.2 * abs(max(r[2] for r in soft) / max(rigid) - 1), "5 times",
         "%g and %g" % (max(r[2] for r in rows) / max(rigid) - 1, max(r[2] for r in soft) / max(rigid) - 1))

# ---- cycle jumps: size of the error and order, at 1000 revolutions ----
errors = {}
for method, jumps in (("--euler", (200, 100, 50)), ("", (100, 50, 25))):
    for jump in jumps:
        args = ["--cycles", "1000", "--jump", str(jump)] + ([method] if method else [])
        errors[method, jump] = error(wear("wear_jump", *args)[0], walls[1000])
rep.below("Euler, jump 200", "Winkler wall", errors["--euler", 200], 4e-2)
rep.below("Heun, jump 50", "Winkler wall", errors["", 50], 1e-3)
for method, name, pair, low, high in (("--euler", "Euler", (100, 50), 0.8, 1.6), ("", "Heun", (100, 50), 1.6, 2.8)):
    p = math.log2(errors[method, pair[0]] / errors[method, pair[1]])
    rep.within("%s, order from jumps %d and %d" % ((name,) + pair), str(1 if name == "Euler" else 2), p, low, high)
for (method, jump), e in errors.items():
    print("| %s, jump %d | largest error of the depth | %.2g | |" % (method or "--heun", jump, e))

# ---- the stability bound ----
run = subprocess.run([GUDGEON, "wear", MODEL, "--quiet", "--out", os.path.join(OUT, "wear_unstable"), "--cycle", repr(TURN / 100),
                      "--cycles", "1400", "--jump", "700"], capture_output=True, text=True, check=False)
rep.true("a jump beyond 2/B is refused", run.returncode == 3 and "unstable" in run.stderr and "at most 636" in run.stderr,
         "exit code 3, at most 636.6 cycles", "%d %s" % (run.returncode, run.stderr))

# ---- both sides worn over a whole turn: the journal's cells see the mean ----
rows, out = wear("wear_both", "--cycles", "100", "--set", "k_journal=3e-15", "--set", "turn=6.283185307179586", "--set", "step=0.002/speed",
                 "--set", "nx=96", "--set", "K=5e11")
journal = [r[3] for r in rows]
rep.below("journal wears alike around", "mean", max(journal) / min(journal) - 1, 2e-3)
with open(os.path.join(out, "wear.csv")) as f:
    last = list(csv.DictReader(f))[-1]
volume = [float(last["bearing_volume_%s [m^3]" % side]) for side in "ab"]
rep.below("volumes of bearing and journal", "ratio of the coefficients", abs(volume[1] / volume[0] / 0.3 - 1), 1e-12)

# ---- killed and resumed: the same bytes ----
args = [GUDGEON, "wear", MODEL, "--out", os.path.join(OUT, "wear_killed"), "--cycle", repr(TURN / 100), "--cycles", "1000",
        "--jump", "25"]
subprocess.run(["rm", "-rf", args[4]], check=True)
with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
    for line in child.stderr:
        if line.startswith("275 of"):
            child.send_signal(signal.SIGKILL)
            break
    child.communicate()
rep.true("killed", child.returncode == -signal.SIGKILL, "-9", str(child.returncode))
again = subprocess.run(args + ["--quiet"], capture_output=True, text=True, check=False)
rep.true("resumed", again.returncode == 0 and "cycles are done already" in again.stderr, "exit code 0", again.stderr)
_, whole = wear("wear_whole", "--cycles", "1000", "--jump", "25")
for name in sorted(os.listdir(whole)):
    if name.endswith(".lock"):
        continue
    with open(os.path.join(whole, name), "rb") as a, open(os.path.join(args[4], name), "rb") as b:
        rep.true("killed and resumed: " + name, a.read() == b.read(), "the same bytes", "others")
other = subprocess.run(args[:-1] + ["20", "--quiet"], capture_output=True, text=True, check=False)
rep.true("another study in the same folder", other.returncode == 2 and "another study" in other.stderr, "exit code 2", other.stderr)
sys.exit(rep.done())
