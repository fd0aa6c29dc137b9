#!/usr/bin/python3
# label: fast
# timeout: 600
"""`start: quasi_static`: flexible bodies begin deformed by the inertia forces of the ideal machine. Against closed forms:

   a slider-crank at its dead centre: the rod is stretched by (m a(l) l + rho A integral of s a(s))/(E A), a(s) = r w^2 + s (r w/l)^2
   a beam clamped to a hub with angular acceleration alpha: its end stays behind by 11 rho A alpha L^5/(120 E I),
   more by shear and by the inertia of its sections
   a free beam pulled at its end by F (inertia relief): stretched by F L/(2 E A), and accelerated by F/m
   the demo: the force in its pin begins at m a(l), with oil and with contact, and does not ring
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, call, check, finish, model, probes, run, study

R, L, W, M, RHO, B, E = 0.05, 0.12, 100.0, 0.14, 7800.0, 0.015, 200e9
A = B * B
BEAM = f"mesh: {{type: line, from: [0, 0], to: [{L}, 0], elements: 4}}, E: {E:g} Pa, nu: 0, density: {RHO} kg/m^3, section: square, width: {B} m"

# 1. stretched rod
out = run("stretched", model("stretched", f"""space: 2d
bodies:
  crank: {{type: rigid_body, from: [0, 0], to: [{R}, 0], mass: 1 kg, inertia: 1e-3 kg m^2}}
  rod: {{type: ancf_beam2d3, at: [{R}, 0], {BEAM}}}
  slider: {{type: rigid_body, at: [{R + L}, 0], mass: {M} kg, inertia: 1e-3 kg m^2}}
joints:
  pivot: {{type: revolute, a: ground, b: crank.from}}
  crank_pin: {{type: revolute, a: crank.to, b: rod.from}}
  pin: {{type: revolute, a: slider, b: rod.to}}
  guide: {{type: prismatic, a: ground, b: slider, axis: [1, 0]}}
drivers: {{drive: {{type: angle_driver, joint: pivot, speed: {W} rad/s}}}}
probes:
  x: {{type: position, of: slider, component: x}}
  a: {{type: acceleration, of: slider, component: x}}
analysis: {{start: quasi_static, end: 1e-5 s}}
output: {{vtk: 0}}
"""), "--quiet")
first = {key: values[0] for key, values in probes(out).items()}
wr = R * W / L
stretch = (M * (R * W**2 + L * wr**2) * L + RHO * A * (R * W**2 * L**2 / 2 + wr**2 * L**3 / 3)) / (E * A)
below(abs((first["x"] - R - L) / stretch - 1), 1e-5, f"stretched by {first['x'] - R - L:.9g} m, closed form {stretch:.9g} m")
below(abs(first["a"] / -(R * W**2 + L * wr**2) - 1), 1e-4, f"slider accelerated by {first['a']:.6g} m/s^2")

# 2. bent beam
ALPHA, LONG = 100.0, 0.5
out = run("bent", model("bent", f"""space: 2d
bodies:
  hub: {{type: rigid_body, at: [0, 0], mass: 1 kg, inertia: 1e-3 kg m^2}}
  beam: {{type: ancf_beam2d3, {BEAM.replace(f"to: [{L}, 0]", f"to: [{LONG}, 0]")}}}
joints:
  pivot: {{type: revolute, a: ground, b: hub}}
  clamp: {{type: fixed, a: hub, b: beam.from}}
drivers: {{drive: {{type: angle_driver, joint: pivot, acceleration: {ALPHA} rad/s^2}}}}
probes: {{y: {{type: position, of: beam.to, component: y}}}}
analysis: {{start: quasi_static, end: 1e-5 s}}
output: {{vtk: 0}}
"""), "--quiet")
bend = 11 * RHO * A * ALPHA * LONG**5 / (120 * E * B**4 / 12)
sections = RHO * ALPHA * LONG**3 / (3 * E)  # each resists the turn with rho I alpha
shear = RHO * A * ALPHA * LONG**3 / 3 / (5 / 6 * E / 2 * A)  # Timoshenko: integral of the shear force over k G A
got = -probes(out)["y"][0]
below(abs(got / (bend + shear + sections) - 1), 1e-4, f"bent by {got:.9g} m, closed form {bend + shear + sections:.9g} m ({shear:.3g} m of it by shear, {sections:.3g} m by the sections)")

# 3. nothing holds it
F = 1e4
out = run("free", model("free", f"""space: 2d
bodies: {{beam: {{type: ancf_beam2d3, {BEAM}}}}}
forces: {{pull: {{type: force, a: beam.to, direction: [1, 0], value: {F:g} N}}}}
probes:
  from_x: {{type: position, of: beam.from, component: x}}
  to_x: {{type: position, of: beam.to, component: x}}
  a: {{type: acceleration, of: beam.from, component: x}}
analysis: {{start: quasi_static, end: 1e-6 s}}
output: {{vtk: 0}}
"""), "--quiet")
first = {key: values[0] for key, values in probes(out).items()}
want = F * L / (2 * E * A)
below(abs((first["to_x"] - first["from_x"] - L) / want - 1), 1e-4, f"free beam stretched by {first['to_x'] - first['from_x'] - L:.9g} m, closed form {want:.9g} m")
below(abs(first["a"] / (F / (RHO * A * L)) - 1), 1e-3, f"and accelerated by {first['a']:.6g} m/s^2 at its other end")

# 4. the demo
SPEED = 5000 * math.pi / 30
force = M * R * SPEED**2 * (1 + R / L)
for joint in ("lubricated", "dry", "ideal"):
    tenth = {}
    for start in ("quasi_static", "as_given"):
        out = run(f"{joint}_{start}", study("connecting_rod.yaml"), "--quiet", sets=("revolutions=0.1", "joint=" + joint, "start=" + start))
        tenth[start] = probes(out)["joint_force"]
    first, most, rings = tenth["quasi_static"][0], max(tenth["quasi_static"]), max(tenth["as_given"])
    below(abs(first / force - 1), 1e-6, f"{joint}: force in the pin at the start {first:.6g} N, slider's inertia {force:.6g} N")
    below(most / force, 1.06, f"{joint}: largest force of the first tenth of a revolution {most:.0f} N")
    check(rings > 2 * force, f"{joint}: begun undeformed it is {rings:.0f} N")

# 5. an oil so thin that no rate carries the force: said, with the joint's name
result = call(["run", study("connecting_rod.yaml"), "--set", "revolutions=0.001", "--set", "viscosity=1e-9", "--out", "thin"])
check("joint 'pin' begins with its gap as it is drawn" in result.stderr, "a joint that cannot transmit the force is named: " + result.stderr.strip()[-300:])

# 6. where it makes no sense
result = call(["run", model("still", "space: 2d\nbodies: {b: {type: rigid_body, at: [0, 0], mass: 1 kg, inertia: 1 kg m^2}}\nanalysis: {type: static, start: quasi_static}\n"), "--out", "still"])
check(result.returncode != 0 and "quasi_static is for a dynamic analysis" in result.stderr, "refused for a static analysis: " + result.stderr.strip())
finish()
