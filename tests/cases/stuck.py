#!/usr/bin/python3
# label: study
# timeout: 600
"""Runs that never ended: each of them now ends, by itself or with code 3 and the name of what is wrong, within a number of steps,
trials or iterations that is stated here. Counts, not seconds: they are the same on every machine.

Cases of issue 14 (users, attack): two balls at rest that just touch, a guide with 58 sticking nodes, functions of time with poles or
without values, min_step, absurd masses, stiffnesses, speeds and ends.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import OUT, SOURCE, call, check, finish, folder, interrupt_at, model, probes, same_results, text_of

BALLS = """
space: 3d
bodies:
  b0: {{type: rigid_body, at: [0.2, 0, 0], shape: sphere, radius: 0.05, mass: 1 kg}}
  b1: {{type: rigid_body, at: [{at}, 0, 0], shape: sphere, radius: 0.05, mass: 1 kg}}
forces:
  c0: {{type: contact, surface: ball, a: b0, b: b1, radius: 0.05, radius_a: 0.05, contact: {{law: {law}, stiffness: 1e8}}}}
probes:
  v: {{type: velocity, of: b0, component: x}}
analysis: {{end: 0.01 s, tolerance: 1e-8}}
output: {{vtk: 0, sample: 1e-4 s}}
"""
PENDULUM = """
space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  rod: {{type: rigid_body, from: [0, 0], to: [0.3, -0.4], centre: [0.25, 0], mass: 0.2 kg, shape: rod}}
joints:
  hinge: {{type: revolute, a: ground, b: rod.from}}
probes:
  angle: {{type: angle, of: rod, reference: [0, -1, 0]}}
{rest}
output: {{vtk: 0}}
"""
DRIVER = 'drivers: {{crank: {{type: angle_driver, joint: hinge, position: "{0}"}}}}\nanalysis: {{end: 3 s}}'
FORCE = 'forces: {{push: {{type: force, a: rod.to, direction: [1, 0], value: "{0}"}}}}\nanalysis: {{end: 3 s}}'
BALL = """
space: 2d
gravity: [0, -9.81]
bodies:
  ball: {type: point_mass, mass: 1 kg, at: [0, 0.1], velocity: [0, -1e30]}
forces:
  wall: {type: contact, a: ground, b: ball, contact: {law: lankarani_nikravesh, restitution: 0.9, stiffness: 1e8}}
analysis: {end: 0.5 s}
output: {vtk: 0}
"""
LIGHT = """
space: 2d
gravity: [0, -9.81]
bodies:
  b: {type: ancf_beam2d, mesh: {type: line, from: [0, 0], to: [1, 0], elements: 4}, E: 1e9 Pa, nu: 0.3, density: 1e-30 kg/m^3, section: square, width: 0.02}
