#!/usr/bin/python3
# label: fast
"""gudgeon plot SWEEP --campbell, --waterfall: frequencies and growth of a damped oscillator, its spectrum, against closed forms."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, call, check, finish, folder, model, read_rows

TEXT = """
space: 2d
parameters: {w: {default: 10 rad/s, doc: "natural frequency"}, zeta: 0.1}
bodies: {block: {type: point_mass, at: [0, 0], velocity: [1, 0], mass: 1 kg}}
forces:
  spring: {type: bushing, a: ground, b: block, stiffness: [w^2*1 kg, w^2*1 kg, 0], damping: [2*zeta*w*1 kg, 2*zeta*w*1 kg, 0]}
probes: {x: {type: position, of: block, component: x}}
analysis: {ANALYSIS}
output: {vtk: 0, sample: 10 ms}
"""
modes = model("modes", TEXT.replace("ANALYSIS", "type: modes, eigenvalues: complex, num_modes: 2").replace("velocity: [1, 0], ", ""))
out = folder("speeds")
done = call(["sweep", modes, "--over", "w=10 rad/s:30 rad/s:3", "--out", out])
check(done.returncode == 0, f"sweep of modes {done.stderr[-300:]}")
done = call(["plot", out, "--campbell"])
check(done.returncode == 0, f"--campbell {done.stderr[-300:]}")
rows = read_rows(os.path.join(out, "campbell.csv"))
check(len(rows) >= 3 and {float(r["w"]) for r in rows} == {10, 20, 30}, f"{len(rows)} eigenvalues of three points")
for r in rows:
    w = float(r["w"])
    error = abs(float(r["frequency"]) * 2 * math.pi / (w * math.sqrt(0.99)) - 1) + abs(float(r["growth"]) / (-0.1 * w) - 1)
    below(error, 1e-8, f"w = {w}: frequency and growth")
check(os.path.getsize(os.path.join(out, "plots", "campbell.png")) > 5000, "drawn")
swing = model("swing", TEXT.replace("ANALYSIS", "end: 10 s, step: 1 ms, rho: 1, stabilisation: projection"))
out = folder("swings")
done = call(["sweep", swing, "--over", "w=6.283185307179586 rad/s:18.84955592153876 rad/s:3", "--set", "zeta=0", "--out", out])
check(done.returncode == 0, f"sweep {done.stderr[-300:]}")
done = call(["plot", out, "--waterfall", "x"])
check(done.returncode == 0, f"--waterfall {done.stderr[-300:]}")
rows = read_rows(os.path.join(out, "waterfall_x.csv"))
for k in (1, 2, 3):
    peak = max((r for r in rows if abs(float(r["w"]) - 2 * math.pi * k) < 1e-6), key=lambda r: float(r["amplitude"]))
    # whole periods in 10 s: the line is that of the sine; samples are joined by straight lines and time steps have errors (w h)^2
    below(abs(float(peak["frequency"]) - k) * 10, 0.02, f"{k} Hz: the peak is at its line")
    below(abs(float(peak["amplitude"]) * 2 * math.pi * k - 1), 0.01, f"{k} Hz: amplitude 1/w")
for words, text in (([out, "--campbell"], "modes.csv"), ([out, "--waterfall", "y"], "no samples of 'y'"),
                    ([folder("none"), "--campbell"], "need a sweep")):
    done = call(["plot", *words])
    check(done.returncode == 2 and text in done.stderr, f"refused: {text}")
finish()
