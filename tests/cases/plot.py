#!/usr/bin/python3
# label: fast
"""gudgeon plot: a png and an svg for every probe and for the energies; orbits, phase portraits, loops, Poincare maps and
bifurcation diagrams, with units, equal scales where they belong, and the circle of clearance."""
import os
import re
import shutil
import struct
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from machine import machine
from oscillator import oscillator
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
check(done.returncode == 2 and "no such folder" in done.stderr, f"no results: exit code 2 {done.stderr}")
check(call(["plot"]).returncode == 2, "no folder: exit code 2")


# ---- y against x ----


def svg(where, name):
    """Texts and paths of a picture; the png lies beside it."""
    base = os.path.join(where, "plots", name)
    with open(base + ".png", "rb") as file:
        size = struct.unpack(">II", file.read(24)[16:24])
    root = ElementTree.parse(base + ".svg").getroot()
    texts = {"".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")}
    return texts, [node for node in root.iter() if node.tag.endswith("path")], len(list(root.iter())), size


def extent(path):
    line = max(path.get("d").split("M"), key=len)  # the sample in the key is a piece of its own
    numbers = [list(map(float, pair)) for pair in re.findall(r"(-?[0-9.]+),(-?[0-9.]+)", line)]
    return [max(c) - min(c) for c in zip(*numbers)] if numbers else [0, 0]


path = model("oscillator", oscillator("poincare: {period: 0.37 s, record: [x, vx, turn]}"))
out = run("xy", path, "--quiet")
done = call(["plot", out, "--orbit", "x,y", "--phase", "x,vx", "--loop", "x,pull", "--map", "x,vx"])
check(done.returncode == 0 and not done.stderr and "4 plots" in done.stdout, f"four plots {done.stderr[-300:]}")
texts, paths, _, size = svg(out, "orbit_x_y")
check({"x (m)", "y (m)", "oscillator: orbit", "radius 0.12"} <= texts and size == (800, 800), f"orbit: {texts}")
circles = [extent(node) for node in paths if len(node.get("d", "")) > 3000]
big = max(circles, key=sum)
check(len(circles) >= 2 and big[0] > 300 and abs(big[0] - big[1]) < 1, f"the circle of clearance is a circle: {big}")
inner = min((c for c in circles if c[0] > 100), key=sum)
want = 2 * 0.5 / (2 * 3.141592653589793) / 0.24  # width of the orbit in diameters of the circle
check(abs(inner[0] / big[0] - want) < 0.01, f"the orbit has its size: {inner[0] / big[0]:.4f}, expected {want:.4f}")
check({"x (m)", "vx (m/s)"} <= svg(out, "phase_x_vx")[0], "phase portrait: units")
check({"x (m)", "pull (N)"} <= svg(out, "loop_x_pull")[0], "loop: units")
texts, _, nodes, _ = svg(out, "map_x_vx")
check({"x (m)", "vx (m/s)"} <= texts and nodes > 27, f"Poincare map: {nodes} nodes")
done = call(["plot", out, "--orbit", "x,y", "--circle", "0.3", "--from", "1 s", "--to", "2 s"])
check(done.returncode == 0 and "radius 0.3" in svg(out, "orbit_x_y")[0], "a circle by its number")
done = call(["plot", out, "--map", "turn,vx", "--wrap"])
check(done.returncode == 0, f"angles wrapped {done.stderr[-200:]}")
done = call(["plot", out])
check(done.returncode == 0 and "7 plots" in done.stdout and os.path.exists(os.path.join(out, "plots", "map_x_vx.png")),
      f"everything: probes, energies, the map {done.stdout}")

sweep = folder("sweep")
done = call(["sweep", path, "--over", "zeta=0:0.1:4", "--out", sweep])
done = call(["plot", sweep])
check(done.returncode == 0 and "3 plots" in done.stdout, f"sweep: a diagram of each recorded probe {done.stderr[-300:]}")
texts, _, nodes, _ = svg(sweep, "bifurcation_vx")
check({"zeta", "vx (m/s)"} <= texts and nodes > 4 * 27, f"bifurcation diagram: {nodes} nodes, {texts}")
done = call(["plot", sweep, "--sweep", "x.rms"])
check(done.returncode == 0 and "zeta" in svg(sweep, "sweep_x.rms")[0], f"a column of the table {done.stderr[-300:]}")

for words, text in ((["--orbit", "x,z"], "no column 'z'"), (["--orbit", "x"], "two probes"), (["--map"], "--map needs a value"),
                    (["--orbt", "x,y"], "did you mean '--orbit'"), (["--bifurcation", "x"], "bifurcation.csv"),
                    (["--orbit", "x,y", "--circle", "gap"], "'gap' is neither"), (["--from", "x"], "--from takes a time (s)")):
    done = call(["plot", out, *words])
    check(done.returncode == 2 and text in done.stderr, f"{' '.join(words)}: {text}")

# ---- several probes and runs: over an angle, folded, in another unit, as spectrum ----

SINE = """space: 2d
bodies:
  s: {type: rigid_body, mass: 1 kg, inertia: 1 kg m^2}
joints:
  g: {type: prismatic, a: ground, b: s, axis: [1, 0]}
drivers:
  d: {type: displacement_driver, joint: g, position: 0.1 m*sin(2*pi*5*t/(1 s))}
probes:
  x: {type: position, of: s, component: x}
  v: {type: velocity, of: s, component: x}
analysis: {type: kinematic, end: 2 s, step: 1 ms}
output: {sample: 1 ms, vtk: 0}
"""


def curves(where, number=0):
    """Data blocks of plots/plot.gp: [(x, y)] of curve `number`."""
    with open(os.path.join(where, "plots", "plot.gp"), encoding="utf-8") as file:
        blocks = re.findall(r"\$d\d+_\d+ << GUD_END\n(.*?)GUD_END", file.read(), re.S)
    return [tuple(map(float, row.split())) for row in blocks[number].splitlines() if row]


sine = run("sine", model("sine", SINE), "--quiet")
done = call(["plot", sine, "--probes", "x", "--spectrum"])
peak = max(curves(sine), key=lambda p: p[1]) if done.returncode == 0 else (0, 0)
check(abs(peak[0] - 5) < 0.01 and abs(peak[1] - 0.1) < 1e-4, f"spectrum: {peak[1]:.5f} m at {peak[0]:.4g} Hz {done.stderr[-200:]}")
done = call(["plot", sine, sine, "--probes", "x,v", "--unit", "mm"])
check(done.returncode == 2 and "does not fit 'v'" in done.stderr, f"a unit that does not fit: {done.stderr.strip()}")
done = call(["plot", sine, sine, "--probes", "x", "--unit", "mm", "--from", "1 s"])
x = curves(sine, 1)
check(done.returncode == 0 and abs(max(y for _, y in x) - 100) < 1e-3 and x[0][0] == 1, "two runs, mm, from 1 s")
check(os.path.exists(os.path.join(sine, "plots", "curves_x.svg")), "png and svg")
crank = run("crank", model("crank", machine(end="0.1 s", vtk="0")), "--quiet")
angle = next(name for name in probes(crank) if "angle" in name)
other = next(name for name in probes(crank) if name not in ("t", angle))
done = call(["plot", crank, "--over", angle])
check(done.returncode == 0 and f"curves_all_{angle}.png" in done.stdout, f"over an angle without --probes: all of them {done.stdout}{done.stderr}")
done = call(["plot", crank, "--probes", other, "--over", angle, "--cycle", "90"])
points = curves(crank) if done.returncode == 0 else [(-1, 0)]
check(min(p[0] for p in points) >= 0 and max(p[0] for p in points) <= 90 + 1e-6 and max(p[0] for p in points) > 80,
      f"folded at 90 degrees: {min(points)[0]:.4g} ... {max(points)[0]:.4g} {done.stderr[-200:]}")
for words, text in ((["--probes", "nothing"], "has no column 'nothing'"), (["--probes", "x", "--cycle", "360"], "needs --over"),
                    (["--probes", "x", "--unti", "mm"], "did you mean '--unit'")):
    done = call(["plot", sine, *words])
    check(done.returncode == 2 and text in done.stderr, f"refused: {done.stderr.splitlines()[0]}")
finish()
