#!/usr/bin/env python3
# label: study
"""One entry `guide` is dry, lubricated or mixed by one word (contact/guide_oil.c). A rigid block between two surfaces, pushed across and tilted.
Lubricated: the same as two forces `guide_film`, which have references of their own (studies/guide_film.py). Mixed: far apart the smooth film; pressed
together asperities carry and rub with mu_b of what they carry. Sides add up; energy is accounted for; edges may be written as lists; frames hold the films."""
import os
import re
from common import Report, model, simulate

rep = Report("guide_model")
TEXT = model("guide_model.yaml")
OILS = simulate(TEXT, "guide_lubricated")


def differ(a, b, names):
    return max(max(abs(x - y) for x, y in zip(a[n], b[n])) / max(abs(x) for x in b[n]) for n in names)


def energy(run):
    return float(run.log.split("largest numerical residue ")[1].split(" ")[0]) / float(run.log.split("energy: exchanged ")[1].split(" ")[0])


# ---- two films of their own give the same motion ----
oil = "width: B, film: {viscosity: mu, cavitation: $condition, shear: $shear, ny: 8}}"
films = ("  lower: {type: guide_film, a: ground, b: [block.bottom_left, block.bottom_right], lower: -H/2 - c, %s\n"
         "  upper: {type: guide_film, a: ground, b: [block.top_left, block.top_right], upper: H/2 + c, %s\n" % (oil, oil))
head, rest = TEXT.split("  guide: {type: guide,")
apart = head + films + "  push:" + rest.split("  push:", 1)[1]
apart = re.sub(r"  \w+: \{type: output, name: guide.*\n", "", apart).replace("analysis:", "  fl: {type: output, name: lower, output: normal_force}\n  fu: {type: output, name: upper, output: normal_force}\nanalysis:")
two = simulate(apart, "guide_films")
# round-off of two runs whose forces are summed in the same order
rep.below("lubricated guide: motion", "two guide_film", differ(OILS, two, ("y", "phi")), 1e-10)
rep.below("lubricated guide: force of the lower side", "guide_film", max(abs(x - y) for x, y in zip(OILS["lower"], two["fl"])) / 1000, 1e-9)
rep.below("lubricated guide: force of the upper side", "guide_film", max(abs(x - y) for x, y in zip(OILS["upper"], two["fu"])) / 1000, 1e-9)

# ---- the two sides together ----
# samples are interpolated between step ends: not exact where the other side takes over within a step (3 of 41 samples at most)
other = [abs(f / min(a, b) - 1) > 1e-14 for f, a, b in zip(OILS["film_min"], OILS["film_min_lower"], OILS["film_min_upper"])]
rep.below("film_min is that of the thinner side (samples where it is not)", "3", sum(other), 3)
top = max(OILS["pressure"])
other = [abs(f - max(a, b)) / top > 1e-14 for f, a, b in zip(OILS["pressure"], OILS["pressure_lower"], OILS["pressure_upper"])]
rep.below("largest pressure of both sides (samples where it is not)", "3", sum(other), 3)
# round-off of values that were interpolated each by itself
for name, of in (("normal", "normal force"), ("loss", "loss")):
    low, up = ("lower", "upper") if name == "normal" else ("loss_lower", "loss_upper")
    rep.below(of + " is the sum of the sides", "sum", max(abs(a - b - c) for a, b, c in zip(OILS[name], OILS[low], OILS[up])) / max(OILS[name]), 1e-14)
# without tilt and shift both gaps are 2 c together: film_min_lower + film_min_upper = 2 c - |phi| L
rep.below("gaps of both sides", "2 c - |phi| L",
          max(abs(a + b + abs(p) * 0.08 - 2e-4) for a, b, p in zip(OILS["film_min_lower"], OILS["film_min_upper"], OILS["phi"])) / 2e-4, 1e-3)
rep.below("lubricated guide: energy left over", "0", energy(OILS), 1e-8)

# ---- edges written as lists ----
lists = simulate(TEXT.replace("[block.bottom_left, block.top_left, block.bottom_right, block.top_right]",
                              "[[block.bottom_left, block.bottom_right], [block.top_left, block.top_right]]"), "guide_lists")
rep.below("edges as lists: motion", "points", differ(lists, OILS, ("y", "phi", "lower", "upper")), 1e-10)
dry = simulate(TEXT, "guide_dry", {"model": "dry"})
dry_lists = simulate(TEXT.replace("[block.bottom_left, block.top_left, block.bottom_right, block.top_right]",
                                  "[[block.bottom_left, block.bottom_right], [block.top_left, block.top_right]]"), "guide_dry_lists", {"model": "dry"})
rep.below("dry, edges as lists: first millisecond", "points", abs(dry_lists["y"][2] / dry["y"][2] - 1), 1e-9)
rep.below("dry: friction beyond its bound", "mu N", max(abs(f) - 0.1 * n for f, n in zip(dry["friction"], dry["normal"])) / 1000, 1e-9)
rep.below("dry: film", "0", max(abs(x) for x in dry["film_min"] + dry["loss"]), 0)

# ---- mixed: far apart (lambda > 100) the smooth film; tolerance of the run ----
far = simulate(TEXT, "guide_mixed_far", {"model": "mixed"})
rep.below("mixed, lambda > 100: motion", "lubricated", differ(far, OILS, ("y", "phi")), 1e-6)
near = simulate(TEXT, "guide_mixed", {"model": "mixed", "stroke": "4 mm", "load": "40000 N", "sigma": "6 um", "mu": "0.002 Pa s", "vtk": "5 ms"})
carried = [a + b for a, b in zip(near["asperity_lower"], near["asperity_upper"])]
rep.below("mixed: asperities carry (1 kN by what they carry)", "> 1 kN", 1000 / max(carried), 1)
# sliding speeds far above boundary_slip 1 mm/s: U/(U^2 + v0^2)^(1/2) = 1 - (v0/U)^2/2; the faces move with v -+ (H/2) phi'
sliding = [k for k in range(len(carried)) if abs(near["v"][k]) > 0.5]
rep.below("mixed: friction of the asperities", "mu_b times what they carry",
          max(abs(near["friction"][k] + 0.1 * carried[k] * (1 if near["v"][k] > 0 else -1)) for k in sliding) / (0.1 * max(carried)), 1e-5)
rep.below("mixed: least lambda below 1.5", "1.5", min(near["lambda"]) / 1.5, 1)
rep.below("mixed: share of the time below lambda 3 (1 - 2 x)", "0 < x < 1", abs(1 - 2 * near["below_3"][-1]), 0.999)
rep.below("mixed: energy left over", "0", energy(near), 1e-6)
frames = [f for f in os.listdir(os.path.join(near.folder, "vtk")) if f.startswith("films_")]
rep.below("frames with films (5 asked for)", "5", abs(len(frames) - 5), 0)
rep.done()
