#!/usr/bin/python3
"""gudgeon report: one page for the browser, complete in itself: the mechanism moving, curves, orbits, limits.

usage: gudgeon report FOLDER... [--out FILE.html] [options]      (--help lists them)

Several folders of runs are laid over each other. Folders of studies (sweep, optimise, periodic, wear, converge) show their tables and
pictures of them: src/scripts/report_studies.js.
The page has no outside parts and opens from disk. Numbers travel as one compressed block (zlib, inflated by the browser).

(R1) motion: all points of a part of the drawing follow one affine map x_k = A_k x_0 + b_k in frame k (rigid bodies, and coils
     that stretch): 12 numbers each frame; where the largest error of the fit exceeds 2e-4 of the size of the model, the
     points themselves, as 16-bit fractions of their box, with the rigid map of their first shape through both ends (R2).
(R2) rigid map: rotation R and shift b that bring the shape of the first frame nearest to the one of frame k (Kabsch's method: R = U V^T of
     sum w x_k x_0^T), points at the two ends along the longest axis with a weight of 1000: a bent beam is then seen against its chord.
needs: python3-vtk9 and python3-numpy for the moving picture; without them the page has curves only.
Exit code: 0 written; 1 cannot; 2 wrong usage.
"""
import argparse
import base64
import html
import json
import math
import os
import sys
import zlib

from results import (STRESSES, Missing, field_rank, field_role, field_title, for_people, glass_bodies, never_negative, nice_range,
                     read_csv, read_frames, read_json, split_label, turning_probe)

HERE = os.path.dirname(os.path.abspath(__file__))
MAX_ROWS = 20000
SCRIPTS = ("report_data.js", "report_scene.js", "report_joints.js", "report_studies.js", "report_page.js")


def stop(code, text):
    print(f"gudgeon report: {text}", file=sys.stderr)
    sys.exit(code)


def arguments():
    parser = argparse.ArgumentParser(prog="gudgeon report", description="One page for the browser about one or more runs.")
    parser.add_argument("folders", metavar="FOLDER", nargs="+")
    parser.add_argument("--out", metavar="FILE.html", help="default: FOLDER/report.html of the first folder")
    parser.add_argument("--frames", type=int, default=1000, metavar="N", help="at most so many frames of the motion (1000)")
    parser.add_argument("--megabytes", type=float, default=14, help="largest size of the page (14)")
    parser.add_argument("--cycle", type=float, choices=(360, 720), metavar="360|720",
                        help="degrees of a cycle (default: 720 where every second turn is alike, else 360)")
    parser.add_argument("--angle", metavar="PROBE", help="the crank angle (default: the first probe that turns)")
    options = parser.parse_args()
    if options.frames < 2:
        parser.error("--frames must be at least 2")
    for folder in options.folders:
        if not os.path.isdir(folder):
            stop(1, f"{folder}: no such folder")
    options.out = options.out or os.path.join(options.folders[0], "report.html")
    return options


class Block:
    """Arrays in one compressed block; the page holds their places in it."""

    def __init__(self):
        self.parts, self.size = [], 0

    def add(self, data, kind):
        """data: bytes. kind: f4, u2, u1, i4. A place in the block."""
        pad = -self.size % 4
        self.parts.append(b"\0" * pad + data)
        at = self.size + pad
        self.size = at + len(data)
        return {"at": at, "bytes": len(data), "kind": kind}

    def floats(self, values):
        import array
        data = array.array("f", (x if isinstance(x, float) and math.isfinite(x) and abs(x) < 3e38 else math.nan
                                 for x in values))
        if sys.byteorder == "big":
            data.byteswap()
        return self.add(data.tobytes(), "f4")

    def text(self):
        return base64.b64encode(zlib.compress(b"".join(self.parts), 9)).decode("ascii")


# ---- curves ----

