#!/usr/bin/env python3
# label: fast
"""Everything that can be wrong with a mesh file gets its specific message, with the file and line, and exit code 2, and
nothing is written.

tests/input/meshes/NNN_what.msh stands beside NNN_what.expect: first lines `exit CODE` and, where needed, `element TYPE`
(else quad4) and `mesh KEYS` for the model that is made here; then all that must be printed to stderr, line by line.
What is no file, and meshes that are made by generators, are below. With names as arguments only those cases run;
`--write` writes what is printed now into the .expect files, to be read and judged."""
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

GUDGEON = os.environ["GUDGEON"]
BAD = os.path.join(os.environ["GUD_SOURCE"], "tests", "input", "meshes")
OUT = os.path.join(os.environ.get("GUD_OUT", "."), "bad_mesh")

MODEL = """space: 2d
bodies:
  part:
    type: {element}
    E: 1 GPa
    density: 1000
    mesh: {mesh}
analysis: {{end: 2 ms, step: 1 ms}}
output: {{vtk: 0}}
"""


class Case:
    def __init__(self, name, mesh, lines, code=2, element="quad4", expect=None):
        self.name, self.lines, self.code, self.expect = name, lines, code, expect
        with open(os.path.join(OUT, name + ".yaml"), "w", encoding="utf-8") as f:
            f.write(MODEL.format(element=element, mesh="{" + mesh + "}"))

    def call(self, words):
        # Open MPI: processes that start alone at the same time would share a session folder and remove it
        tmp = os.path.join(OUT, f"tmp{threading.get_ident()}")
        os.makedirs(tmp, exist_ok=True)
        environment = dict(os.environ, OMPI_MCA_orte_tmpdir_base=tmp)
        return subprocess.run([GUDGEON] + words, cwd=OUT, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                              env=environment)

    def run(self):
        p = self.call(["check", self.name + ".yaml"])
        got = p.stderr.decode("utf-8", "replace").splitlines()
        faults = []
        if p.returncode != self.code:
            faults.append(f"exit code {p.returncode}, expected {self.code}")
        if got != self.lines:
            faults += ["expected:"] + ["  " + x for x in self.lines] + ["got:"] + ["  " + x[:600] for x in got[:30]]
        if p.stdout:
            faults.append("stdout: " + p.stdout.decode("utf-8", "replace")[:300])
        return faults, got


def kept_cases():
    for name in sorted(os.listdir(BAD)):
        stem, ext = os.path.splitext(name)
        if ext != ".msh":
            continue
        shutil.copy(os.path.join(BAD, name), OUT)
        path = os.path.join(BAD, stem + ".expect")
        with open(path, encoding="utf-8") as f:
            lines = f.read().splitlines()
        head = {"exit": "2", "element": "quad4", "mesh": ""}
        while lines and lines[0].split(" ")[0] in head:
            word, value = lines.pop(0).split(" ", 1)
            head[word] = value
        mesh = f"type: file, file: {name}" + (", " + head["mesh"] if head["mesh"] else "")
        yield Case(stem, mesh, lines, int(head["exit"]), head["element"], path)


