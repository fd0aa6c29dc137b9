#!/usr/bin/env python3
# label: study
# timeout: 600
"""Thick beams bent far (studies/benchmarks/thick_cantilever.yaml and variants), against the geometrically exact rod (tests/oracle/rod.py, shooting) and the closed ring. Cantilever of
Nachbagauer et al. 2011 (L = 2 m, 0.5 m x 0.1 m) at two loads; EXUDYN's geometricallyExactBeam2Dtest (the same beam at 45 deg
with an end moment); roll-up by 2 pi E I/L from L/20 to L/1000; refinement to 256 elements."""
import math
from common import Report, simulate, study
import rod

MODEL = """
space: %(space)s
parameters: {n: 8, width: 0.5 m, height: 0.1 m, length: 2 m, nu: 0.3, fy: 0, mz: 0, my: 0}
bodies:
  beam:
    type: %(type)s
    mesh: {type: line, from: %(origin)s, to: %(end)s, elements: n}
    E: 2.07e11 Pa
    nu: nu
    density: 7850 kg/m^3
    section: rectangle
    width: width
    height: height
joints:
  clamp: {type: fixed, a: ground, b: beam.from}
forces:
  force: {type: force, a: beam.to, value: fy*(1 N), direction: %(y)s}
  mz: {type: moment, a: beam.to, value: mz*(1 N m)%(z)s}
  %(my)s
probes:
  x: {type: position, of: beam.to, component: x}
  y: {type: position, of: beam.to, component: y}
  %(probe)s
analysis: {type: static%(steps)s}
output: {vtk: 0}
"""
PLANE = dict(space="2d", origin="[0, 0]", end="[length, 0]", y="[0, 1]", z="", my="", probe="")
SPACE = dict(space="3d", origin="[0, 0, 0]", end="[length, 0, 0]", y="[0, 1, 0]", z=", direction: [0, 0, 1]",
             my="my: {type: moment, a: beam.to, value: my*(1 N m), direction: [0, 1, 0]}",
             probe="z: {type: position, of: beam.to, component: z}")
# type, space, elements for 1e-4 (two nodes: order 2), and for the ring
TYPES = [("ancf_beam2d", PLANE, 128, 32), ("ancf_beam2d3", PLANE, 16, 32),
         ("ancf_beam3d", SPACE, 128, 32), ("ancf_beam3d3", SPACE, 16, 32)]
E, NU = 2.07e11, 0.3
KAPPA = 10 * (1 + NU) / (12 + 11 * NU)


def end(name, space, steps=1, **sets):
    text = MODEL % dict(space, type=name, steps=", load_steps: %d" % steps if steps > 1 else "")
    run = simulate(text, "thick", {k: repr(v) if isinstance(v, float) else v for k, v in sets.items()})
    return [run[c][-1] for c in ("x", "y", "z") if c in run.columns]


def exact(fy, mz, shear=E / (2 * (1 + NU))):
    A, inertia = 0.05, 0.1 * 0.5 ** 3 / 12
    return rod.cantilever(2.0, E * A, KAPPA * shear * A, E * inertia, (0.0, fy), mz, n=200)


def main():
    rep = Report("thick beams")
    for fy, ux, uy in ((6.25e7, 0.150971, 0.710569), (6.25e4, 1.88849e-7, 8.09903e-4)):
        x, y, _ = exact(fy, 0.0)
        rep.below("oracle, F = %g N" % fy, "benchmark", max(abs((2 - x) / ux - 1), abs(y / uy - 1)), 1e-5)
        for name, space, n, _ in TYPES:
            got = end(name, space, n=n, fy=fy)
            rep.below("%s, %d elements, F = %g N, ux" % (name, n, fy), "exact rod", abs((2 - got[0]) / (2 - x) - 1), 1e-4)
            rep.below("%s, %d elements, F = %g N, uy" % (name, n, fy), "exact rod", abs(got[1] / y - 1), 1e-4)
    # the study, as a user runs it
    for name, n in (("ancf_beam2d", 8), ("ancf_beam2d", 128), ("ancf_beam3d3", 16)):
        run = simulate(study("benchmarks/thick_cantilever.yaml"), "study", {"element": name, "n": n})
        errors = [abs(run["ux"][-1] / 0.150971 - 1), abs(run["uy"][-1] / 0.710569 - 1)]
        rep.below("studies/benchmarks/thick_cantilever, %s, %d elements" % (name, n), "benchmark", max(errors), 1e-4 if n > 8 else 1e-2)
    # refinement: every static solution exists and is nearer than the one before
    x, y, _ = exact(6.25e7, 0.0)
    for name, space, _, _ in TYPES:
        errors = [math.dist(end(name, space, n=n, fy=6.25e7)[:2], (x, y)) for n in (8, 16, 32, 64, 128, 256)]
        for k in range(1, len(errors)):
            # below 1e-8 m Newton's tolerance is seen
            rep.below("%s, %d elements: error" % (name, 8 << k), "coarser mesh", errors[k], max(errors[k - 1], 1e-8))
    # EXUDYN's test: beam at 45 deg, force across it, moment -5e8 N m; its 16 elements give -2.2115
    x, y, _ = exact(-6.25e7, -5e8, 7.9615e10)
    down = math.sqrt(0.5) * (x - 2 + y)
    rep.below("oracle, end of EXUDYN's geometricallyExactBeam2Dtest, m", "-2.2094", abs(down + 2.2094), 5e-5)
    for name, space, n, _ in TYPES:
        got = end(name, space, steps=4, n=n, fy=-6.25e7, mz=-5e8)
        rep.below("%s, %d elements, EXUDYN's test, m" % (name, n), "exact rod",
                  abs(math.sqrt(0.5) * (got[0] - 2 + got[1]) - down), 1e-4)
    # rings: bent about z, and in space about the diagonal of a square section
    for name, space, _, n in TYPES:
        for thick in (20, 50, 100, 200, 1000):
            h = 1.0 / thick
            M = 2 * math.pi * E * h ** 4 / 12
            sizes = dict(n=n, length="1 m", width=h, height=h)
            rep.below("%s, ring, L/%d" % (name, thick), "closed", math.hypot(*end(name, space, mz=M, **sizes)), 1e-4)
            if space is SPACE and thick in (20, 200):
                got = end(name, space, mz=math.sqrt(0.5) * M, my=math.sqrt(0.5) * M, **sizes)
                rep.below("%s, ring about the diagonal, L/%d" % (name, thick), "closed", math.hypot(*got), 1e-4)
    rep.done()


if __name__ == "__main__":
    main()
