#!/usr/bin/python3
# label: long
# timeout: 20000
"""Valgrind's memcheck finds nothing on a short study of each kind: no use of what is not there, nothing lost that the program itself has
asked for. (The address sanitizer sees the same kinds in the debug preset: run this file with GUDGEON of build/debug.)
"""
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import faulty
from runs import GUDGEON, OUT, SOURCE, check, finish, folder, study

SANITIZED = "GUD_SANITIZED" in os.environ
PLATE = """space: 2d
bodies:
  plate: {type: quad8, E: 1 GPa, density: 1000 kg/m^3, thickness: 1 cm, mesh: {type: rectangle, size: [1, 0.2], nx: 4, ny: 2}}
joints:
  hold: {type: clamp, a: ground, b: plate.left}
forces:
  pull: {type: force, a: plate.top_right, direction: [0, -1], value: 1 N}
analysis: {ANALYSIS}
output: {vtk: 2e-4 s}
"""
COUPLED = """space: 3d
gravity: [0, 0, -9.81]
bodies:
  wheel: {type: rigid_body, mass: 1 kg, inertia: [1, 1, 1], spin: [0, 0, 2]}
  pinion: {type: rigid_body, mass: 1 kg, inertia: [1, 1, 1], at: [1, 0, 0], spin: [0, 0, -4]}
  nut: {type: rigid_body, mass: 1 kg, inertia: [1, 1, 1], at: [2, 0, 0]}
  bar: {type: rigid_body, mass: 1 kg, inertia: [1, 1, 1], at: [0, 2, 0]}
  blade: {type: ancf_beam3d3, E: 1 GPa, nu: 0.3, density: 1000, section: rectangle, width: 2 cm, height: 1 cm,
          mesh: {type: line, from: [0, 0, 1], to: [1, 0, 1], elements: 3, twist: 30 deg, taper: 0.7}}
  rope: {type: ancf_cable3d, E: 1 GPa, density: 1000, section: circle, radius: 5 mm, beta: 1e-5, mesh: {type: line, from: [0, 1, 1], to: [1, 1, 1], elements: 3}}
joints:
  a: {type: revolute, a: ground, b: wheel}
  b: {type: revolute, a: ground, b: pinion}
  c: {type: cylindrical, a: ground, b: nut}
  d: {type: prismatic, a: ground, b: bar, axis: [1, 0, 0]}
  teeth: {type: gear, first: a, second: b, ratio: -2}
  thread: {type: screw, first: c, lead: 10 mm}
  rod: {type: rack, first: a, second: d, radius: 0.1}
  root: {type: clamp, a: wheel, b: blade.from}
  eye: {type: spherical, a: {body: ground, at: [0, 1, 1]}, b: rope.from}
forces:
  wind: {type: line_load, a: blade, value: 1 N/m, direction: [0, 0, 1], from: 0.2, to: 0.77}
  pull: {type: follower_line_load, a: rope, value: 1 N/m, direction: [1, 0, 0], from: 0.1}
  push: {type: bushing, a: pinion, b: nut, stiffness: [10, 10, 10], damping: [1, 1, 1]}
probes:
  w: {type: spin, of: blade.to, component: 1}
  q: {type: quaternion, of: pinion, component: w}
  m: {type: field, of: blade.from, field: moment_y}
  d: {type: deflection, body: blade}
analysis: {ANALYSIS}
output: {vtk: 1e-3 s, envelope: [blade]}
"""
from machine import machine
from runs import model

