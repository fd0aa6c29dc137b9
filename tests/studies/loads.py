#!/usr/bin/env python3
# label: study
"""Loads along edges and axes, and a rotating frame of reference: pressure (Lame's cylinder, a ring, resultants), traction, line loads, centrifugal
and Coriolis forces, each against its closed form."""
import math
from common import Report, order, simulate

rep = Report("loads")


def below(error, bound, case):
    rep.below(case, "closed form", error, bound)


def last_order(errors):
    return order(errors, [1, 0.5, 0.25])[-1]


STATIC = "analysis: {type: static}\noutput: {vtk: 0}\n"

# ---- Lame's thick cylinder, a quarter of it by rollers: u_r(a) = p a^2/(E (b^2 - a^2)) ((1 - nu) a + (1 + nu) b^2/a), plane stress ----
LAME = """
space: 2d
parameters: {n: 4, p: 1 Pa}
bodies:
  ring: {type: TYPE, E: 210 GPa, nu: 0.3, density: 7800 kg/m^3, thickness: 0.02, strain: linear,
         mesh: {type: annulus, inner: 0.1, outer: 0.2, angle: pi/2, radial: n, around: 2*n}}
joints:
  bottom: {type: roller, a: ground, b: ring.start, normal: [0, 1]}
  left: {type: symmetry, a: ground, b: ring.end, normal: [1, 0]}
forces:
  oil: {type: pressure, a: ring.inner, value: p}
probes:
  r: {type: position, of: {body: ring, at: [0.1, 0]}, component: x}
  fx: {type: output, name: oil, output: force_x}
  fy: {type: output, name: oil, output: force_y}
  hoop: {type: field, of: {body: ring, at: [0.1, 0]}, field: stress_yy}
  held: {type: joint_force, name: bottom, component: y}
""" + STATIC
E, nu, a, b, p = 210e9, 0.3, 0.1, 0.2, 1.0
u = p * a * a / (E * (b * b - a * a)) * ((1 - nu) * a + (1 + nu) * b * b / a)
hoop = p * (a * a + b * b) / (b * b - a * a)
# displacements of 1e-12 m beside radii of 0.1 m: so many digits are left
for kind, exponent in (("quad4", 1.8), ("quad8", 3.5), ("quad9", 3.5)):
    errors = []
    for n in (2, 4, 8):
        run = simulate(LAME.replace("TYPE", kind), "lame_%s_%d" % (kind, n), {"n": n, "p": "1e5 Pa"})
        # the pressure acts on the deformed edge: it grows with 1 + u/a and more, so that the closed form is that of p (1 + u/a)
        got = run["r"][0] - a
        errors.append(abs(got / (1e5 * u) - 1))
        below(abs(run["fx"][0] / (1e5 * 0.02 * run["r"][0]) - 1), 1e-13, "pressure on %s: resultant = p t (length of the deformed chord)" % kind)
        below(abs(run["held"][0] + run["fy"][0]) / run["fy"][0], 1e-8, "pressure on %s: reaction of the rollers" % kind)
    below(errors[-1], {"quad4": 4e-3, "quad8": 1e-5, "quad9": 1e-5}[kind], "Lame, %s 8 x 16: u_r(a), closed form" % kind)
    if kind == "quad4":
        below(exponent - last_order(errors), 0, "Lame, quad4: order %.2f of u_r(a), at least %.1f (2 - what is wanted)" % (last_order(errors), exponent))
    if kind == "quad8":
        below(abs(run["hoop"][0] / (1e5 * hoop) - 1), 5e-3, "Lame, quad8 8 x 16: hoop stress at a, probe field at a place")

