#!/usr/bin/env python3
# label: bench
"""A plate of 100 000 quadrilaterals, fixed step, on 1 and 2 processes: same answer; wall time per step with direct and with
Krylov solvers. Two processes that share a core with other work wait for each other, which says nothing: on a busy machine
the script is skipped (GUD_ANYWAY=1: not)."""
import os
import subprocess
import time
from common import GUDGEON, OUT, read_csv

MODEL = """
space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {solver: {default: direct, choices: [direct, krylov]}, steps: 4}
bodies:
  plate: {type: quad4, mesh: {type: rectangle, size: [1 m, 1 m], nx: 316, ny: 316}, E: 2e11 Pa, nu: 0.3, density: 7800 kg/m^3, thickness: 10 mm}
joints:
  wall: {type: clamp, a: ground, b: plate.left}
probes:
  tip_v: {type: velocity, of: plate.top_right, component: y}
analysis: {end: steps*1e-4 s, step: 1e-4 s, linear_solver: $solver}
output: {sample: 1e-4 s, vtk: 0}
"""
FEW, MANY = 2, 8


def run(solver, processes, steps):
    """(wall seconds, tip velocities)"""
    folder = os.path.join(OUT, "%s_%d" % (solver, processes))
    start = ([os.environ.get("MPIEXEC", "mpiexec"), "--oversubscribe", "-n", str(processes)] if processes > 1 else [])
    begin = time.time()
    done = subprocess.run(start + [GUDGEON, "run", os.path.join(OUT, "plate.yaml"), "--quiet", "--out", folder, "--set",
                                   "solver=" + solver, "--set", "steps=%d" % steps], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True,
                          env=dict(os.environ, OMPI_MCA_mpi_yield_when_idle="1"))
    if done.returncode:
        raise SystemExit("FAILED %s on %d processes\n%s" % (solver, processes, done.stdout[-2000:]))
    return time.time() - begin, read_csv(os.path.join(folder, "probes.csv"))["tip_v"]


if os.cpu_count() < 2 or (os.getloadavg()[0] > os.cpu_count() - 1 and not os.environ.get("GUD_ANYWAY")):
    print("> skipped: load %.1f on %d cores; two of them must be idle" % (os.getloadavg()[0], os.cpu_count()))
    raise SystemExit(77)
os.makedirs(OUT, exist_ok=True)
with open(os.path.join(OUT, "plate.yaml"), "w") as f:
    f.write(MODEL)
bad = 0
print("| 99856 quadrilaterals, h = 1e-4 s | s per step, 1 process (wall) | 2 processes | speed-up | difference of the answers | "
      "load of the machine (%d cores) |\n|---|---:|---:|---:|---:|---:|" % os.cpu_count())
for solver in ("direct", "krylov"):
    per_step, values = [], []
    for n in (1, 2):
        few, many = run(solver, n, FEW), run(solver, n, MANY)   # what both have in common is set-up and factorisation
        per_step.append((many[0] - few[0]) / (MANY - FEW))
        values.append(many[1])
    peak = max(map(abs, values[0]))
    apart = max(abs(a - b) for a, b in zip(*values)) / peak
    print("| %s | %.2f | %.2f | %.2f | %.1e | %.1f |" % (solver, per_step[0], per_step[1], per_step[0] / per_step[1], apart,
                                                       os.getloadavg()[0]), flush=True)
    if not apart < 1e-7 or len(values[0]) != MANY + 1:  # Newton leaves 1e-10 as a mean over 2e5 coordinates: 4e-8 in one
        print("FAILED: the answers on 1 and 2 processes differ by %.1e" % apart)
        bad = 1
raise SystemExit(bad)
