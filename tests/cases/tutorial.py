#!/usr/bin/python3
# label: study
# timeout: 1800
"""A stranger's path: the commands of docs/tutorial.md are run in order, in an empty folder; each must succeed, and the pictures that the page shows
come out. With --write the pictures are copied to docs/pictures."""
import os
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import ENVIRONMENT, GUDGEON, SOURCE, check, finish, folder, probes

# picture of the page -> what the commands leave behind
PICTURES = {"tutorial_rigid.png": "rigid/plots/curves_pin_force_crank_angle.png",
            "tutorial_dry.png": "dry/plots/curves_pin_force_crank_angle.png",
            "tutorial_dry_orbit.png": "dry/plots/orbit_ecc_x_ecc_y.png",
            "tutorial_oil_orbit.png": "oil/plots/orbit_ecc_x_ecc_y.png",
            "tutorial_flexible.png": "flexible.png",
            "tutorial_mesh.png": "mesh/converge_stress.png",
            "tutorial_sweep.png": "clearances/plots/sweep_film_min.min.png"}
with open(os.path.join(SOURCE, "docs", "tutorial.md"), encoding="utf-8") as file:
    page = file.read()
commands = [line for block in re.findall(r"```sh\n(.*?)```", page, re.S) for line in block.splitlines()]
check(len(commands) >= 14, f"{len(commands)} commands")
place = folder("tutorial")
os.makedirs(place)
kept = {}
for line in commands:
    words = shlex.split(line)
    check(words[0] == "gudgeon", f"a command of gudgeon: {line}")
    done = subprocess.run([GUDGEON, *words[1:]], capture_output=True, text=True, check=False, cwd=place, env=ENVIRONMENT)
    if words[1] == "render" and done.returncode and "vtk" in (done.stdout + done.stderr).lower():
        print("no VTK here: no picture of the machine")
        continue
    check(done.returncode == 0, f"{line}: {done.stderr[-500:] if done.returncode else 'done'}")
    for name, path in PICTURES.items():  # at once: a later command may draw the same plot of two runs
        path = os.path.join(place, path)
        if name not in kept and os.path.exists(path):
            with open(path, "rb") as file:
                kept[name] = file.read()
for name in re.findall(r"\(pictures/(\S+?)\)", page):
    check(name in PICTURES, f"{name} has a command")
    check(name in kept and kept[name][:4] == b"\x89PNG", f"{name} is made")
    check(os.path.exists(os.path.join(SOURCE, "docs", "pictures", name)), f"docs/pictures/{name} is there")

# what the text says is so
rigid, dry, oil = (probes(os.path.join(place, name)) for name in ("rigid", "dry", "oil"))
check(max(dry["pin_force"]) > 2 * max(rigid["pin_force"]), "impacts are far above the ideal force")
check(max(oil["pin_force"]) < 1.1 * max(rigid["pin_force"]), "the film carries the same load without impacts")
circle = 40e-6
check(max(x * x + y * y for x, y in zip(oil["ecc_x"], oil["ecc_y"])) < circle ** 2, "the journal stays inside its circle")
check(min(oil["film_min"]) > 1e-6, "the film is above its limit")
if "--write" in sys.argv:
    for name, data in kept.items():
        with open(os.path.join(SOURCE, "docs", "pictures", name), "wb") as file:
            file.write(data)
finish()
