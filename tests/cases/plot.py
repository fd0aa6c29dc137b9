#!/usr/bin/python3
# label: fast
"""gudgeon plot: a png and an svg for every probe and for the energies."""
import os
import shutil
import struct
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from machine import machine
from runs import OUT, call, check, finish, folder, model, probes, run

if not shutil.which("gnuplot"):
    print("gnuplot is not installed")
    sys.exit(77)
out = run("results", model("machine", machine(end="0.1 s", vtk="0")), "--quiet")
done = call(["plot", out])
check(done.returncode == 0 and not done.stderr, f"exit code {done.returncode} {done.stderr[-300:]}")
for name in [*probes(out), "energy"]:
    if name == "t":
        continue
    base = os.path.join(out, "plots", name)
    with open(base + ".png", "rb") as file:
        data = file.read()
    good = data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND"
    check(good and struct.unpack(">II", data[16:24]) == (1000, 600), f"{name}.png: 1000 x 600, {len(data)} bytes")
    root = ElementTree.parse(base + ".svg").getroot()
    lines = [node for node in root.iter() if node.tag.endswith(("path", "polyline"))]
    check(root.tag.endswith("svg") and len(lines) > 5, f"{name}.svg: {len(lines)} lines")
check(f"{len(probes(out))} plots" in done.stdout, "says how many")  # all but t, and the energies

os.rename(out, folder("with a blank"))
done = call(["plot", os.path.join(OUT, "with a blank")])
check(done.returncode == 0, f"a folder with a blank in its name {done.stderr[-200:]}")
done = call(["plot", folder("nothing")])
check(done.returncode == 2 and "probes.csv" in done.stderr, "no results: exit code 2")
check(call(["plot"]).returncode == 2, "no folder: exit code 2")
finish()
