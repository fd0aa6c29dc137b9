#!/usr/bin/env python3
# label: study
"""Overload of an oil film ends in mixed contact, not in NaN: a heavy rotor dropped onto a short bearing (studies/benchmarks/rotor.yaml,
joint=mixed). Where the film gets thinner than the roughness s, dry contact is added: nothing jumps, both share the weight, and the energy
ledger closes, with a residue that falls with the step. A film alone (joint=lubricated) keeps the journal off the wall, however thin it gets.

It fails for a film that is cut off or doubled at the contact (energy, steps), or a run that stops at film thickness 0."""
from common import Report, simulate, study
import math

rep = Report("overloaded bearing")
TEXT = study("benchmarks/rotor.yaml")
C, S, G, R, B, MU, SPEED = 1e-4, 2e-6, 9.81, 0.025, 0.01, 0.13, 50.0


def go(name, **sets):
    run = simulate(TEXT, name, {k: str(v) for k, v in dict(dict(speed=SPEED, step=0, tolerance="1e-10", sample="1e-4 s"), **sets).items()})
    for column in list(run.columns) + list(run.energy):
        values = run.columns.get(column) or run.energy[column]
        rep.true("%s: %s is a number" % (name, column), all(math.isfinite(v) for v in values), "finite", "not")
    return run


def residue(run):
    k = run.energy["kinetic"]
    p = run.energy["potential"]
    turned = sum(abs(b - a) for a, b in zip(p, p[1:])) + abs(k[-1] - k[0])
    return max(abs(v) for v in run.energy["numerical"]) / turned


def load(e, c):
    """Ocvirk's film in a clearance c"""
    e /= c
    return MU * SPEED * R * B ** 3 / c ** 2 * e / (1 - e * e) ** 2 * math.sqrt(e * e + math.pi ** 2 / 16 * (1 - e * e))


carried = load(C, C + S)
print("| the film carries %.0f N where the surfaces meet |" % carried)
# --- five times too much: dry contact carries most ----------------------------------------------------
heavy = go("heavy", joint="mixed", mass=5000, end=0.3, restitution=0.5)
weight = 5000 * G
ecc = [math.hypot(x, y) for x, y in zip(heavy["ecc_x"], heavy["ecc_y"])]
rep.within("mixed, weight / what the film carries", "overload", weight / carried, 3, 10)
rep.within("mixed: largest e/c", "above 1: contact", max(ecc) / C, 1.05, 2)
rep.below("mixed: force at the end, of the weight", "weight", abs(heavy["joint_force"][-1] / weight - 1), 2e-3)
rep.within("mixed: film force / weight", "the film keeps what it carries at 3/4 s", heavy["film_force"][-1] / weight,
           carried / weight, load(C + S / 4, C + S) / weight)
rep.below("mixed: energy balance, tolerance 1e-10", "energy exchanged", residue(heavy), 1e-3)
coarse = go("coarse", joint="mixed", mass=5000, end=0.3, restitution=0.5, tolerance="1e-9")
rep.within("mixed: residue at tolerance 1e-9 over that at 1e-10", "falls", residue(coarse) / residue(heavy), 2, 50)

# --- film and contact share ------------------------------------------------------------------------------------------------------
mass = 2 * carried / G
shared = go("shared", joint="mixed", mass=mass, end=0.4, restitution=0.5)
ecc = math.hypot(shared["ecc_x"][-1], shared["ecc_y"][-1])
rep.within("shared: e/c at the end", "in contact, less deep than with more load", ecc / C, 1.001, math.hypot(heavy["ecc_x"][-1], heavy["ecc_y"][-1]) / C)
rep.within("shared: film force / weight", "most of it", shared["film_force"][-1] / (mass * G), 0.5, 0.99)
# the journal is pushed sideways by the film, downwards by the weight: both forces together are the weight
rep.below("shared: force at the end, of the weight", "weight", abs(shared["joint_force"][-1] / (mass * G) - 1), 2e-3)
rep.below("shared: energy balance", "energy exchanged", residue(shared), 1e-3)

# --- thrown against the wall ------------------------------------------------------------------------------------------------------
thrown = go("thrown", joint="mixed", mass=50, vy="-3 m/s", end=0.02, sample="1e-5 s", tolerance="1e-11")
rep.within("thrown at 3 m/s: largest e/c", "through the film", max(math.hypot(x, y) for x, y in zip(thrown["ecc_x"], thrown["ecc_y"])) / C, 1.0, 3)
rep.below("thrown: energy balance", "energy exchanged", residue(thrown), 1e-3)
rep.true("thrown: oil and impact both took energy", thrown.energy["work_films"][-1] < 0 and thrown.energy["work_contact"][-1] < 0,
         "both negative", (thrown.energy["work_films"][-1], thrown.energy["work_contact"][-1]))

# --- the film alone ---------------------------------------------------------------------------------------------------------------
alone = go("alone", joint="lubricated", mass=5000, end=0.2)
e = math.hypot(alone["ecc_x"][-1], alone["ecc_y"][-1])
rep.within("lubricated: largest e/c", "below 1", max(math.hypot(x, y) for x, y in zip(alone["ecc_x"], alone["ecc_y"])) / C, 0.97, 0.9999)
rep.below("lubricated: load at the eccentricity of the end, of the weight", "Ocvirk", abs(load(e, C) / weight - 1), 1e-3)
rep.done()
