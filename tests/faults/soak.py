#!/usr/bin/python3
# label: long
# timeout: 20000
"""1e7 steps of one run: memory and open files stay what they were after the first tenth, and what one step costs does."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import faulty
from runs import check, finish, folder, model, probes, text_of

TEXT = """space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  rod: {type: rigid_body, from: [0, 0], to: [0.5, 0], centre: [0.25, 0], mass: 0.2 kg, shape: rod}
joints:
  hinge: {type: revolute, a: ground, b: rod.from}
probes:
  angle: {type: angle, of: rod}
analysis: {end: 10000 s, step: 1e-3 s}
output: {vtk: 0, sample: 1 s, checkpoint: 0.5 s}
"""


def look(pid):
    """(resident kB, open files), or None when it has ended."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            kilobytes = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
        return kilobytes, len(os.listdir(f"/proc/{pid}/fd"))
    except (OSError, StopIteration):
        return None


out = folder("soak")
process = faulty.start(["run", model("soak", TEXT), "--out", out, "--quiet"])
seen = []
while process.poll() is None:
    now = look(process.pid)
    if now:
        seen.append((faulty.cpu_time(process.pid) or 0, *now))
    time.sleep(0.5)
said = process.communicate()[1]
check(process.returncode == 0, f"exit code {process.returncode} {said[-300:]}")
steps = int(text_of(out, "summary.csv").splitlines()[1].split(",")[1])
check(steps == 10_000_000 and probes(out)["t"][-1] == 10000, f"{steps} steps")
total = seen[-1][0]
later = [row for row in seen if row[0] > 0.1 * total]
memory, files = [row[1] for row in later], [row[2] for row in later]
check(len(later) > 20 and max(memory) - memory[0] <= 256,
      f"memory {memory[0]} ... {max(memory)} kB over {len(later)} looks, {total:.0f} s of CPU time")
check(max(files) - min(files) <= 1, f"open files {min(files)} ... {max(files)} (one more while a checkpoint is written)")
finish()