def table_of(block, folder, name):
    """Columns of a csv, those that are zero throughout left out: {"t": place, "columns": {name: {unit, data, ..}}}."""
    try:
        columns, units = read_csv(os.path.join(folder, name))
    except Missing:
        return None
    rows = len(columns.get("t", ()))
    if not rows:
        return None
    every = max(1, math.ceil(rows / MAX_ROWS))
    keep = [i for i in range(rows) if i % every == 0 or i == rows - 1]
    out = {"rows": len(keep), "all_rows": rows, "t": block.add(packed(columns["t"], keep), "f8"), "columns": {}}
    for key, values in columns.items():
        if key == "t" or not any(values):
            continue
        finite = [abs(x) for x in values if math.isfinite(x)]
        unit, factor = for_people(units[key], max(finite, default=0))
        out["columns"][key] = {"si": units[key], "unit": "" if unit == "-" else unit, "factor": factor,
                               "data": block.floats([values[i] for i in keep])}
    return out


def packed(values, keep):
    """Times in double precision."""
    import array
    data = array.array("d", (values[i] for i in keep))
    if sys.byteorder == "big":
        data.byteswap()
    return data.tobytes()


# ---- the moving mechanism ----

def read_grid(path):
    reader = (vtk.vtkXMLPUnstructuredGridReader if path.endswith(".pvtu") else vtk.vtkXMLUnstructuredGridReader)()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def triangles_of(grid):
    """(triangles, cell of each, feature edges) by the points of the grid."""
    cell_ids, point_ids = "gud_cell", "gud_point"
    for data, name, count in ((grid.GetCellData(), cell_ids, grid.GetNumberOfCells()),
                              (grid.GetPointData(), point_ids, grid.GetNumberOfPoints())):
        numbers = numpy_support.numpy_to_vtk(np.arange(count, dtype=np.int64), deep=True)
        numbers.SetName(name)
        data.AddArray(numbers)
    surface = vtk.vtkDataSetSurfaceFilter()
    surface.SetInputData(grid)
    surface.SetNonlinearSubdivisionLevel(0)
    flat = vtk.vtkTriangleFilter()
    flat.SetInputConnection(surface.GetOutputPort())
    flat.PassVertsOff()
    flat.PassLinesOff()
    flat.Update()
    out = flat.GetOutput()
    if not out.GetNumberOfPolys():
        return None
    ids = numpy_support.vtk_to_numpy(out.GetPointData().GetArray(point_ids))
    cells = numpy_support.vtk_to_numpy(out.GetCellData().GetArray(cell_ids))
    polys = numpy_support.vtk_to_numpy(out.GetPolys().GetConnectivityArray()).reshape(-1, 3)
    joined = vtk.vtkCleanPolyData()  # elements of a beam have points of their own: no lines between them
    joined.SetInputConnection(surface.GetOutputPort())
    joined.SetTolerance(1e-7)
    edges = vtk.vtkFeatureEdges()
    edges.SetInputConnection(joined.GetOutputPort())
    edges.SetFeatureAngle(38)
    edges.ManifoldEdgesOff()
    edges.NonManifoldEdgesOff()
    edges.ColoringOff()
    edges.Update()
    lines = edges.GetOutput()
    pairs = np.zeros((0, 2), dtype=np.int64)
    if lines.GetNumberOfLines():
        names = numpy_support.vtk_to_numpy(lines.GetPointData().GetArray(point_ids))
        pairs = names[numpy_support.vtk_to_numpy(lines.GetLines().GetConnectivityArray()).reshape(-1, 2)]
    return ids[polys], cells, pairs


def components(triangles, num):
    """Number of the connected piece that each point belongs to."""
    leader = np.arange(num)
    while True:
        low = leader[triangles].min(axis=1)
        new = leader.copy()
        np.minimum.at(new, triangles.ravel(), np.repeat(low, 3))
        new = new[new]
        if (new == leader).all():
            return leader
        leader = new


