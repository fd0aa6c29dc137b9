#!/usr/bin/python3
"""Reads VTU and PVD files back with real VTK and says what is in them.

usage: vtk_check.py [--expect] [--quiet] [--dump-csv OUT.csv] FILE.vtu|FILE.pvd|FOLDER ...

A FOLDER stands for all .vtu and .pvd files in it. --expect: compare each FILE.vtu with FILE.vtu.expect, whose
format t800_vtk.c describes; at least one such file must be found. --dump-csv: one row per point, its fields
as columns.

Exit code: 0 all is well; 1 VTK complained about a file, or it is not as expected; 2 wrong usage; 77 no VTK.
VTK does not raise exceptions: its messages go to a window object, which is replaced by one that collects
them. So the complaints of the inner parsers are caught too, which observers on the reader would miss.

needs: python3-vtk9 (Debian), without numpy. Run it with the system's python, /usr/bin/python3.
"""
import argparse
import csv
import math
import os
import sys
import xml.etree.ElementTree as ElementTree

try:
    from vtkmodules.vtkCommonCore import vtkLogger, vtkObject, vtkOutputWindow, vtkStringOutputWindow
    from vtkmodules.vtkFiltersGeometry import vtkDataSetSurfaceFilter
    from vtkmodules.vtkIOXML import vtkXMLPUnstructuredGridReader, vtkXMLUnstructuredGridReader
except ImportError as error:
    print(f"vtk_check.py: no VTK module ({error}); install python3-vtk9 and use /usr/bin/python3",
          file=sys.stderr)
    sys.exit(77)


class Failure(Exception):
    """The file is not as it should be."""


class Window:
    """Collects what VTK has to say."""

    def __init__(self):
        self.window = vtkStringOutputWindow()
        vtkOutputWindow.SetInstance(self.window)
        vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)  # else everything is printed twice
        self.seen = 0

    def news(self):
        text = self.window.GetOutput()
        new, self.seen = text[self.seen:], len(text)
        lines = [line for line in new.splitlines() if line.strip()]
        more = [f"... and {len(lines) - 6} lines more"] if len(lines) > 6 else []
        return "\n  ".join(lines[:6] + more)


def read_vtu(path, window):
    """The grid of a VTU file; Failure if VTK says anything at all."""
    pieces = path.endswith(".pvtu")
    reader = vtkXMLPUnstructuredGridReader() if pieces else vtkXMLUnstructuredGridReader()
    events = []

    def on_event(_, __, text):
        events.append(text.strip())

    on_event.CallDataType = "string0"
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, on_event)
    if not os.path.isfile(path):
        raise Failure("no such file")
    if not reader.CanReadFile(path):
        raise Failure("VTK does not take it for a VTU file")
    reader.SetFileName(path)
    reader.Update()
    grid = reader.GetOutput()
    surface = vtkDataSetSurfaceFilter()  # a viewer's first step: finds damaged cells
    surface.SetInputData(grid)
    surface.Update()
    said = window.news()
    if said or events or reader.GetErrorCode():
        raise Failure(f"VTK: {said or ' '.join(events) or reader.GetErrorCode()}")
    # the declared counts: a piece that VTK could not read comes back empty, sometimes in silence
    root = vtu_header(path)
    if pieces:
        return grid_of_pieces(path, root, grid, window)
    piece = root.find("UnstructuredGrid/Piece")
    declared = int(piece.get("NumberOfPoints")), int(piece.get("NumberOfCells"))
    if declared != (grid.GetNumberOfPoints(), grid.GetNumberOfCells()):
        raise Failure(f"declares {declared} points and cells, VTK read "
                      f"{grid.GetNumberOfPoints()} and {grid.GetNumberOfCells()}")
    for tag, data in (("PointData", grid.GetPointData()), ("CellData", grid.GetCellData())):
        for array in piece.findall(f"{tag}/DataArray"):
            if data.GetAbstractArray(array.get("Name")) is None:
                raise Failure(f"{tag} '{array.get('Name')}' was not read")
    return grid


def grid_of_pieces(path, root, grid, window):
    """The grid of a PVTU, with the field data of its first piece; Failure unless it has all points, cells and arrays of its pieces."""
    piece = [read_vtu(os.path.join(os.path.dirname(path), each.get("Source")), window) for each in root.iter("Piece")]
    declared = sum(each.GetNumberOfPoints() for each in piece), sum(each.GetNumberOfCells() for each in piece)
    if declared != (grid.GetNumberOfPoints(), grid.GetNumberOfCells()):
        raise Failure(f"its pieces have {declared} points and cells, VTK read {grid.GetNumberOfPoints()} and {grid.GetNumberOfCells()}")
    for each in piece:
        for mine, theirs in ((grid.GetPointData(), each.GetPointData()), (grid.GetCellData(), each.GetCellData())):
            names = [[data.GetArrayName(i) for i in range(data.GetNumberOfArrays())] for data in (mine, theirs)]
            if sorted(names[0]) != sorted(names[1]):
                raise Failure(f"arrays {names[0]}, of a piece {names[1]}")
    grid.GetFieldData().ShallowCopy(piece[0].GetFieldData())
    return grid