# ---- dead traction: uniform tension of a strip, exact in every mesh ----
STRIP = """
space: 2d
bodies:
  strip: {type: TYPE, E: 1 GPa, nu: 0.3, density: 1000 kg/m^3, thickness: 5 mm, strain: linear,
          mesh: {type: rectangle, size: [0.4, 0.1], nx: 3, ny: 2}}
joints:
  left: {type: roller, a: ground, b: strip.left, normal: [1, 0]}
  corner: {type: roller, a: ground, b: strip.bottom_left, normal: [0, 1]}
forces:
  pull: {type: traction, a: strip.right, value: 2 MPa, direction: [1, 0]}
probes:
  x: {type: position, of: strip.top_right, component: x}
  y: {type: position, of: strip.top_right, component: y}
  f: {type: output, name: pull, output: force_x}
  s: {type: field, of: {body: strip, at: [0.11, 0.033]}, field: stress_xx}
""" + STATIC
for kind in ("quad4", "quad8", "quad9"):
    run = simulate(STRIP.replace("TYPE", kind), "strip_" + kind)
    below(abs(run["x"][0] - 0.4 - 0.4 * 2e-3), 1e-14, "traction on %s: stretch of a strip, m" % kind)
    below(abs(run["y"][0] - 0.1 + 0.1 * 0.3 * 2e-3), 1e-14, "traction on %s: contraction, m" % kind)
    below(abs(run["f"][0] / 1000 - 1), 1e-13, "traction on %s: resultant = t x area" % kind)
    below(abs(run["s"][0] / 2e6 - 1), 1e-10, "traction on %s: stress at a place" % kind)

# ---- line loads on beams and cables: q L^4/(8 E I) for small loads; all bodies ----
CANTILEVER = """
space: SPACE
bodies:
  beam: {type: TYPE, E: 210 GPa, density: 7800 kg/m^3, width: 0.01, mesh: {type: line, from: [0, 0], to: [1, 0], elements: 16}}
joints:
  wall: {type: clamp, a: ground, b: beam.from}
forces:
  load: {type: LOAD, a: beam, value: 1e-3 N/m, direction: [0, -1]}
probes:
  y: {type: position, of: beam.to, component: y}
  f: {type: output, name: load, output: force_y}
  V: {type: joint_force, name: wall, component: y}
  M: {type: joint_moment, name: wall, component: z}
  shear: {type: field, of: {body: beam, local: [0.5, 0]}, field: FIELD}
""" + STATIC
EI = 210e9 * 1e-8 / 12
for kind, space, bound in (("ancf_cable2d", "2d", 1e-7), ("ancf_cable3d", "3d", 1e-7), ("ancf_beam2d", "2d", 2e-2), ("ancf_beam3d", "3d", 2e-2), ("ancf_beam3d3", "3d", 2e-2)):
    for load in ("line_load", "follower_line_load"):
        if (kind, load) == ("ancf_cable3d", "follower_line_load"):
            continue
        field = "moment" if "cable" in kind else "moment_z"
        text = CANTILEVER.replace("TYPE", kind).replace("SPACE", space).replace("LOAD", load).replace("FIELD", field)
        if space == "3d":
            text = text.replace("[0, 0], to: [1, 0]", "[0, 0, 0], to: [1, 0, 0]").replace("[0, -1]", "[0, -1, 0]").replace("[0.5, 0]", "[0.5, 0, 0]")
        run = simulate(text, "line_%s_%s" % (kind, load))
        below(abs(run["y"][0] / (-1e-3 / (8 * EI)) - 1), bound, "%s on %s: q L^4/(8 E I)" % (load, kind))
        below(abs(run["f"][0] / -1e-3 - 1), 1e-8, "%s on %s: resultant q L" % (load, kind))
        below(abs(run["V"][0] / 1e-3 - 1), 1e-8, "%s on %s: reaction of the clamp" % (load, kind))
        below(abs(run["M"][0] / 5e-4 - 1), 1e-6, "%s on %s: moment of the clamp q L^2/2" % (load, kind))
        below(abs(abs(run["shear"][0]) / (1e-3 * 0.125) - 1), 1e-2, "%s on %s: bending moment at mid-span q L^2/8, probe at a place" % (load, kind))