def affine_maps(x, size):
    """(K, 12) maps of (R1) if all frames follow them, else None. x: frames x points x 3."""
    mid = x[0].mean(axis=0)
    local = x[0] - mid
    inverse = np.linalg.pinv(np.hstack([local, np.ones((len(local), 1))]), rcond=1e-7)  # 4 x n
    maps = np.einsum("pn,knc->kpc", inverse, x)  # K x 4 x 3
    # what the points of a flat or straight part do not tell: a rotation or a fold is the same for them
    fit = np.einsum("np,kpc->knc", np.hstack([local, np.ones((len(local), 1))]), maps)
    if np.abs(fit - x).max() > 2e-4 * size:
        return None, mid
    return maps.reshape(len(x), 12), mid


def rigid_maps(x):
    """(K, 12) maps of (R2), and the shape of the first frame about its middle. x: frames x points x 3."""
    mid = x[0].mean(axis=0)
    local = x[0] - mid
    axis = np.linalg.svd(local, full_matrices=False)[2][0]
    along = local @ axis
    weight = np.where((along < along.min() + 0.02 * np.ptp(along)) | (along > along.max() - 0.02 * np.ptp(along)), 1000.0, 1.0)
    weight /= weight.sum()
    heart = weight @ local
    hearts = np.einsum("n,knc->kc", weight, x)
    u, _, vt = np.linalg.svd(np.einsum("n,knc,nd->kcd", weight, x - hearts[:, None], local - heart))
    sign = np.sign(np.linalg.det(u @ vt))
    u[:, :, 2] *= sign[:, None]
    turn = u @ vt
    maps = np.concatenate([np.swapaxes(turn, 1, 2), (hearts - turn @ heart)[:, None]], axis=1)
    return maps.reshape(len(x), 12), local


def scene_of(block, folder, info, options):
    """Parts of the drawing with their motion and fields; None with a reason in words."""
    path = os.path.join(folder, "run.pvd")
    try:
        frames = read_frames(path)
    except Missing:
        return {"why": "no frames were written (output: vtk)"}
    if vtk is None:
        return {"why": "python3-vtk9 and python3-numpy are not installed: no moving picture"}
    if len(frames) > options.frames:
        chosen = np.unique(np.linspace(0, len(frames) - 1, options.frames).round().astype(int))
        frames = [frames[i] for i in chosen]
    scene = {"times": [t for t, _ in frames], "parts": [], "fields": {}, "dimensions": info.get("dimensions", 3),
             "bodies": [body["name"] for body in info.get("bodies", [])],
             "flexible": [i for i, body in enumerate(info.get("bodies", [])) if body.get("mesh")], "glass": glass_bodies(info)}
    motion, fields, lattice = {}, {}, {}
    for k, (_, files) in enumerate(frames):
        for part, file in files.items():
            if part == 1:
                continue
            grid = read_grid(file)
            if part not in lattice:
                lattice[part] = grid
                motion[part] = np.zeros((len(frames), grid.GetNumberOfPoints(), 3), dtype=np.float64)
            if grid.GetNumberOfPoints() != motion[part].shape[1] or not grid.GetNumberOfPoints():
                continue
            motion[part][k] = numpy_support.vtk_to_numpy(grid.GetPoints().GetData())
            data = grid.GetPointData()
            for i in range(data.GetNumberOfArrays()):
                array = data.GetArray(i)
                if array is None or array.GetNumberOfComponents() != 1 or part == 3:
                    continue
                name, unit = split_label(array.GetName())
                if name in ("joint",):
                    continue
                field = fields.setdefault((part, name), {"unit": unit, "v": np.full(motion[part].shape[:2], np.nan,
                                                                                    dtype=np.float32)})
                field["v"][k] = numpy_support.vtk_to_numpy(array)
    every = np.concatenate([x.reshape(-1, 3) for part, x in motion.items() if part != 2 and x.size])
    low, high = every.min(axis=0), every.max(axis=0)
    size = float(np.linalg.norm(high - low)) or 1.0
    scene["box"] = [low.tolist(), high.tolist()]
    # the outermost points in 26 directions: what must be in view from anywhere
    ways = np.array([(i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1) if i or j or k], dtype=np.float32)
    scene["outer"] = every[[int((every @ way).argmax()) for way in ways]].tolist()
    choose_fields(scene, fields, info)
    for part, grid in sorted(lattice.items()):
        if grid.GetNumberOfPoints():
            add_parts(block, scene, part, grid, motion[part], fields, size)
    return scene


