#!/usr/bin/python3
"""Which room includes which: the whole table, for every pair of rooms. Reads the names of the files from standard input.

A room includes rooms above it only, so there are no cycles. The table is exact: a pair that no file needs is a fault too, so
that it cannot rot. Tests may include everything. Room `src` is the library's own files beside gudgeon.h.
"""
import os
import re
import sys

TABLE = {
    "src/base": "",
    "src/contract": "src/base",
    "src/text": "src/base src/contract",
    "meshes/cells": "src/base src/contract",
    "meshes": "src/base src/contract src/text",
    "elements": "src/base src/contract meshes/cells",
    "lubrication": "src/base",
    "contact": "src/base src/contract lubrication",
    "src/model": "src/base src/contract src/text meshes/cells meshes elements lubrication contact",
    "src/system": "src/base src/contract src/text src/model",
    "src/linear": "src/base src/system",
    "src/solve": "src/base src/model src/system src/linear",
    "src/output": "src/base src/contract src/model src/system src/solve",
    "src": "src/base src/contract src/text src/model src/system src/solve src/output",
    "src/study": "src/base src/text src/model src/output src",
    "src/cli": "src/base src/contract src/text contact src/model src/output src src/study",
}


def room_of(path):
    """The room of a file, None for tests, examples and what CMake compiles to look."""
    parts = path.split("/")
    if parts[0] in ("tests", "examples", "cmake"):
        return None
    if parts[0] == "src":
        return "/".join(parts[:2]) if len(parts) > 2 else "src"
    return "meshes/cells" if parts[:2] == ["meshes", "cells"] else parts[0]


def room_of_include(name, path):
    """The room that an include in quotes goes to."""
    if "/" not in name:
        beside = os.path.join(os.path.dirname(path), name)
        return room_of(beside) if os.path.exists(beside) else "src"
    return room_of("src/" + name) if os.path.exists("src/" + name) else room_of(name)


def main():
    """Exit code 1 after a fault."""
    above, faults, used = [], 0, set()
    for room, allowed in TABLE.items():
        for other in allowed.split():
            if other not in above:
                print(f"includes: the table lets {room} include {other}, which is not above it")
                faults += 1
        above.append(room)
    for path in sys.stdin.read().split():
        room = room_of(path)
        if room is None:
            continue
        if room not in TABLE:
            print(f"includes: {path}: room {room} is not in the table of tests/tools/includes.py")
            faults += 1
            continue
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
                if not found or "gud_version" in found.group(1):
                    continue
                other = room_of_include(found.group(1), path)
                used.add((room, other))
                if other != room and other not in TABLE[room].split():
                    print(f"includes: {path}:{number}: {found.group(1)}: {room} may include {TABLE[room] or 'nothing'}")
                    faults += 1
    for room, allowed in TABLE.items():
        for other in allowed.split():
            if (room, other) not in used:
                print(f"includes: no file of {room} includes {other}: take it out of the table")
                faults += 1
    return faults > 0


sys.exit(main())
