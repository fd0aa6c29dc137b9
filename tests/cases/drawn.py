#!/usr/bin/python3
# label: fast
# timeout: 600
"""Bodies start where they are drawn: a displacement driver counts from there, and an assembly that moves a body is a warning
that names body and joint.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, call, check, finish, folder, model, probes, text_of

# of ../shared/cases/attack/F04: a slider that is drawn away from the place `a` of its guide
SLIDER = """space: SPACE
bodies:
  slider: {type: rigid_body, at: [0.6, 0], mass: 1 kg, inertia: INERTIA}
joints:
  guide: {type: prismatic, a: ground, b: slider, axis: [1, 0]}
drivers:
  push: {type: displacement_driver, joint: guide, DRIVE}
probes:
  x: {type: position, of: slider, component: x}
analysis: {end: 1 s}
output: {vtk: 0}
"""
for drive, start, end in (("position: 0.1*t", 0.6, 0.7), ("speed: 0.1", 0.6, 0.7), ("speed: 0.1, start: 0.05", 0.65, 0.75),
                          ("acceleration: 0.2", 0.6, 0.7), ("position: 0.02 + 0.1*t", 0.62, 0.72)):
    for space, inertia in (("2d", "1e-3 kg m^2"), ("3d", "[1, 1, 1]")):
        text = SLIDER.replace("SPACE", space).replace("INERTIA", inertia).replace("DRIVE", drive)
        if space == "3d":
            text = text.replace("0]", "0, 0]")
        out = folder("slider")
        done = call(["run", "--force", model("slider", text), "--out", out, "--quiet"])
        if check(done.returncode == 0, f"{drive}, {space}: {done.stderr.strip()}"):
            x = probes(out)["x"]
            below(max(abs(x[0] - start), abs(x[-1] - end)), 1e-9, f"{drive}, {space}: from {x[0]:.12g} to {x[-1]:.12g} m")
        moved = abs(start - 0.6) > 0
        check(("warning" in done.stderr) == moved, f"{drive}, {space}: warning {moved}: {done.stderr.strip()[-150:]}")

# a crank that is drawn away from its pin
PENDULUM = """space: 2d
bodies:
  rod: {type: rigid_body, from: [OPEN, 0], to: [1, 0], centre: [0.5, 0], mass: 1 kg, inertia: 1}
  bob: {type: point_mass, at: [1, 0], mass: 1 kg}
joints:
  hinge: {type: revolute, a: ground, b: rod.from}
  end: {type: revolute, a: rod.to, b: bob}
analysis: {end: 0.01 s}
output: {vtk: 0}
"""
for size, warns in (("0", False), ("1e-6", False), ("0.05", True)):
    path = model("rod", PENDULUM.replace("OPEN", size))
    out = folder("rod")
    for command in (["check", path], ["run", "--force", path, "--out", out, "--quiet"]):
        done = call(command)
        said = done.stdout + done.stderr
        named = "body 'rod'" in said or "body 'bob'" in said
        check(done.returncode == 0 and ("warning: the assembly moves" in said) == warns and (named and "joint '" in said) == warns,
              f"drawn open by {size} m, {command[0]}: {[x for x in said.splitlines() if 'assembly moves body' in x]}")
    check(("warning: the assembly" in text_of(out, "run.log")) == warns, f"drawn open by {size} m: run.log")
finish()
