#!/usr/bin/env python3
# label: study
"""Joints that carry moments into the end of a stubby bar (100 mm long, 20 mm x 30 mm), the bar as body a and as body b,
against Timoshenko's beam, Saint-Venant's torsion and the clamp; refined up to 64 elements.

What would break it: rows that pull on one slope vector only. Before the sections were rigid, 64 elements gave a torsion
75 % too soft, and as body a a bending 8 to 16 times too soft."""
from math import pi, tanh
from common import Report, order, simulate

MODEL = """
space: %(space)s
parameters: {n: 4, fy: 0, fz: 0, mx: 0}
bodies:
  bar:
    type: %(type)s
    mesh: {type: line, from: %(from)s, to: %(to)s, elements: n}
    E: 2e11
    nu: 0.3
    density: 7800
    section: rectangle
    width: 20 mm
    height: 30 mm
    %(shear)s
%(more)s
joints:
  root: {%(root)s}
%(rest)s
forces:
  fy: {type: force, a: %(tip)s, value: fy, direction: [0, 1, 0]}
%(loads)s
probes:
  y: {type: position, of: %(tip)s, component: y}
%(probes)s
analysis: {type: static}
output: {vtk: 0}
"""
SPACE = dict(space="3d", shear="", more="", rest="", tip="bar.to", to="[0.1, 0, 0]", loads="""
  fz: {type: force, a: bar.to, value: fz, direction: [0, 0, 1]}
  mx: {type: moment, a: bar.to, value: mx, direction: [1, 0, 0]}""", probes="""
  z: {type: position, of: bar.to, component: z}
  side: {type: position, of: {body: bar, at: [0.1, 1 mm, 0]}, component: z}
  on_x: {type: joint_moment, name: root, component: x}
  on_y: {type: joint_moment, name: root, component: y}
  on_z: {type: joint_moment, name: root, component: z}""")
SPACE["from"] = "[0, 0, 0]"
PLANE = dict(SPACE, space="2d", to="[0.1, 0]", loads="", probes="  on_z: {type: joint_moment, name: root, component: z}")
PLANE["from"] = "[0, 0]"
DRIVEN = """
  hold_x: {type: joint_moment, name: hold, component: x}
  hold_y: {type: joint_moment, name: hold, component: y}
  hold_z: {type: joint_moment, name: hold, component: z}"""
HELD = "drivers: {hold: {type: angle_driver, joint: root, position: 0}}"  # a hinge held by a driver is a fixed joint

E, NU, B, H, L, F, M = 2e11, 0.3, 0.02, 0.03, 0.1, 10.0, 0.1
G, A, K = E / (2 * (1 + NU)), B * H, 10 * (1 + NU) / (12 + 11 * NU)  # Cowper's shear factor, docs/theory.md
J = H * B ** 3 * (1 / 3 - 64 * B / (pi ** 5 * H) * sum(tanh(i * pi * H / (2 * B)) / i ** 5 for i in range(1, 99, 2)))
WANT = {"y": F * L ** 3 / (3 * E * H * B ** 3 / 12) + F * L / (K * G * A),
        "z": F * L ** 3 / (3 * E * B * H ** 3 / 12) + F * L / (K * G * A),
        "side": 1e-3 * M * L / (G * J)}  # the twist, seen 1 mm beside the axis
ROOTS = {"fixed": ("type: fixed", ""), "hinge about y": ("type: revolute, axis: [0, 1, 0]", HELD),
         "hinge about a skew axis": ("type: revolute, axis: [1, 2, -1]", HELD),
         "prismatic": ("type: prismatic, axis: [0, 1, 1]",
                       "drivers: {hold: {type: displacement_driver, joint: root, position: 0}}")}
SIDES = {"a": "a: bar.from, b: ground", "b": "a: ground, b: bar.from"}
rep = Report("stubby bar")


def solve(case, kind, root, rest, n):
    """Tip in units of the closed form, for each load on its own, and the largest error of the moment at the root."""
    driven = DRIVEN if "hold" in rest else ""
    text = MODEL % dict(case, type=kind, root=root, rest=rest, probes=case["probes"] + driven)
    out, moment = {}, 0.0
    for probe, sets, on, value in (("y", {"fy": F}, "on_z", F * L), ("z", {"fz": F}, "on_y", F * L), ("side", {"mx": M}, "on_x", M)):
        if case["space"] == "2d" and probe != "y":
            continue
        run = simulate(text, "bar", dict({"n": n}, **sets))
        rep.true("%s, %s: rows" % (kind, root), "redundant rows 0" in run.log, "no redundant rows", run.log[-300:])
        out[probe] = run[probe][-1] / WANT[probe]
        got = run[on][-1] + (run[on.replace("on", "hold")][-1] if driven else 0)
        moment = max(moment, abs(abs(got) / value - 1))
    return out, moment


