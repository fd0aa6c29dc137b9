#!/usr/bin/python3
# label: study
# timeout: 600
"""Fields of oil films for ParaView beside pressure and thickness: film_fill of mass-conserving films, asperity_pressure of rough ones. The mean of the first is
the output film_fill (the mean over cells; the field is drawn on 97 x 17 points), the integral of the second over the bearing the output asperity_force; a smooth film
without a fill has neither."""
import glob
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import SOURCE, below, check, finish, model, probes, run

try:
    from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader
except ImportError:
    sys.exit(77)


def fields(out):
    """Fields of all points of the last film: {name: [values]}"""
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(sorted(glob.glob(os.path.join(out, "vtk", "film*.vtu")))[-1])
    reader.Update()
    data = reader.GetOutput().GetPointData()
    arrays = [data.GetArray(k) for k in range(data.GetNumberOfArrays())]
    return {a.GetName().split(" ")[0]: [a.GetTuple(i) for i in range(a.GetNumberOfTuples())] for a in arrays}


AROUND, ALONG = 96, 16


def mean(values, weight=lambda theta: 1):
    """Trapezoidal rule on the grid of the frame"""
    return sum(values[i * (ALONG + 1) + j][0] * (0.5 if j in (0, ALONG) else 1) * weight(2 * math.pi * i / AROUND)
               for i in range(AROUND) for j in range(ALONG + 1)) / (AROUND * ALONG)


with open(os.path.join(SOURCE, "tests", "studies", "models", "journal_jfo.yaml"), encoding="utf-8") as file:
    TEXT = file.read().replace("nx: 400", "nx: 96").replace("default: 500", "default: 100").replace("vtk: 0", "vtk: turn/4")
out = run("film_fill", model("film_fill", TEXT), "--quiet")
got, last = fields(out), probes(out)["fill"][-1]
check("asperity_pressure" not in got, "a smooth film has no asperities: %s" % list(got))
check(0 < min(x[0] for x in got["film_fill"]) < 0.9 and max(x[0] for x in got["film_fill"]) == 1, "a cavity and oil")
below(abs(mean(got["film_fill"]) - last), 0.01, "mean of the fill %.4f, film_fill %.4f" % (mean(got["film_fill"]), last))

ROUGH = """
space: 2d
bodies:
  journal: {type: rigid_body, at: [0, -29e-6 m], mass: 1 kg, inertia: 1e-3 kg m^2, spin: 2.5 rad/s}
joints:
  bearing: {type: revolute, model: mixed, a: ground, b: journal, journal_radius: 20 mm, clearance: 30e-6 m, length: 20 mm,
    film: {model: reynolds, viscosity: 0.01 Pa s, cavitation: reynolds, nx: 240, ny: 8, sigma: 0.5e-6 m, asperity_modulus: 115 GPa}}
probes:
  force: {type: output, name: bearing, output: asperity_force}
  most: {type: output, name: bearing, output: asperity_pressure_max}
analysis: {end: 0}
output: {vtk: 1 s}
"""
out = run("film_asperities", model("film_asperities", ROUGH.replace(", spin: 2.5 rad/s", "")), "--quiet")
got, force = fields(out), probes(out)["force"][-1]
check("film_fill" not in got, "a film with Reynolds' condition has no fill: %s" % list(got))
area = 2 * math.pi * 0.02 * 0.02
total = math.hypot(*(area * mean(got["asperity_pressure"], trig) for trig in (math.cos, math.sin)))
check(force > 1, "asperities carry: %g N" % force)
below(abs(total / force - 1), 0.02, "integral of the pressure of asperities: %.4g N for %.4g N" % (total, force))
finish()