def choose_fields(scene, fields, info):
    """Ranges of the fields; stresses first, no more than six."""
    names = sorted({name for _, name in fields}, key=lambda n: field_rank(info, n))
    for name in names:
        parts = [f for (_, n), f in fields.items() if n == name]
        low = min(float(np.nanmin(f["v"])) for f in parts if np.isfinite(f["v"]).any())
        high = max(float(np.nanmax(f["v"])) for f in parts if np.isfinite(f["v"]).any())
        if high > low and len(scene["fields"]) < 6:
            unit, factor = for_people(parts[0]["unit"], max(abs(low), abs(high)))
            (low, high), labels = nice_range(factor * low, factor * high)
            scene["fields"][name] = {"low": low / factor, "high": high / factor, "unit": "" if unit == "-" else unit, "factor": factor,
                                     "labels": labels, "title": field_title(info, name), "shown": never_negative(info, name)}


def add_parts(block, scene, part, grid, x, fields, size):
    found = triangles_of(grid)
    if found is None:
        return
    triangles, cells, edges = found
    bodies = grid.GetCellData().GetArray("body")
    kinds = grid.GetCellData().GetArray("symbol")
    body_of = numpy_support.vtk_to_numpy(bodies)[cells] if bodies else np.zeros(len(cells), dtype=int)
    kind_of = numpy_support.vtk_to_numpy(kinds)[cells] if kinds else np.zeros(len(cells), dtype=int)
    groups = [(int(b), int(s)) for b, s in np.unique(np.stack([body_of, kind_of], 1), axis=0)]
    piece = components(triangles, x.shape[1])
    for body, kind in groups:
        mine = triangles[(body_of == body) & (kind_of == kind)]
        points = np.unique(mine)
        maps, mid = affine_maps(x[:, points], size)
        sets = [points] if maps is not None else [points[piece[points] == p] for p in np.unique(piece[points])]
        for chosen in sets:
            add_part(block, scene, (part, body, kind), chosen, mine, edges, x, fields, size)


def add_part(block, scene, key, points, triangles, edges, x, fields, size):
    part, body, kind = key
    number = np.full(x.shape[1], -1)
    number[points] = np.arange(len(points))
    local = number[triangles]
    local = local[(local >= 0).all(axis=1)]
    lines = number[edges]
    lines = lines[(lines >= 0).all(axis=1)]
    kind_of_index = "<u4" if len(points) > 65535 else "<u2"
    mine = x[:, points]
    bends = part == 0 and body in scene["flexible"]  # kept as points, so that its bending can be enlarged
    maps, mid = (None, None) if bends else affine_maps(mine, size)
    out = {"part": part, "body": body, "symbol": kind, "points": len(points),
           "triangles": block.add(local.astype(kind_of_index).tobytes(), kind_of_index[1:]),
           "lines": block.add(lines.astype(kind_of_index).tobytes(), kind_of_index[1:]), "fields": {}}
    if maps is not None:
        out["base"] = block.add((mine[0] - mid).astype("<f4").tobytes(), "f4")
        if np.abs(maps - maps[0]).max() < 1e-9 * size:
            maps = maps[:1]
        out["maps"] = block.add(maps.astype("<f4").tobytes(), "f4")
    else:
        low, high = mine.min(axis=(0, 1)), mine.max(axis=(0, 1))
        span = np.where(high > low, high - low, 1)
        out["low"], out["span"] = low.tolist(), span.tolist()
        # differences between frames compress better than the places themselves
        fraction = np.rint((mine - low) / span * 65535).astype(np.int32)
        step = np.diff(fraction, axis=0, prepend=np.zeros_like(fraction[:1])).astype(np.int64) & 0xFFFF
        out["moves"] = block.add(step.astype("<u2").tobytes(), "u2")
        if bends:
            maps, local = rigid_maps(mine)
            out["rigid"], out["base"] = block.add(maps.astype("<f4").tobytes(), "f4"), block.add(local.astype("<f4").tobytes(), "f4")
    for name, field in scene["fields"].items():
        values = fields.get((part, name))
        if values is None or not np.isfinite(values["v"][:, points]).any():
            continue
        fraction = (values["v"][:, points] - field["low"]) / (field["high"] - field["low"])
        levels = np.where(np.isfinite(fraction), np.rint(np.clip(fraction, 0, 1) * 254), 255).astype(np.int16)
        step = np.diff(levels, axis=0, prepend=np.zeros_like(levels[:1])) & 0xFF
        out["fields"][name] = block.add(step.astype("u1").tobytes(), "u1")
    scene["parts"].append(out)