joints: {h1: {type: revolute, a: ground, b: b.from}}
analysis: {end: 1 s}
output: {vtk: 0}
"""


def attempt(name, path, *sets):
    """Exit code, what was said, counts of the log."""
    out = folder(name)
    done = call(["run", path, "--out", out, "--quiet", *(w for s in sets for w in ("--set", s))])
    log = text_of(out, "run.log")
    count = {"steps": int(re.search(r" s in (\d+) steps", log).group(1))}
    for key, pattern in {"events": r"events (\d+)", "iterations": r"Newton iterations (\d+)",
                         "rejected": r"rejected for error (\d+)"}.items():
        found = re.search(pattern, log)
        count[key] = int(found.group(1)) if found else 0
    got = probes(out)
    t = [float(x) for x in got["t"]]
    check(all(b > a for a, b in zip(t, t[1:])), f"{name}: results can be read, {len(t)} rows")
    return done.returncode, done.stderr, count, out


def ends(name, text, steps, words, code=3, sets=()):
    """A run that ends with this code within so many steps and says these words."""
    got, said, count, out = attempt(name, text if os.path.exists(text) else model(name, text), *sets)
    check(got == code, f"{name}: exit code {got}, expected {code}: {said[-200:].strip()}")
    check(count["steps"] <= steps, f"{name}: {count['steps']} steps, at most {steps}")
    for word in words:
        check(word in said, f"{name}: says '{word}': {said[-300:].strip()}")
    if code == 3:
        check("FAILED" in text_of(out, "run.log"), f"{name}: run.log says so, too")
    return count, out


# a state at rest at the boundary of two modes is a state, not an event: touching, a round-off apart, a round-off inside
for law in ("hertz", "lankarani_nikravesh, restitution: 0.8", "kelvin_voigt, damping: 1000"):
    for at in ("0.30000000000000004", "0.3", "0.2999999999999999", "0.2999999999999"):
        label = f"balls_{law.split(',')[0]}_{at}"
        count, out = ends(label, BALLS.format(law=law, at=at), 100, [], code=0)
        check(count["events"] <= 1, f"{label}: {count['events']} events")
        check(max(abs(x) for x in probes(out)["v"]) < 1e-8, f"{label}: the balls stay at rest")

# 58 nodes of a guide: modes change over to the step by themselves, and the work done says that the motion is right
crosshead = os.path.join(SOURCE, "tests", "cases", "models", "crosshead.yaml")
work = {}
for name, sets in {"within": ["tr=within_step"], "auto": [], "consistent": ["restart=consistent"]}.items():
    count, out = ends("crosshead_" + name, crosshead, 1500, [] if name == "within" else ["within the step from here on", "guide."],
                      code=0, sets=[*sets, "revs=0.1"])
    check(count["iterations"] <= 10000, f"crosshead, {name}: {count['iterations']} Newton iterations")
    work[name] = probes(out)["x"][-1]
for name in ("auto", "consistent"):
    check(abs(work[name] - work["within"]) < 1e-6, f"crosshead, {name}: bore at {work[name]:.9f} m, all within the step: {work['within']:.9f} m")

# the change of strategy survives an interruption: every file byte by byte
whole = os.path.join(OUT, "crosshead_auto")
parts = folder("crosshead_parts")
code, said = interrupt_at(60, ["run", crosshead, "--out", parts, "--set", "revs=0.1"])
check(code == 130 and "from here on" in said, f"crosshead: interrupted after the change, exit code {code}")
again = call(["run", "--resume", parts, "--quiet"])
check(again.returncode == 0 and "from here on" not in again.stderr, f"crosshead: resumed {again.stderr[-200:]}")
same_results(whole, parts, "crosshead")

# functions of time with a pole, or without a value
for label, form, name, steps in (("log", "log(1.5-t)", "1.5", 10000), ("pole", "1/(t-1)^2", "1 s", 500000), ("root", "sqrt(1-t)", "1 s", 10000)):
    for kind, what in ((DRIVER, "driver 'crank'"), (FORCE, "force 'push'")):
        ends(f"{what.split()[0]}_{label}", PENDULUM.format(rest=kind.format(form)), steps, [what, name])

# min_step binds error control; the smallest step that was made is not below it
count, out = ends("min_step", PENDULUM.format(rest="analysis: {end: 3 s, tolerance: 1e-12, min_step: 1e-3 s}"), 10,
                  ["local error", "min_step is 0.001 s"])
ends("tolerance_1e-16", PENDULUM.format(rest="analysis: {end: 3 s, tolerance: 1e-16}"), 1000, ["local error", "min_step"])
ends("velocity_1e30", BALL, 100, ["min_step"])
ends("density_1e-30", LIGHT, 100, ["at joint 'h1'"])

# an end that is far away: a hint. Stopped and resumed, the run does not repeat it
far = model("far", PENDULUM.format(rest="analysis: {end: 1e6 s, step: 1 ms}\npoincare: {period: 1 s}").replace(
    "analysis: {", "analysis: {until: periodic, max_periods: 3, ").replace("vtk: 0", "vtk: 0, sample: 1 s"))
ends("far", far, 4000, ["at the present pace"], code=0)
finish()
