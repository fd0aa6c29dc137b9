#!/usr/bin/python3
# label: fast
"""What is said about the language of model files, and by it: help topics, units, warnings that save a day."""
import math
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import OUT, SOURCE, call, check, finish

# ---- docs/language.md and the topics ----
done = call(["help", "--markdown", "language"])
with open(os.path.join(SOURCE, "docs", "language.md"), encoding="utf-8") as file:
    check(file.read() == done.stdout, "docs/language.md is up to date; else: gudgeon help --markdown language > docs/language.md")
for topic, wanted in (("units", ("bar", "psi", "kHz", "degC", "lbf", "\u00b5m", "0.0254")),
                      ("functions", ("atan2(y, x)", "step(", "mod(a, b)")), ("parameters", ("choices", "--set start", "$joint")),
                      ("by", ("otherwise",)), ("when", ("CONDITION",)), ("include", ("relative",)), ("time", ("type: table", "type: pi")),
                      ("places", ("centre_of_mass", "local:")), ("fields", ("von_mises", "Pa", "ancf_beam3d")),
                      ("expressions", ("and", "pi"))):
    done = call(["help", topic])
    check(done.returncode == 0 and all(w in done.stdout for w in wanted), f"help {topic} prints {wanted}")
for thing in ("torsion_spring", "bushing", "revolute", "spherical"):
    check("  axis " in call(["help", thing]).stdout and "reference" in call(["help", thing]).stdout, f"help {thing} has axis, reference")
done = call(["help", "ancf_beam3d"])
check("fields, for frames" in done.stdout and "N m" in done.stdout, "help ELEMENT lists its fields with units")

# the reference prints a table once, and its headings and links are unambiguous
with open(os.path.join(SOURCE, "docs", "model_reference.md"), encoding="utf-8") as file:
    page = file.read()
heads = [line.lstrip("# ") for line in page.splitlines() if line.startswith("#")]
slugs = ["".join(c for c in h.lower().replace(" ", "-") if c.isalnum() or c in "-_") for h in heads]
check(len(set(slugs)) == len(slugs), f"headings of the reference are unique: {[s for s in slugs if slugs.count(s) > 1]}")
links = [part.split(")")[0] for part in page.split("](#")[1:]]
check(links and all(link in slugs for link in links), f"links of the reference lead to a heading: {[l for l in links if l not in slugs]}")

# ---- models ----
MODEL = """space: 2d
parameters:
  start: {{default: 60 deg}}
  c: 0.2 mm
{parameters}
bodies:
  rod: {{type: rigid_body, from: [0, 0], to: [1, 0], centre: [0.5, 0], mass: {mass}, inertia: 1, spin: 1 rad/s}}
joints: {{hinge: {{type: revolute, a: ground, b: rod.from}}}}
probes:
  x: {{type: position, of: rod.to, component: x}}
  along: {{type: position, of: ground, from: rod.to, component: 1}}
  across: {{type: velocity, of: ground, from: rod.to, component: 2}}
  inwards: {{type: acceleration, of: ground, from: rod.to, component: 1}}
analysis: {{end: 1 s, tolerance: 1e-9}}
output: {{vtk: 0, header: columns}}
"""