# ---- one run ----

def model_text(folder, info):
    """The model file as the run read it: run.log has a copy."""
    try:
        with open(os.path.join(folder, "run.log"), encoding="utf-8", errors="replace") as file:
            text = file.read()
        return text.split("--- model file\n", 1)[1].split("--- end of model file", 1)[0]
    except (OSError, IndexError):
        return ""


def run_of(block, folder, options, first):
    info = read_json(folder)
    run = {"name": os.path.basename(os.path.abspath(folder)), "info": info, "model": model_text(folder, info)}
    run["probes"] = table_of(block, folder, "probes.csv")
    run["joints"] = table_of(block, folder, "joints.csv")
    run["energy"] = table_of(block, folder, "energy.csv")
    run["envelopes"] = envelopes_of(block, folder, info)
    run["angle"] = None
    try:
        columns, units = read_csv(os.path.join(folder, "probes.csv"))
        run["angle"] = options.angle or turning_probe(columns, units)
        if options.angle and options.angle not in columns:
            stop(1, f"{folder}: there is no probe '{options.angle}'")
    except Missing:
        pass
    run["scene"] = scene_of(block, folder, info, options) if first else {"why": "only the first run is drawn"}
    return run


def envelopes_of(block, folder, info):
    """Envelopes of flexible bodies (output: envelope), stresses only; of a beam with the places of its nodes along the axis."""
    out = []
    for body in info.get("bodies", ()):
        try:
            columns, units = read_csv(os.path.join(folder, f"envelope_{body['name']}.csv"))
        except Missing:
            continue
        x = list(zip(columns["x"], columns["y"], columns["z"]))
        fields = []
        for name in columns:
            low = name[:-4] + "_min"
            if not name.endswith("_max") or field_role(info, name[:-4]) not in STRESSES or low not in columns:
                continue
            if not any(map(math.isfinite, columns[name])):
                continue
            most = max(abs(v) for v in columns[name] + columns[low] if math.isfinite(v))
            if most > 0:
                unit, factor = for_people("Pa", most)
                fields.append({"name": name[:-4], "unit": unit, "factor": factor, "max": block.floats(columns[name]),
                               "min": block.floats(columns[low])})
        if not fields:
            continue
        along = None
        if body.get("beam"):
            along = [0.0]
            for a, b in zip(x, x[1:]):
                along.append(along[-1] + math.dist(a, b))
        out.append({"body": body["name"], "fields": fields, "along": along and block.floats(along),
                    "places": block.floats([v for place in x for v in place])})
    return out


STUDIES = ("sweep.csv", "results.csv", "statistics.csv", "indices.csv", "effects.csv", "bifurcation.csv", "history.csv", "branch.csv",
           "periodic.csv", "multipliers.csv", "poincare.csv", "wear.csv", "converge.csv", "amplification.csv", "campbell.csv", "modes.csv")
SHOWN = ("sweep.csv", "history.csv", "branch.csv", "wear.csv", "converge.csv", "amplification.csv", "campbell.csv", "modes.csv")  # also as tables
MAX_POINTS = 40000  # numbers of a column of a study