def vtu_header(path):
    """The XML of a VTU without its appended bytes."""
    with open(path, "rb") as file:
        head = file.read().split(b"<AppendedData", 1)
    return ElementTree.fromstring(head[0] + (b"</VTKFile>" if len(head) == 2 else b""))


def read_pvd(path):
    """[(time, part, file)]; Failure if it is not a complete PVD."""
    try:
        root = ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, OSError) as error:
        raise Failure(str(error)) from error
    collection = root.find("Collection")
    if root.tag != "VTKFile" or root.get("type") != "Collection" or collection is None:
        raise Failure("not a PVD collection")
    folder = os.path.dirname(path)
    entries = []
    for entry in collection.findall("DataSet"):
        if os.path.isabs(entry.get("file")):
            raise Failure(f"absolute file name {entry.get('file')}")
        entries.append((float(entry.get("timestep")), int(entry.get("part", "0")),
                        os.path.join(folder, entry.get("file"))))
    return entries


def sections_of(grid):
    return {"point": grid.GetPointData(), "cell": grid.GetCellData(), "field": grid.GetFieldData()}


def arrays_of(grid):
    """(section, array) of everything in the grid."""
    for section, data in sections_of(grid).items():
        for i in range(data.GetNumberOfArrays()):
            array = data.GetArray(i)
            if array is not None:
                yield section, array


def time_of(grid):
    array = grid.GetFieldData().GetArray("TimeValue")
    if array is None or array.GetNumberOfValues() != 1:
        raise Failure("no TimeValue")
    return array.GetValue(0)


def values_of(array):
    return (array.GetValue(i) for i in range(array.GetNumberOfValues()))


def describe(grid):
    print(f"  time {time_of(grid):.17g}, {grid.GetNumberOfPoints()} points, {grid.GetNumberOfCells()} cells")
    if grid.GetNumberOfPoints():
        b = grid.GetBounds()
        print(f"  bounds x {b[0]:g} .. {b[1]:g}   y {b[2]:g} .. {b[3]:g}   z {b[4]:g} .. {b[5]:g}")
    kinds = {}
    for i in range(grid.GetNumberOfCells()):
        kinds[grid.GetCellType(i)] = kinds.get(grid.GetCellType(i), 0) + 1
    if kinds:
        print("  cell types " + ", ".join(f"{kind}: {count}" for kind, count in sorted(kinds.items())))
    for section, array in arrays_of(grid):
        n = array.GetNumberOfComponents()
        kind = f"{array.GetDataTypeAsString()} x {n}"
        print(f"  {section} {array.GetName()!r} {kind}, {array.GetNumberOfTuples()} tuples")
        for k in range(n if array.GetNumberOfTuples() else 0):
            values = [array.GetComponent(i, k) for i in range(array.GetNumberOfTuples())]
            finite = [value for value in values if math.isfinite(value)]
            name = array.GetComponentName(k) or str(k)
            odd = f", {len(values) - len(finite)} not finite" if len(finite) < len(values) else ""
            if finite:
                print(f"    {name}: {min(finite):g} .. {max(finite):g}{odd}")
            else:
                print(f"    {name}: nothing finite")


def checksums(values):
    """The sums of t800_vtk.c in the same order and arithmetic, not sum(): new Pythons compensate there."""
    plain = weighted = 0.0
    for i, value in enumerate(values):
        value = float(value)
        plain += value
        weighted += float(1 + i % 97) * value
    return plain, weighted


def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


def expected_values(grid, section, name):
    """(components, tuples, values) of one line of an .expect file; None if there is no such array."""
    if section == "points":
        array = grid.GetPoints().GetData() if grid.GetPoints() else None
    elif section == "cells" and name == "connectivity":
        array = grid.GetCells().GetConnectivityArray()
    elif section == "cells":
        array = grid.GetCellTypesArray()
    else:
        array = sections_of(grid)[section].GetArray(name)
    if array is None:
        return None
    return array.GetNumberOfComponents(), array.GetNumberOfTuples(), values_of(array)