# ---- a load on a part of a beam, from a to b within elements: q [L x^3 - x^4/4] (a ... b)/(6 E I); Hermite cubics are exact at their nodes ----
A, B = 0.27, 0.81
want = ((B ** 3 - B ** 4 / 4) - (A ** 3 - A ** 4 / 4)) / (6 * EI)
for kind, space, bound in (("ancf_cable2d", "2d", 1e-7), ("ancf_cable3d", "3d", 1e-7), ("ancf_beam2d3", "2d", 1e-3)):
    for load in ("line_load", "follower_line_load") if space == "2d" else ("line_load",):
        text = CANTILEVER.replace("elements: 16", "elements: 4" if "cable" in kind else "elements: 16").replace("TYPE", kind).replace("SPACE", space)
        text = text.replace("LOAD", load).replace("FIELD", "moment" if "cable" in kind else "moment_z")
        text = text.replace("direction: [0, -1]", "direction: [0, -1], from: %r, to: %r m" % (A, B))
        if space == "3d":
            text = text.replace("[0, 0], to: [1, 0]", "[0, 0, 0], to: [1, 0, 0]").replace("[0, -1]", "[0, -1, 0]").replace("[0.5, 0]", "[0.5, 0, 0]")
        run = simulate(text, "part_%s_%s" % (kind, load))
        below(abs(run["y"][0] / (-1e-3 * want) - 1), bound, "%s on a part of %s: deflection of the tip" % (load, kind))
        below(abs(run["f"][0] / (-1e-3 * (B - A)) - 1), 1e-8, "%s on a part of %s: resultant q (b - a)" % (load, kind))
        below(abs(run["M"][0] / (1e-3 * (B * B - A * A) / 2) - 1), 1e-6, "%s on a part of %s: moment of the clamp q (b^2 - a^2)/2" % (load, kind))
# from its middle to its end, which is an end of an element; and on an arc, whose way is not its parameter
run = simulate(CANTILEVER.replace("TYPE", "ancf_cable2d").replace("SPACE", "2d").replace("LOAD", "line_load").replace("FIELD", "moment").replace(
    "direction: [0, -1]", "direction: [0, -1], from: 0.5"), "part_half")
below(abs(run["M"][0] / (1e-3 * 0.375) - 1), 1e-6, "line_load on the second half: moment of the clamp")
PART = """
space: 2d
bodies:
  arc: {type: ancf_cable2d, E: 1 GPa, density: 1000 kg/m^3, section: rectangle, width: 2 mm, height: 10 mm,
        mesh: {type: arc, from: [0.5, 0], centre: [0, 0], angle: pi/2, elements: 12}}
joints:
  wall: {type: clamp, a: ground, b: arc.from}
forces:
  load: FORCE
probes:
  x1: {type: position, of: {body: arc, at: [0.5*cos(0.3), 0.5*sin(0.3)]}, component: x}
  x2: {type: position, of: {body: arc, at: [0.5*cos(1.2), 0.5*sin(1.2)]}, component: x}
  y1: {type: position, of: {body: arc, at: [0.5*cos(0.3), 0.5*sin(0.3)]}, component: y}
  y2: {type: position, of: {body: arc, at: [0.5*cos(1.2), 0.5*sin(1.2)]}, component: y}
  fx: {type: output, name: load, output: force_x}
  fy: {type: output, name: load, output: force_y}
  M: {type: joint_moment, name: wall, component: z}
""" + STATIC
run = simulate(PART.replace("FORCE", "{type: line_load, a: arc, value: 1e-7 N/m, direction: [0, -1], from: 0.15, to: 0.6}"), "part_arc")
below(abs(run["fy"][0] / (-1e-7 * 0.45) - 1), 1e-9, "line_load on a part of an arc: resultant")
moment = 1e-7 * 0.5 * 0.5 * ((1.2 - 0.3) - (math.sin(1.2) - math.sin(0.3)))  # int q (R - R cos) R dtheta; the load is so small that it bends by 1e-6
below(abs(abs(run["M"][0]) / moment - 1), 2e-6, "line_load on a part of an arc: moment of the clamp")
run = simulate(PART.replace("FORCE", "{type: pressure, a: arc, value: 1 Pa, from: 0.15, to: 0.6}"), "part_pressure")
# by the chord between the ends of the part; these are places on the true circle, the cubics are 1e-5 beside it
below(abs(run["fx"][0] / (0.01 * (run["y2"][0] - run["y1"][0])) - 1), 1e-4, "pressure on a part of an arc: resultant, x")
below(abs(run["fy"][0] / (0.01 * (run["x1"][0] - run["x2"][0])) - 1), 1e-4, "pressure on a part of an arc: resultant, y")