KINDS = {
    "rigid": ["run", model("rigid", machine(end="2 ms", sample="1e-3 s", vtk="1 ms"))],
    "kinematic": ["run", model("kinematic", machine(end="0.01 s", analysis="type: kinematic, step: 1e-3 s", vtk="0.01 s"))],
    "beam": ["run", study("tian2010/double_pendulum.yaml"), "--set", "elements=2", "--set", "end=2e-3 s", "--set", "joint=perfect"],
    "plane mesh": ["run", model("plane", PLATE.replace("ANALYSIS", "end: 4e-4 s, step: 1e-4 s"))],
    "dry contact": ["run", study("flores2007/slider_crank.yaml"), "--set", "revolutions=0.01"],
    "rigid contact": ["run", study("rigid/woodpecker.yaml"), "--set", "end=0.1 s"],
    "friction guide": ["run", study("zheng2018/oscillator.yaml"), "--set", "nx=2", "--set", "ny=2", "--set", "end=0.05 s"],
    "film": ["run", study("alshaer2005/slider_crank.yaml"), "--set", "revolutions=0.005"],
    "statics": ["run", model("statics", PLATE.replace("ANALYSIS", "type: static"))],
    "modes": ["run", model("modes", PLATE.replace("ANALYSIS", "type: modes, num_modes: 3"))],
    "complex modes": ["run", model("complex", PLATE.replace("ANALYSIS", "type: modes, num_modes: 3, eigenvalues: complex"))],
    "path": ["run", study("benchmarks/lee_frame.yaml"), "--set", "n=2"],
    "couplers, loads on parts": ["run", model("coupled", COUPLED.replace("ANALYSIS", "end: 2 ms"))],
    "joint friction": ["run", study("benchmarks/pendulum_friction.yaml"), "--set", "end=0.2 s"],
    "control": ["run", study("benchmarks/governor.yaml"), "--set", "end=0.05 s"],
    "oil in a bore": ["run", study("benchmarks/elastic_bearing.yaml"), "--set", "cells=16", "--set", "radial=2", "--set", "film_nx=32", "--set", "film_ny=6"],
    "oil in a guide": ["run", study("benchmarks/guide_film.yaml"), "--set", "film_ny=8", "--set", "width=finite"],
    "mixed film": ["run", study("benchmarks/stribeck.yaml"), "--set", "nx=60", "--set", "ny=4"],
    "finite film": ["run", study("engine.yaml"), "--set", "cycles=0.01", "--set", "film=reynolds", "--set", "n=2"],
    "periodic": ["periodic", study("benchmarks/duffing.yaml"), "--period", "5.609986881410345 s"],
    "wear": ["wear", study("benchmarks/wear_journal.yaml"), "--set", "nx=72", "--cycle", "1e-5 s", "--cycles", "3"],
    "optimise": ["optimise", study("benchmarks/tuned_damper.yaml"), "--set", "end=2 s", "--vary", "f=0.8:1.1", "--minimise", "x.rms", "--tolerance", "0.05"],
    "sweep": ["sweep", study("flores2007/impact.yaml"), "--over", "restitution=0.8,0.9", "--jobs", "1"],
    "converge": ["converge", study("flores2007/impact.yaml"), "--vary", "tolerance=1e-9,1e-10,1e-11", "--probe", "penetration"],
}
# what is lost at the start and at the end of MPI and PETSc is theirs
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=none",
            "--trace-children=yes", "--trace-children-skip=*/orted,*/gnuplot,*/sh", "--num-callers=20", "--log-file=" + os.path.join(OUT, "valgrind.%p")]

if not SANITIZED and not shutil.which("valgrind"):
    print("no valgrind here")
    sys.exit(77)
for name, words in KINDS.items():
    for file in os.listdir(OUT):
        if file.startswith("valgrind."):
            os.remove(os.path.join(OUT, file))
    out = folder("checked")
    command = [*([] if SANITIZED else VALGRIND), GUDGEON, *words, "--out", out]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=OUT, env=faulty.ALONE, timeout=5000)
    logs = [open(os.path.join(OUT, file), encoding="utf-8", errors="replace").read() for file in os.listdir(OUT) if file.startswith("valgrind.")]
    text = "\n".join(logs) if not SANITIZED else done.stderr
    errors = len(re.findall(r"(?m)^==\d+== (?:Invalid|Conditional|Use of|Syscall|Mismatched|Source and dest)", text))
    ours = [block for block in re.split(r"\n==\d+== \n", text) if "definitely lost" in block and not re.search("PetscInit|PetscFinal|ompi_|MPI_|dl_init|dlopen", block)]
    check(done.returncode == 0 and not errors and not ours and "Sanitizer" not in text,
          f"{name}: exit code {done.returncode}, {errors} errors, {len(ours)} blocks of ours lost {ours[0][:600] if ours else text[:600] if errors or ours else done.stderr[-300:] if done.returncode else ''}")
finish()