def write(name, text):
    os.makedirs(OUT, exist_ok=True)
    path = os.path.join(OUT, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def tried(name, words=(), mass="1 kg", parameters="", text=None):
    return call(["check", write(name, text or MODEL.format(mass=mass, parameters=parameters)), *words])


for mass, factor in (("2 t", 2000), ("3 lb", 1.36077711), ("1e3 g", 1)):
    check(tried("unit.yaml", mass=mass).returncode == 0, f"a mass of {mass}")
for unit, hint in (("Nm", "N m"), ("Pas", "Pa s")):
    done = tried("hint.yaml", mass=f"3 {unit}")
    check(done.returncode == 2 and f"did you mean '{hint}'?" in done.stderr, f"{unit} is answered with {hint}: {done.stderr}")
done = tried("hides.yaml", parameters="  m: 3 kg")
check(done.returncode == 0 and "parameter 'm' has the name of a unit and hides it" in done.stderr, "a parameter that hides a unit is a warning")
check("warning" not in tried("plain.yaml").stderr, "no warning without cause")
done = tried("bare.yaml", ["--set", "start=80"])
check(done.returncode == 0 and "rad was assumed" in done.stderr and 'start="80 deg"' in done.stderr, f"--set start=80: {done.stderr}")
done = tried("bare.yaml", ["--set", "c=0.1"])
check("m was assumed" in done.stderr and 'c="0.1 mm"' in done.stderr, f"--set c=0.1: {done.stderr}")
check("warning" not in tried("bare.yaml", ["--set", "start=80 deg", "--set", "c=0"]).stderr, "with a unit: no warning")

# component 1, 2, 3: a rod turning at 1 rad/s; seen from its end the hinge is at (-1, 0) in its axes, moves with (0, -1), and is
# accelerated by +1 along the rod (no gravity)
folder = os.path.join(OUT, "axes")
done = call(["run", write("axes.yaml", MODEL.format(mass="1 kg", parameters="")), "--out", folder, "--force", "--quiet"])
with open(os.path.join(folder, "probes.csv"), encoding="utf-8") as file:
    rows = [line.split(",") for line in file.read().split()]
last = dict(zip(rows[0], map(float, rows[-1])))
check(abs(last["x"] - math.cos(1)) < 1e-6, "the rod turns by 1 rad")
for name, value in (("along", -1), ("across", -1), ("inwards", 1)):
    check(abs(last[name] - value) < 1e-6, f"component along an axis of the rod: {name} = {last[name]:.9g}, expected {value}")

# an angle about a body's own first axis: of its second axis
SHAFT = """bodies:
  shaft: {{type: rigid_body, from: [0, 0, 0], to: [1, 0, 0], centre: [0.5, 0, 0], mass: 1 kg, inertia: [1, 1, 1], spin: [2, 0, 0]}}
joints: {{bearing: {{type: revolute, a: ground, b: shaft.from, axis: [1, 0, 0]}}}}
probes:
  turn: {{type: angle, of: {of}, axis: [1, 0, 0]}}
  speed: {{type: angular_velocity, of: {of}, axis: [1, 0, 0]}}
analysis: {{end: 1 s}}
output: {{vtk: 0, header: columns}}
"""
folder = os.path.join(OUT, "shaft")
done = call(["run", write("shaft.yaml", SHAFT.format(of="shaft")), "--out", folder, "--force", "--quiet"])
with open(os.path.join(folder, "probes.csv"), encoding="utf-8") as file:
    rows = [line.split(",") for line in file.read().split()]
check(abs(float(rows[-1][1]) - 2) < 1e-6 and abs(float(rows[-1][2]) - 2) < 1e-6, f"a shaft about its own axis: {rows[-1]}")
done = tried("points.yaml", text=SHAFT.format(of="shaft.to, from: shaft.from"))
check(done.returncode == 2 and "is along 'axis' at the start" in done.stderr, f"two points along the axis: {done.stderr}")

# ---- gudgeon new, completion, man, --help of every command ----
names = call(["new"]).stderr.split("templates:")[1].split()
check({"slider_crank", "pendulum", "four_bar", "journal_bearing"} <= set(names), f"templates: {names}")
for name in names:
    path = os.path.join(OUT, name + ".yaml")
    if os.path.exists(path):
        os.remove(path)
    check(call(["new", name, path]).returncode == 0, f"gudgeon new {name}")
    check(call(["new", name, path]).returncode == 2, f"{name}.yaml is not overwritten")
    done = call(["run", path, "--out", os.path.join(OUT, "new_" + name), "--force", "--quiet"])
    check(done.returncode == 0 and not done.stderr, f"{name}.yaml runs without a warning: {done.stderr}")
check(call(["new", "slider_crnk"]).returncode == 2, "unknown template")

usage = call(["--help"]).stdout
commands = [line.split()[0] for line in usage.splitlines() if line.startswith("  ")]
check(len(commands) >= 14, f"{len(commands)} commands")
for command in commands:
    done = call([command, "--help"])
    check(done.returncode == 0 and command in done.stdout and "usage" in done.stdout.lower(), f"gudgeon {command} --help")
    done = call([command, "--no-such-option"])
    check(done.returncode == 2 and done.stderr.strip(), f"gudgeon {command} --no-such-option is refused")
shell = call(["completion", "bash"]).stdout
done = subprocess.run(["bash", "-c", shell + "\nCOMP_WORDS=(gudgeon cl); COMP_CWORD=1; _gudgeon; echo ${COMPREPLY[@]}\n"
                       "COMP_WORDS=(gudgeon run --re); COMP_CWORD=2; _gudgeon; echo ${COMPREPLY[@]}"], capture_output=True, text=True)
check(done.stdout.split() == ["classify", "--resume"], f"bash completes: {done.stdout} {done.stderr}")
page = call(["man"]).stdout
check(page.startswith(".TH GUDGEON 1") and all(c in page for c in commands), "the manual page has all commands")
finish()