def compare(grid, expect_path):
    wanted = set()
    with open(expect_path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            word = line.split(" ", 5)
            if len(word) == 2:
                found = {"points": grid.GetNumberOfPoints, "cells": grid.GetNumberOfCells,
                         "time": lambda: time_of(grid)}[word[0]]()
                if found != float(word[1]):
                    raise Failure(f"{word[0]}: expected {word[1]}, got {found}")
                continue
            section, name = word[0], word[5]
            wanted.add((section, name))
            got = expected_values(grid, section, name)
            if got is None:
                raise Failure(f"{section} '{name}' is missing")
            if [got[0], got[1]] != [int(word[1]), int(word[2])]:
                raise Failure(f"{section} '{name}': expected {word[1]} x {word[2]}, got {got[0]} x {got[1]}")
            sums = checksums(got[2])
            for what, value, text in zip(("sum", "weighted sum"), sums, word[3:5]):
                if not same(value, float(text)):
                    raise Failure(f"{section} '{name}': {what}: expected {text}, got {value:.17g}")
    for section, array in arrays_of(grid):
        if (section, array.GetName()) not in wanted and array.GetName() != "TimeValue":
            raise Failure(f"{section} '{array.GetName()}' was not expected")


def dump_csv(path, entries, window):
    """Two passes: the columns are the union of the point fields of all files."""
    columns = {}
    for _, _, file in entries:
        for section, array in arrays_of(read_vtu(file, window)):
            if section == "point":
                columns[array.GetName()] = max(array.GetNumberOfComponents(), columns.get(array.GetName(), 0))
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        header = ["time", "part", "point", "x", "y", "z"]
        for name, n in columns.items():
            header += [name] if n == 1 else [f"{name}:{k}" for k in range(n)]
        writer.writerow(header)
        for time, part, vtu in entries:
            grid = read_vtu(vtu, window)
            time = time_of(grid) if time is None else time
            for i in range(grid.GetNumberOfPoints()):
                row = [repr(time), part, i, *map(repr, grid.GetPoint(i))]
                for name, n in columns.items():
                    array = grid.GetPointData().GetArray(name)
                    have = array.GetNumberOfComponents() if array is not None else 0
                    row += [repr(array.GetComponent(i, k)) if k < have else "" for k in range(n)]
                writer.writerow(row)


def check(path, options, window):
    """One VTU or PVD. Returns its list of (time, part, vtu)."""
    if not path.endswith(".pvd"):
        grid = read_vtu(path, window)
        time_of(grid)
        if not options.quiet:
            print(path)
            describe(grid)
        if options.expect and os.path.exists(path + ".expect"):
            options.compared += 1
            compare(grid, path + ".expect")
        return [(None, 0, path)]
    entries = read_pvd(path)
    if not options.quiet:
        times = [entry[0] for entry in entries]
        span = f", time {min(times):g} .. {max(times):g}" if times else ""
        print(f"{path}\n  {len(entries)} files{span}")
    for number, (time, _, vtu) in enumerate(entries):
        try:
            grid = read_vtu(vtu, window)
        except Failure as error:
            raise Failure(f"{vtu}: {error}") from error
        if time_of(grid) != time:
            raise Failure(f"{vtu}: TimeValue {time_of(grid):.17g}, but timestep {time:.17g}")
        if not options.quiet and number in (0, len(entries) - 1):
            print(f"  {os.path.basename(vtu)}")
            describe(grid)
    return entries


def main():
    parser = argparse.ArgumentParser(description="Reads VTU and PVD files back with VTK.")
    parser.add_argument("path", nargs="+", help="FILE.vtu, FILE.pvd or a folder of them")
    parser.add_argument("--expect", action="store_true", help="compare FILE.vtu with FILE.vtu.expect")
    parser.add_argument("--quiet", action="store_true", help="print failures and the last line only")
    parser.add_argument("--dump-csv", metavar="OUT.csv", help="write the points and their fields")
    options = parser.parse_args()
    options.compared = 0
    vtkObject.GlobalWarningDisplayOn()
    window = Window()

    paths, entries, failed = [], [], 0
    for path in options.path:
        if os.path.isdir(path):
            names = sorted(name for name in os.listdir(path) if name.endswith((".vtu", ".pvd")))
            paths += [os.path.join(path, name) for name in names]
        else:
            paths.append(path)
    if not paths:
        print("FAILED: no .vtu or .pvd file was found")
        return 1
    for path in paths:
        try:
            entries += check(path, options, window)
        except (Failure, OSError, ElementTree.ParseError) as error:
            print(f"FAILED {path}: {error}")
            failed += 1
    if options.dump_csv and not failed:
        dump_csv(options.dump_csv, entries, window)
    if options.expect and options.compared == 0:
        print("FAILED: no .expect file was found")
        failed += 1
    print(f"{len(paths)} files read, {options.compared} compared, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