def made_cases():
    os.mkdir(os.path.join(OUT, "folder.msh"))
    os.mkfifo(os.path.join(OUT, "pipe.msh"))
    os.symlink("loop.msh", os.path.join(OUT, "loop.msh"))
    with open(os.path.join(OUT, "zeros.msh"), "wb") as f:
        f.write(bytes(1000))
    with open(os.path.join(OUT, "zero_inside.msh"), "wb") as f:
        f.write(b"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 \0 0\n$EndNodes\n")
    with open(os.path.join(OUT, "large.msh"), "wb") as f:
        f.truncate(3 << 30)
    with open(os.path.join(OUT, "long_line.msh"), "wb") as f:
        f.write(b"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n1 0 0 " + b"0" * 3000000 + b"x\n$EndNodes\n")

    def at(name, column=30):
        return f"{name}.yaml:7:{column}: error: "

    def file(name, text, where=None):
        return name, f"type: file, file: {name}.msh", (where or at(name)) + text

    def made(name, mesh, text, element="quad4"):
        return name, mesh, at(name, 11) + "body 'part': " + text, element

    hole = "type: rectangle_with_hole, size: [2, 1], nx: 4, ny: 4, radial: 2"
    ring = "type: annulus, inner: 1, outer: 2, radial: 2"
    for name, mesh, line, *element in [
        file("none", "cannot read 'none.msh': No such file or directory"),
        file("folder", "cannot read 'folder.msh': it is a folder, not a file"),
        file("pipe", "cannot read 'pipe.msh': it is a device or pipe, not a file"),
        file("loop", "cannot read 'loop.msh': Too many levels of symbolic links"),
        file("large", "'large.msh' is larger than 2048 MiB"),
        file("zeros", "this is no mesh file of Gmsh: it does not begin with $MeshFormat", "zeros.msh:1:1: error: "),
        file("zero_inside", "the line ends where a coordinate is expected", "zero_inside.msh:6:5: error: "),
        file("long_line", "expected a coordinate (a finite number), found '" + "0" * 40 + "'",
             "long_line.msh:6:7: error: "),
        ("no_file", "type: file", at("no_file", 11) + "body 'part': 'file' is missing: Gmsh file (.msh, ASCII, format 2.2 "
         "or 4.1); relative to the model file"),
        ("unit_zero", "type: file, file: none.msh, unit: 0 mm",
         at("unit_zero", 46) + "body 'part', 'unit': must be > 0, found '0 mm'"),
        ("unknown_type", "type: triangles", at("unknown_type", 18) + "body 'part', 'mesh': 'triangles' is not a "
         "type of mesh (line, arc, rectangle, annulus, rectangle_with_hole, file)"),
        made("hole_outside", hole + ", radius: 0.5", "the bore does not lie inside the rectangle"),
        made("hole_aside", hole + ", radius: 0.1, centre: [1.95, 0.5]", "the bore does not lie inside the rectangle"),
        made("hole_many", "type: rectangle_with_hole, size: [2, 1], radius: 0.1, nx: 40000, ny: 40000, radial: 40000",
             "the mesh would have more than 20 million cells"),
        made("size_negative", "type: rectangle, size: [2, -1], nx: 4, ny: 4", "'size' must be positive"),
        made("rectangle_many", "type: rectangle, size: [2, 1], nx: 100000, ny: 100000",
             "the mesh would have more than 20 million cells"),
        made("ring_inside_out", "type: annulus, inner: 2, outer: 1, radial: 2, around: 8",
             "'outer' must be above 'inner'"),
        made("ring_two_cells", ring + ", around: 2", "a closed ring needs at least 3 cells around"),
        made("ring_two_turns", ring + ", around: 8, angle: 4*pi", "'angle' is more than a full turn"),
        made("beam_mesh", "type: line, from: [0, 0], to: [1, 0], elements: 2",
             "a plane element needs a mesh of type rectangle, rectangle_with_hole, annulus or file"),
    ]:
        yield Case(name, mesh, [line], element=element[0] if element else "quad4")


def main():
    write = "--write" in sys.argv
    only = [a for a in sys.argv[1:] if a != "--write"]
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    cases = [c for c in list(kept_cases()) + list(made_cases()) if not only or c.name in only]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda c: c.run(), cases))
    bad = 0
    for c, (faults, got) in zip(cases, results):
        if write and c.expect:
            with open(c.expect, encoding="utf-8") as f:
                head = [x for x in f.read().splitlines() if x.split(" ")[0] in ("exit", "element", "mesh")]
            with open(c.expect, "w", encoding="utf-8") as f:
                f.write("\n".join(head + got) + "\n")
        elif faults:
            bad += 1
            print(f"{c.name}:\n  " + "\n  ".join(faults))
    if os.path.exists(os.path.join(OUT, "results")):
        bad += 1
        print("a folder of results was made")
    if bad:
        print(f"{bad} of {len(cases)} wrong meshes are not refused as they should be")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