for kind in ("ancf_beam3d3", "ancf_beam3d"):
    clamp = solve(SPACE, kind, "type: clamp, a: ground, b: bar.from", "", 64)[0]
    for name, (root, rest) in ROOTS.items():
        meshes = (4, 16, 64)
        both = {}
        for side, ends in SIDES.items():
            runs = both[side] = [solve(SPACE, kind, root + ", " + ends, rest, n) for n in meshes]
            case = "%s, %s, bar as %s: " % (kind, name, side)
            errors = {probe: [abs(r[0][probe] - 1) for r in runs] for probe in WANT}
            # three nodes: exact but for the tolerance of the solution. Two nodes: torsion too, bending low by
            # 1/(4 n^2) = 6.1e-5 of its bending part
            exact = [p for p in WANT if kind == "ancf_beam3d3" or p == "side"]
            rep.below(case + "exact parts, 4 to 64 elements", "closed form", max(e for p in exact for e in errors[p]), 1e-8)
            for p in WANT:
                if p not in exact:
                    rep.below(case + p + ", 64 elements", "closed form", errors[p][2], 6.1e-5)
                    rep.within(case + p + ", order", "2", order(errors[p], [1 / n for n in meshes])[1], 1.95, 2.05, quiet=True)
                # a clamp holds r_x too: with two nodes it hinders the shear of the first element
                rep.below(case + p, "clamp", abs(runs[2][0][p] - clamp[p]), 1e-8 if p in exact else 2e-4, quiet=True)
            rep.below(case + "moment in the joint", "load", max(r[1] for r in runs), 1e-6, quiet=True)
        for k, n in enumerate(meshes):
            rep.below("%s, %s, %d elements: bar as a" % (kind, name, n), "bar as b",
                      max(abs(both["a"][k][0][p] - both["b"][k][0][p]) for p in WANT), 2e-8, quiet=True)

# in the plane (Cowper's factor; width is across the axis)
for side, ends in SIDES.items():
    for name, root, rest in (("fixed", "type: fixed, ", ""), ("hinge", "type: revolute, ", HELD)):
        runs = [solve(PLANE, "ancf_beam2d", root + ends, rest, n) for n in (4, 16, 64)]
        errors = [abs(r[0]["y"] - 1) for r in runs]
        rep.below("ancf_beam2d, %s, bar as %s: y, 64 elements" % (name, side), "closed form", errors[2], 6.1e-5)
        rep.within("ancf_beam2d, %s, bar as %s: order" % (name, side), "2", order(errors, [1 / 4, 1 / 16, 1 / 64])[1], 1.9, 2.1)

# held by springs: the same and their compliance. 1e6 N m/rad and 1e10 N/m give 1e-7 m and 1e-9 m
for side, ends in SIDES.items():
    text = (MODEL % dict(SPACE, type="ancf_beam3d3", root="", rest="", loads=SPACE["loads"] + """
  root: {type: bushing, %s, stiffness: [1e10, 1e10, 1e10], rot_stiffness: [1e6, 1e6, 1e6]}""" % ends,
                         probes="  z: {type: position, of: bar.to, component: z}")).replace("joints:\n  root: {}", "")
    for n in (4, 64):
        for probe, sets in (("y", {"fy": F}), ("z", {"fz": F})):
            want = WANT[probe] + F * L ** 2 / 1e6 + F / 1e10
            rep.below("bushing, bar as %s, %s, %d elements" % (side, probe, n), "closed form",
                      abs(simulate(text, "bushing", dict(sets, n=n))[probe][-1] / want - 1), 1e-8)

# two bars in one line, fixed to each other in the middle: as one bar
HALVES = dict(SPACE, to="[0.04, 0, 0]", tip="end.to", more="""  end:
    type: ancf_beam3d3
    mesh: {type: line, from: [0.04, 0, 0], to: [0.1, 0, 0], elements: n}
    E: 2e11
    nu: 0.3
    density: 7800
    section: rectangle
    width: 20 mm
    height: 30 mm""")
for key in ("loads", "probes"):
    HALVES[key] = HALVES[key].replace("bar.to", "end.to").replace("body: bar", "body: end")
for name, middle in (("bar.to to end.from", "a: bar.to, b: end.from"), ("end.from to bar.to", "a: end.from, b: bar.to")):
    got, _ = solve(HALVES, "ancf_beam3d3", "type: fixed, a: ground, b: bar.from", "  middle: {type: fixed, %s}" % middle, 16)
    rep.below("two bars fixed to each other, " + name, "closed form", max(abs(got[p] - 1) for p in WANT), 1e-8)
rep.done()
