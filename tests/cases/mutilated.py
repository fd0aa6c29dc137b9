#!/usr/bin/python3
# label: study
# timeout: 600
"""Checkpoints that are whole (the sum fits) but were never written by a run: every field of eight bytes is set to values
that cannot be, the sum is repaired, and the run is resumed. Refused with exit code 2, or the run goes on and ends; no crash,
no run without end.
"""
import os
import shutil
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import GUDGEON, OUT, call, check, finish, folder, interrupt_at, model

TEXT = """space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  rod: {type: rigid_body, from: [0, 0], to: [0.5, 0], centre: [0.25, 0], mass: 0.2 kg, shape: rod}
joints:
  hinge: {type: revolute, a: ground, b: rod.from}
probes:
  angle: {type: angle, of: rod}
analysis: {end: 1 s, step: 1e-5 s}
output: {vtk: 0.5 s, sample: 0.1 s}
poincare: {zero: angle, offset: -1}
"""


def fnv(data):
    """Sum of base/sum.h."""
    value = 1469598103934665603
    for byte in data:
        value = (value ^ byte) * 1099511628211 & 0xFFFFFFFFFFFFFFFF
    return value


path = model("pendulum", TEXT)
out = folder("stopped")
code, _ = interrupt_at(50, ["run", path, "--out", out])
check(code == 130, "a run is stopped")
with open(os.path.join(out, "checkpoint.bin"), "rb") as file:
    whole = file.read()
body = whole[:-8]
check(struct.unpack("<Q", whole[-8:])[0] == fnv(body), "the sum of the file is that of base/sum.h")
begin = body.index(b"pendulum.yaml") + len("pendulum.yaml") + 4  # behind the origin
VALUES = {"nan": struct.pack("<d", float("nan")), "inf": struct.pack("<d", float("-inf")), "ones": b"\xff" * 8,
          "big": struct.pack("<q", 2**62), "zero": bytes(8), "other": struct.pack("<ii", 7, 1)}
codes = {}
offsets = range(begin, len(body) - 8, 4)
offsets = offsets[:: max(1, len(offsets) // 80)]
tries = [(offset, list(VALUES)[i % len(VALUES)]) for i, offset in enumerate(offsets)]
for offset, name in tries:
    bad = body[:offset] + VALUES[name] + body[offset + 8:]
    if bad == body:
        continue
    work = folder("tried")
    shutil.copytree(out, work)
    with open(os.path.join(work, "checkpoint.bin"), "wb") as file:
        file.write(bad + struct.pack("<Q", fnv(bad)))
    try:
        done = subprocess.run([GUDGEON, "run", "--resume", work, "--quiet"], capture_output=True, text=True, check=False, cwd=OUT,
                              timeout=20)
        got = done.returncode
    except subprocess.TimeoutExpired:
        got = "endless"
    codes[got] = codes.get(got, 0) + 1
    if got not in (0, 2, 3):
        check(False, f"{name} at {offset}: {got} {done.stderr[-200:] if got != 'endless' else ''}")
    if got == 2 and "checkpoint" not in done.stderr:
        check(False, f"{name} at {offset}: refused without saying why: {done.stderr}")
check(codes.get(2, 0) >= 10, f"{len(tries)} forged checkpoints of {len(body)} bytes: exit codes {codes}")
for name, data in (("longer", body + bytes(8)), ("shorter", body[:-8])):
    with open(os.path.join(out, "checkpoint.bin"), "wb") as file:
        file.write(data + struct.pack("<Q", fnv(data)))
    done = call(["run", "--resume", out])
    check(done.returncode == 2 and "checkpoint" in done.stderr, f"{name}, with a sum that fits: {done.stderr.strip()}")
finish()
