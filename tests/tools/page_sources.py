"""Sources that docs/adding.md prints as files: `FOLDER/NAME.c`:, an indented block, and a line for a .def list.

page_sources.py PAGE FOLDER writes them as FOLDER/page_NAME.c, with page_elements.def, page_joints.def and page_forces.def, which
begin with the lists of tests/extension. Files that are the same already keep their times.
"""
import os
import re
import sys

page, folder = sys.argv[1:3]
with open(page, encoding="utf-8") as file:
    text = file.read()


def write(name, content):
    """Nothing is written where nothing changes."""
    path = os.path.join(folder, name)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as old:
            if old.read() == content:
                return
    with open(path, "w", encoding="utf-8") as new:
        new.write(content)


os.makedirs(folder, exist_ok=True)
BLOCK = r"((?:    .*\n|\n)+)"
lines = {"elements": "", "joints": "", "forces": ""}
for path, block in re.findall(r"^`(\w+/\w+\.c)`:\n\n" + BLOCK, text, flags=re.M):
    write("page_" + os.path.basename(path), re.sub(r"^    ", "", block, flags=re.M))
for name, block in re.findall(r"^The line, in `elements/(\w+)\.def`:\n\n" + BLOCK, text, flags=re.M):
    lines[name] += block.strip() + "\n"
for name, line in lines.items():
    write(f"page_{name}.def", f'#include "extension/{name}.def"\n{line}')