def studies_of(folder):
    """Tables of a study: [{file, columns: [{name, unit, factor, data}]}], numbers in SI; factor gives the unit."""
    try:
        names = [*STUDIES, *sorted(n for n in os.listdir(folder) if n.startswith("surface_") and n.endswith(".csv"))]
    except OSError as error:
        raise Missing(f"{folder}: {error.strerror}") from error
    out = []
    for name in names:
        try:
            columns, units = read_csv(os.path.join(folder, name))
        except Missing:
            continue
        if not any(columns.values()):
            continue
        every = max(1, math.ceil(len(next(iter(columns.values()))) / MAX_POINTS))
        table = {"file": name, "folder": os.path.basename(os.path.abspath(folder)), "columns": []}
        for key, values in columns.items():
            numbers = [abs(x) for x in values if isinstance(x, float) and math.isfinite(x)]
            unit, factor = for_people(units[key], max(numbers, default=0))
            data = [x if not isinstance(x, float) else rounded(x) if math.isfinite(x) else None for x in values[::every]]
            table["columns"].append({"name": key, "unit": "" if unit == "-" else unit, "factor": factor, "data": data})
        out.append(table)
    return out


def rounded(x):
    """Nine digits are more than a picture shows; whole numbers stay whole."""
    return int(x) if x == int(x) and abs(x) < 1e15 else float(f"{x:.9g}")


def tables_of(studies):
    """The same as text, for the tables at the end of the page, in the units of the file."""
    out = []
    for study in studies:
        if study["file"] not in SHOWN:
            continue
        columns = study["columns"]
        labels = [key["name"] if not key["unit"] else f"{key['name']} [{key['unit']}]" for key in columns]
        rows = [[f"{x * c['factor']:.6g}" if isinstance(x, (int, float)) else "-" if x is None else x for x, c in zip(row, columns)]
                for row in zip(*(c["data"] for c in columns))]
        out.append({"name": f"{study['folder']}/{study['file']}", "labels": labels, "rows": rows[:500]})
    return out


def title_of(folder):
    """The title of the model, of a study that of its first point; else the name of the folder."""
    for place in (folder, os.path.join(folder, "points", "0001")):
        try:
            title = read_json(place).get("title")
        except Missing:
            continue
        if title:
            return title
    return os.path.basename(os.path.abspath(folder))


def page(data, block):
    def read(name):
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            return file.read()
    title = html.escape(data["title"])
    numbers = json.dumps(data, allow_nan=False).replace("</", "<\\/")
    return (read("report.html").replace("@TITLE@", title).replace("@STYLE@", read("report.css"))
            .replace("@DATA@", numbers).replace("@BLOCK@", block.text()).replace("@SCRIPT@", "".join(map(read, SCRIPTS))))


def write(options, frames):
    block, data = Block(), {"runs": [], "studies": [], "tables": [], "cycle": options.cycle, "title": title_of(options.folders[0])}
    options.frames = frames
    for folder in options.folders:
        studies = studies_of(folder)
        data["tables"] += tables_of(studies)
        data["studies"] += [studies] if studies else []
        if os.path.exists(os.path.join(folder, "probes.csv")) or not studies:
            data["runs"].append(run_of(block, folder, options, not data["runs"]))
    return page(data, block)


def main():
    options = arguments()
    try:
        text = write(options, options.frames)
        while len(text) > options.megabytes * 1e6 and options.frames > 20:
            text = write(options, options.frames // 2)
    except Missing as error:
        stop(1, str(error))
    try:
        with open(options.out + ".tmp", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(options.out + ".tmp", options.out)
    except OSError as error:
        stop(1, f"{options.out}: {error.strerror}")
    print(f"{options.out} ({len(text) / 1e6:.1f} MB)")


try:
    import numpy as np
    import vtk
    from vtk.util import numpy_support
except ImportError:
    vtk = None

if __name__ == "__main__":
    main()