# ---- a ring under internal pressure, a quarter of it by symmetry: u = p b R^2/(E A); the same as a line load along the section's axis ----
RING = """
space: 2d
bodies:
  ring: {type: ancf_cable2d, E: 1 GPa, density: 1000 kg/m^3, section: rectangle, width: 2 mm, height: 10 mm,
         mesh: {type: arc, from: [0.5, 0], centre: [0, 0], angle: pi/2, elements: 8}}
joints:
  right: {type: symmetry, a: ground, b: ring.from, normal: [0, 1]}
  top: {type: symmetry, a: ground, b: ring.to, normal: [1, 0]}
forces:
  gas: FORCE
probes:
  r: {type: position, of: ring.from, component: x}
  N: {type: joint_force, name: right, component: y}
  fy: {type: output, name: gas, output: force_y}
  tension: {type: field, of: ring.from, field: axial_force}
""" + STATIC
for word, force in (("pressure", "{type: pressure, a: ring, value: 1 kPa}"),
                    ("follower_line_load", "{type: follower_line_load, a: ring, value: 10 N/m, direction: [0, -1], axes: section}")):
    run = simulate(RING.replace("FORCE", force), "ring_" + word)
    EA = 1e9 * 2e-5
    below(abs((run["r"][0] - 0.5) / (10 * 0.25 / EA) - 1), 2e-3, "ring under %s: p b R^2/(E A)" % word)
    below(abs(run["N"][0] / -5 - 1), 1e-3, "ring under %s: hoop force p b R at the symmetry plane" % word)
    if word == "pressure":
        below(abs(run["fy"][0] / (10 * run["r"][0]) - 1), 1e-12, "ring under pressure: resultant = p b (deformed radius), exactly")

# ---- rotating rod: u(L) = tan(k L)/k - L, k^2 = rho w^2/E (small strain, with the softening); pull at the root ----
ROD = """
space: 2d
rotation: {speed: 300 rad/s}
bodies:
  rod: {type: quad8, E: 210 GPa, nu: 0, density: 7800 kg/m^3, thickness: 0.01, strain: linear,
        mesh: {type: rectangle, corner: [0, -0.005], size: [1, 0.01], nx: 20, ny: 1}}
joints:
  root: {type: roller, a: ground, b: rod.left, normal: [1, 0]}
  middle: {type: roller, a: ground, b: {body: rod, at: [0, 0]}, normal: [0, 1]}
probes:
  x: {type: position, of: rod.right, component: x}
  pull: {type: joint_force, name: root, component: x}
""" + STATIC
run = simulate(ROD, "rotating_rod")
k = math.sqrt(7800 * 300 ** 2 / 210e9)
below(abs((run["x"][0] - 1) / (math.tan(k) / k - 1) - 1), 1e-8, "rotating rod: tan(k L)/k - L, centrifugal softening included")
below(abs(run["pull"][0] / (-210e9 * 1e-4 * (1 / math.cos(k) - 1)) - 1), 1e-6, "rotating rod: pull at its root E A (1/cos(k L) - 1)")

# ---- rotating disc with a hole, plane stress, slow: u(r) of Timoshenko & Goodier, section 32 ----
DISC = """
space: 2d
parameters: {n: 4}
rotation: {speed: 10 rad/s, centre: [0, 0]}
bodies:
  disc: {type: quad8, E: 210 GPa, nu: 0.3, density: 7800 kg/m^3, thickness: 0.02, strain: linear,
         mesh: {type: annulus, inner: 0.1, outer: 0.3, angle: pi/2, radial: n, around: 2*n}}
joints:
  bottom: {type: symmetry, a: ground, b: disc.start, normal: [0, 1]}
  left: {type: symmetry, a: ground, b: disc.end, normal: [1, 0]}
probes:
  inner: {type: position, of: {body: disc, at: [0.1, 0]}, component: x}
  outer: {type: position, of: {body: disc, at: [0.3, 0]}, component: x}
""" + STATIC


def disc(r, a=0.1, b=0.3):
    c = 7800 * 100 / 8
    radial = (3 + nu) * c * (a * a + b * b - a * a * b * b / r ** 2 - r * r)
    hoop_ = (3 + nu) * c * (a * a + b * b + a * a * b * b / r ** 2 - (1 + 3 * nu) / (3 + nu) * r * r)
    return r * (hoop_ - nu * radial) / E


errors = []
for n in (2, 4, 8):
    run = simulate(DISC, "disc_%d" % n, {"n": n})
    errors.append(abs((run["inner"][0] - 0.1) / disc(0.1) - 1))
