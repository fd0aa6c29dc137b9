#!/usr/bin/python3
# label: fast
"""Warnings that save a day: a beam mesh that is too coarse for stresses, a static start with an oil film, an assembly that moves a body."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import SOURCE, call, check, finish, folder, model

# ---- a rod that turns about a pin and is driven across: bending by its own inertia ----
BEAM = """space: 2d
parameters: {elements: 4}
bodies:
  rod: {type: ancf_beam2d, mesh: {type: line, from: [0, 0], to: [0.2, 0], elements: elements}, E: 210 GPa, density: 7800 kg/m^3, section: square, width: 10 mm}
joints:
  left: {type: revolute, a: ground, b: rod.from}
  right: {type: point_on_line, a: {body: ground, at: [0.2, 0]}, b: rod.to, axis: [1, 0]}
gravity: [0, -1000 m/s^2]
probes:
  stress: {type: field, body: rod, field: bending_stress, which: absolute}
analysis: {type: static}
output: {vtk: 0}
"""
path = model("beam", BEAM)
# simply supported, uniform load: M = rho A g L^2/8, stress M h/(2 I); the distribution is a parabola
exact = 7800 * 1000 * 0.2 ** 2 / 8 * 0.01 / 2 / (0.01 ** 2 / 12)
said = {}
for elements in (2, 4, 8, 16):
    done = call(["run", path, "--set", f"elements={elements}", "--out", folder(f"beam{elements}")])
    check(done.returncode == 0, f"{elements} elements: {done.stderr}")
    text = done.stdout
    value = float([line for line in text.splitlines() if line.startswith("stress ")][0].split()[-2])
    said[elements] = "too coarse for stresses" in text or "too few to estimate" in text
    print(f"{elements} elements: stress {value:.4g} Pa, {abs(value / exact - 1):.2%} from the closed form, warned: {said[elements]}")
check(said[2] and said[4], "coarse meshes are warned of")
check(not said[8] and not said[16], "finer ones are not")

# ---- friction in a joint, in statics ----
STUCK = """space: 2d
gravity: [0, -9.81]
bodies: {arm: {type: rigid_body, mass: 1 kg, inertia: 0.02, at: [0.1, 0]}}
joints: {pin: {type: revolute, a: ground, b: {body: arm, at: [0, 0]}, FRICTION}}
forces: {spring: {type: torsion_spring, a: ground, b: arm, stiffness: 10 N m/rad}}
analysis: ANALYSIS
output: {vtk: 0}
"""
for mu, analysis, wanted in (("friction: {kinetic: 0.3, pin_radius: 10 mm}", "{type: static}", True),
                             ("friction: {kinetic: 0.3, pin_radius: 10 mm}", "{end: 1 ms, start: static}", True),
                             ("friction: {kinetic: 0.3, pin_radius: 10 mm}", "{end: 1 ms}", False), ("axis: [0, 0, 1]", "{type: static}", False)):
    done = call(["run", model("stuck", STUCK.replace("FRICTION", mu).replace("ANALYSIS", analysis)), "--out", folder("stuck"), "--quiet"])
    check(("without the friction of joints" in done.stderr) == wanted, f"{mu}, {analysis}: {done.stderr}")

# ---- a contact whose E has no unit: 207000 is in Pa ----
SOFT = """space: 2d
gravity: [0, -9.81]
bodies: {rotor: {type: rigid_body, mass: 10 kg, inertia: 0.02, at: [0, 0]}}
joints:
  bearing: {type: revolute, model: dry, a: ground, b: rotor, clearance: 50 um, journal_radius: 25 mm, length: 40 mm, contact: {law: hertz, E: STIFF}}
analysis: {end: 40 ms}
output: {vtk: 0}
"""
for stiff, wanted in (("20000", True), ("207 GPa", False)):
    done = call(["run", model("soft", SOFT.replace("STIFF", stiff)), "--out", folder("soft"), "--quiet"])
    check(done.returncode == 0 and ("'bearing': the journal was pressed" in done.stderr) == wanted, f"E: {stiff}: {done.stderr}")

# ---- a film at rest ----
FILM = """space: 2d
gravity: [0, -9.81]
bodies: {rotor: {type: rigid_body, mass: 10 kg, inertia: 0.02, at: [0, 0]}}
joints:
  bearing: {type: revolute, model: MODEL, a: ground, b: rotor, clearance: 50 um, journal_radius: 25 mm, length: 40 mm, film: {viscosity: 20 cP}, contact: {law: hertz, E: 207 GPa}}
forces: {spring: {type: bushing, a: ground, b: rotor, stiffness: [1e8, 1e8, 0], rot_stiffness: [0, 0, 1e4]}}
analysis: {end: 1 ms, start: START}
output: {vtk: 0}
"""
for word, start, wanted in (("lubricated", "static", True), ("lubricated", "as_given", False), ("ideal", "static", False)):
    done = call(["run", model("film", FILM.replace("MODEL", word).replace("START", start)), "--out", folder("film"), "--quiet"])
    check(("carries nothing at rest" in done.stderr) == wanted, f"{word}, start: {start}: {done.stderr}")

# ---- a film thinner than the roughness of its surfaces ----
THIN = """space: 2d
parameters: {load: 20 N}
bodies: {rotor: {type: rigid_body, mass: 1 kg, inertia: 0.02, at: [0, 0], spin: 3000 rpm}}
joints:
  bearing: {type: revolute, model: lubricated, a: ground, b: rotor, clearance: 50 um, journal_radius: 25 mm, length: 10 mm, film: {model: short, viscosity: 1 cP}}
forces: {push: {type: force, a: rotor, direction: [1, 0, 0], value: load}}
probes: {thickness: {type: output, name: bearing, output: film_min}}
analysis: {end: 20 ms}
output: {vtk: 0}
"""
for load, wanted in (("20 N", False), ("5000 N", True)):
    done = call(["run", model("thin", THIN), "--set", f"load={load}", "--out", folder("thin")])
    check(("is below the roughness" in done.stdout) == wanted, f"load {load}: {[l for l in done.stdout.splitlines() if 'thickness' in l or 'warning' in l]}")

# ---- an assembly that moves a body ----
moved = os.path.join(SOURCE, "tests", "cases", "models", "assembly_moves.yaml")
for command in (["check", moved], ["run", moved, "--out", folder("moved"), "--quiet"]):
    done = call(command)
    check("warning: the assembly moves body 'b'" in done.stdout + done.stderr, f"{command[0]} of a model that is not closed warns")
finish()
