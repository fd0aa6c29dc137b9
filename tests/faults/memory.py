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
    "modes": ["run", model("modes", PLATE.replace("ANALYSIS", "type: modes, modes: 3"))],
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