below(errors[-1], 1e-4, "rotating disc with a hole, 8 x 16 quad8: u at the hole, closed form")
below(abs((run["outer"][0] - 0.3) / disc(0.3) - 1), 2e-5, "the same, u at the rim")
below(3 - last_order(errors), 0, "rotating disc: order %.2f of u at the hole, at least 3" % last_order(errors))

# ---- dynamics in the rotating frame: a free body moves on a straight line of the resting frame, its spin there stays ----
FREE = """
rotation: {speed: 3 rad/s, axis: [1, 2, 2], centre: [0.1, -0.2, 0.3]}
bodies:
  body: {type: rigid_body, at: [0.4, 0.1, -0.2], mass: 2 kg, inertia: [0.2, 0.3, 0.1], velocity: [0.3, -0.1, 0.2], spin: [-1, -2, -2]}
  ball: {type: point_mass, at: [1, 0, 0], mass: 1 kg, velocity: [0.5, 0, 0]}
probes:
  x: {type: position, of: body, component: x}
  y: {type: position, of: body, component: y}
  z: {type: position, of: body, component: z}
  bx: {type: position, of: ball, component: x}
  by: {type: position, of: ball, component: y}
  bz: {type: position, of: ball, component: z}
  qw: {type: quaternion, of: body, component: w}
  qx: {type: quaternion, of: body, component: x}
  w: {type: spin, of: body, component: 2}
analysis: {end: 5 s, tolerance: 1e-11, method: radau}
output: {vtk: 0, sample: 0.5 s}
"""
w = [1.0, 2.0, 2.0]


def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def seen(r0, v0, t):
    """Straight line of the resting frame, seen from the turning one (turned back by -w t about the centre)."""
    c, n, angle = [0.1, -0.2, 0.3], [x / 3 for x in w], -3 * t
    d = [r0[i] - c[i] for i in range(3)]
    s = cross(w, d)
    d = [d[i] + (v0[i] + s[i]) * t for i in range(3)]
    m, k_ = cross(n, d), sum(n[i] * d[i] for i in range(3))
    return [c[i] + d[i] * math.cos(angle) + m[i] * math.sin(angle) + n[i] * k_ * (1 - math.cos(angle)) for i in range(3)]


run = simulate(FREE, "turning_frame")
for names, r0, v0 in ((("x", "y", "z"), [0.4, 0.1, -0.2], [0.3, -0.1, 0.2]), (("bx", "by", "bz"), [1, 0, 0], [0.5, 0, 0])):
    worst = max(abs(run[n][k] - seen(r0, v0, t)[i]) for k, t in enumerate(run.t) for i, n in enumerate(names))
    below(worst, 1e-7, "rotating frame: free %s on a straight line of the resting frame, m" % ("body" if names[0] == "x" else "point mass"))
# the body does not turn in the resting frame: seen from the other one its spin is -w, its quaternion (cos, -n sin)(3 t/2)
below(max(abs(run["qw"][i] - math.cos(1.5 * t)) for i, t in enumerate(run.t)), 1e-7, "rotating frame: quaternion w of a body at rest outside, continuous over turns")
below(max(abs(run["qx"][i] + math.sin(1.5 * t) / 3) for i, t in enumerate(run.t)), 1e-7, "rotating frame: its x part")
below(max(abs(x) for x in run.energy["numerical"]) / max(abs(x) for x in run.energy["kinetic"]), 1e-8, "rotating frame: energy with the centrifugal potential is conserved")

# ---- work of follower loads in the ledger: a flag under pressure that moves ----
FLAG = """
space: 2d
bodies:
  flag: {type: ancf_cable2d, E: 1 MPa, density: 1000 kg/m^3, width: 0.02, mesh: {type: line, from: [0, 0], to: [1, 0], elements: 8}}
joints:
  pole: {type: revolute, a: ground, b: flag.from}
forces:
  wind: {type: pressure, a: flag, value: 5*sin(3*t), width: 0.1}
probes:
  y: {type: position, of: flag.to, component: y}
analysis: {end: 1 s, tolerance: 1e-7}
output: {vtk: 0}
"""
run = simulate(FLAG, "flag")
below(max(abs(x) for x in run.energy["numerical"]) / max(abs(x) for x in run.energy["work_loads"]), 1e-4, "flag under pressure: ledger closes, of the work of the load")
rep.done()
