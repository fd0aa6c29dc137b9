#!/usr/bin/env python3
# label: study
"""Flexible double pendulum of Tian et al. 2010 with perfect joints, against the converged references of docs/references.md:
rigid links (ODE, 1e-10), E = 6.9e9 (geometrically exact beam, 8e-7); and the variant without journals (peers' work).

What would break it: a wrong mass or stiffness of the beam, a clamp that holds r_x, a joint axis that is off, energy that leaks."""
from common import Report, log_number, simulate, study

RIGID = {0.2: -0.19750555, 0.4: -0.83419562, 0.6: -0.38247185, 0.8: 0.42534630, 1.0: 0.01867585, 1.4: -0.25999647, 2.0: -0.41289875}
SOFT = {0.2: -0.1974742, 0.4: -0.8340746, 0.6: -0.3825534, 0.8: 0.4253313, 1.0: 0.0187003, 1.4: -0.2599770, 2.0: -0.4121980}
rep = Report("double pendulum of Tian et al.")
text = study("tian2010/double_pendulum.yaml")
still = [("default: end/100", "default: 0")]


def go(name, **sets):
    return simulate(text, name, {k: str(v) for k, v in sets.items()}, edits=still)


def worst(run, ref):
    return max(abs(run.at("tip_z", t) - z) for t, z in ref.items())


# rigid links: second order; h = 2e-5 leaves 1.2e-6 / 25
rigid = go("rigid", links="rigid", step="4e-5 s")
rep.below("tip_z, rigid links, h = 4e-5", "ODE", worst(rigid, RIGID), 5e-7)
# flexible: 8 elements per link; the reference's own uncertainty is 8e-7, h = 1e-4 and 8 elements leave some 3e-6 (16: docs)
soft = go("soft", E="6.9e9", elements=8, step="1e-4 s")
rep.below("tip_z, E = 6.9e9, 8 elements per link, h = 1e-4", "geometrically exact beam", worst(soft, SOFT), 5e-6)
turned, left = log_number(soft, "exchanged ", " J"), log_number(soft, "numerical residue ", " J")
rep.below("energy balance, E = 6.9e9", "energy exchanged", left / turned, 1e-5)
# without journals, 16 elements in total: the work of peers.md, uncertainty 2e-5
plain = go("plain", E="6.9e9", elements=8, journals="no", step="1e-4 s")
rep.below("tip_z at 2 s without journals", "geometrically exact beam", abs(plain.at("tip_z", 2.0) + 0.40563), 8e-5)
rep.done()
