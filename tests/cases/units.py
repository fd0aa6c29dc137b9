#!/usr/bin/python3
# label: fast
"""Units where numbers leave the program: headers of csv files, summary, run.json, VTK; the last row is the end of the run;
limits: table, exit code, and what is refused.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, call, check, finish, folder, model, probes, read_csv, run, text_of

TEXT = """space: 2d
title: "pendulum with a spring"
gravity: [0, -9.81 m/s^2]
parameters: {k: {default: 50 N/m, doc: "stiffness"}, how: {default: hard, choices: [hard, soft]}}
bodies:
  arm: {type: rigid_body, from: [0, 0], to: [1, 0], centre: [0.5, 0], mass: 1 kg, inertia: 0.1 kg m^2}
joints:
  hinge: {type: revolute, a: ground, b: arm.from}
forces:
  spring: {type: spring, a: {body: ground, at: [1, 1]}, b: arm.to, stiffness: k}
probes:
  angle: {type: angle, of: arm}
  tension: {type: output, name: spring, output: tension}
  length: {type: output, name: spring, output: length}
  hinge_force: {type: joint_force, name: hinge}
  total: {type: energy}
LIMITS
analysis: {end: 1.0 s}
output: {sample: 0.3 s, vtk: 0.5 sMORE}
"""


def text(limits="", more=""):
    return TEXT.replace("LIMITS\n", limits).replace("MORE", more)


def first_line(*path):
    return text_of(*path).splitlines()[0]


# ---- headers ----

out = run("units", model("units", text()), "--quiet")
check(first_line(out, "probes.csv") == "t [s],angle [rad],tension [N],length [m],hinge_force [N],total [J]",
      first_line(out, "probes.csv"))
names = first_line(out, "energy.csv").split(",")
check(names[0] == "t [s]" and len(names) == 12 and all(n.endswith(" [J]") for n in names[1:]), "energies in J")
check("tension.max [N]" in first_line(out, "summary.csv"), "summary.csv: units")
check("tension                      N " in text_of(out, "run.log"), "the summary has a column of units")
plain = run("plain", model("plain", text(more=", header: plain")), "--quiet")
check(first_line(plain, "probes.csv") == "t,angle,tension,length,hinge_force,total", "header: plain")
check(text_of(plain, "probes.csv").split("\n")[1:] == text_of(out, "probes.csv").split("\n")[1:], "and the same numbers")

# ---- the last row ----

t = probes(out)["t"]
check(len(t) == 5 and abs(t[3] - 0.9) < 1e-12 and t[-1] == 1.0, f"the last row is the end of the run: {t}")
check(read_csv(os.path.join(out, "energy.csv"))["t"] == t, "also of the energies")
before = text_of(out, "probes.csv")
check(call(["run", "--resume", out, "--quiet"]).returncode == 0 and text_of(out, "probes.csv") == before,
      "a finished run that is resumed keeps it")

# ---- run.json ----

info = json.loads(text_of(out, "run.json"))
check(info["outcome"] == "done" and info["title"] == "pendulum with a spring" and info["dimensions"] == 2, "run.json: what ran")
check(info["parameters"]["k"] == {"value": 50, "unit": "N/m", "set": False, "doc": "stiffness"}, f"{info['parameters']['k']}")
check(info["parameters"]["how"]["value"] == "hard", "a word")
check([b["name"] for b in info["bodies"]] == ["ground", "arm"], "bodies")
last = {name: column[-1] for name, column in probes(out).items()}
for name, unit in (("angle", "rad"), ("tension", "N"), ("hinge_force", "N"), ("total", "J")):
    probe = info["probes"][name]
    check(probe["unit"] == unit and probe["min"] <= probe["last"] <= probe["max"], f"{name}: {probe}")
    below(abs(probe["last"] - last[name]), 1e-12 * max(1, abs(last[name])), f"{name}: its last value is the last row")
check(info["statistics"]["steps"] > 10 and info["warnings"] == [], "statistics and warnings")

# ---- names of bodies and units in VTK ----



def data_of(name):
    with open(os.path.join(out, "vtk", name), "rb") as file:
        return file.read()


vtu = data_of("bodies_000000.vtu")
check(b'Name="velocity [m/s]"' in vtu and b'type="String" Name="body_names"' in vtu, "VTK: units, names of bodies")
check(b'Name="symbol"' in data_of("symbols_000000.vtu"), "symbols are drawn")

# ---- every command answers --help ----

commands = [line.split()[0] for line in call(["--help"]).stdout.splitlines() if line.startswith("  ")]
check({"run", "check", "plot", "render", "report", "sweep"} <= set(commands), f"{len(commands)} commands")
for command in commands:
    done = call([command, "--help"])
    check(done.returncode == 0 and f"gudgeon {command}" in done.stdout, f"gudgeon {command} --help {done.stderr[-200:]}")

# ---- limits ----

LIMITS = "limits:\n  pull: {probe: tension, at_most: 2 N}\n  stretch: {probe: length, at_least: 20 cm, at_most: 3 m}\n"
path = model("limits", text(LIMITS))
done = call(["run", path, "--out", folder("limits"), "--quiet"])
check(done.returncode == 0, "limits alone do not change the exit code")
done = call(["run", path, "--out", folder("limits"), "--check-limits"])
info = json.loads(text_of(os.environ["GUD_OUT"], "limits", "run.json"))
passed = {(row["name"], row["kind"]): row["passed"] for row in info["limits"]}
worst = info["probes"]["tension"]["max"]
check(passed[("pull", "at_most")] == (worst <= 2), f"largest tension {worst:.4g} N")
check(done.returncode == (0 if all(passed.values()) else 4), f"exit code {done.returncode}: {passed}")
check(done.returncode == 4 and "FAILED" in done.stdout and "passed" in done.stdout, "the table says which")
row = next(r for r in info["limits"] if r["name"] == "pull")
below(abs(row["margin"] - (2 - worst)), 1e-12 * worst, "margin = limit - value")
good = call(["run", model("kept", text("limits:\n  pull: {probe: tension, at_most: 1 kN}\n")), "--out", folder("kept"), "--check-limits"])
check(good.returncode == 0 and "FAILED" not in good.stdout, "kept limits: exit code 0")
finish()
