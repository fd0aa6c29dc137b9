#!/usr/bin/python3
"""gudgeon render: pictures and movies of a mechanism, without a screen.

usage: gudgeon render FOLDER|RUN.pvd|FILE.vtu [OUT.png] [options]      (--help lists them)

By default the last frame, coloured by body, into FOLDER/render.png. Models in the plane are seen along z, from slightly
above with --camera iso; those in space from a corner, in perspective. All frames of a call are seen by the same camera,
placed so that everything in them is in view.

Debian's VTK draws through X only: without a DISPLAY the script starts Xvfb for itself.
needs: python3-vtk9 and, without a screen, xvfb; ffmpeg for movies (Debian). Run it with /usr/bin/python3.
Exit code: 0 drawn; 1 cannot; 2 wrong usage; 77 VTK, xvfb or ffmpeg is not installed.
"""
import argparse
import atexit
import ctypes
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from results import (Missing, field_title, for_people, glass_bodies, never_negative, nice_range, read_csv, read_frames, read_json,
                     split_label, turning_probe)

PALETTE = ((0.45, 0.50, 0.55), (0.20, 0.44, 0.69), (0.90, 0.55, 0.18), (0.36, 0.62, 0.36), (0.75, 0.30, 0.32),
           (0.36, 0.66, 0.67), (0.86, 0.72, 0.28), (0.58, 0.44, 0.65), (0.62, 0.47, 0.36), (0.80, 0.48, 0.60))
# of symbols, by the words of run.json; others have the colour of their body
SYMBOLS = {"pin": (0.72, 0.74, 0.78), "ball": (0.72, 0.74, 0.78), "ground": (0.55, 0.58, 0.62), "spring": (0.30, 0.33, 0.38),
           "damper": (0.50, 0.54, 0.60), "rail": (0.62, 0.65, 0.69), "guide": (0.62, 0.65, 0.69), "arrow": (0.82, 0.16, 0.16),
           "contact": (0.95, 0.45, 0.10), "bush": (0.22, 0.22, 0.24)}
# blue to yellow, even in lightness, also in grey and for the colour-blind (after viridis)
RAMP = ((0.27, 0.00, 0.33), (0.28, 0.17, 0.48), (0.23, 0.32, 0.55), (0.17, 0.45, 0.56), (0.13, 0.57, 0.55),
        (0.21, 0.69, 0.47), (0.46, 0.80, 0.30), (0.76, 0.87, 0.14), (0.99, 0.91, 0.14))


def stop(code, text):
    print(f"gudgeon render: {text}", file=sys.stderr)
    sys.exit(code)


def arguments():
    parser = argparse.ArgumentParser(prog="gudgeon render", description="Pictures and movies of a mechanism.")
    parser.add_argument("input", metavar="FOLDER|RUN.pvd|FILE.vtu")
    parser.add_argument("output", metavar="OUT.png", nargs="?", help="default: FOLDER/render.png")
    parser.add_argument("--at", "--time", type=float, metavar="T", dest="time",
                        help="the frame nearest to T; else the last one")
    parser.add_argument("--movie", metavar="FILE", help="all frames as .mp4 or .gif (ffmpeg)")
    parser.add_argument("--mode", type=int, metavar="N", help="mode N of `analysis: modes`; with --movie one oscillation")
    parser.add_argument("--fps", type=float, default=25, help="frames of a movie for each second (25)")
    parser.add_argument("--field", metavar="NAME", help="colour by this field, a vector by its length")
    parser.add_argument("--component", type=int, metavar="K", help="that component instead of the length")
    parser.add_argument("--range", type=float, nargs=2, metavar=("LO", "HI"), help="of the colours, in SI units")
    parser.add_argument("--frames", type=int, metavar="N", help="N frames, evenly spread, as a contact sheet")
    parser.add_argument("--overlay", type=int, metavar="N", help="N frames, evenly spread, in one picture: the path of the motion")
    parser.add_argument("--separate", action="store_true", help="with --frames: OUT_000.png, ...")
    parser.add_argument("--camera", metavar="x|y|z|iso|AZ,EL",
                        help="along an axis, from a corner, or azimuth and elevation in degrees")
    parser.add_argument("--parallel", action="store_true", help="no perspective in space")
    parser.add_argument("--size", metavar="WxH", help="of the picture (1200x800) or of one tile (480x320)")
    parser.add_argument("--edges", choices=("feature", "all", "none"), default="feature",
                        help="lines on surfaces: sharp edges (default), all cells, none")
    parser.add_argument("--solid", action="store_true", help="blocks around bearings are not glass")
    parser.add_argument("--no-symbols", action="store_true", help="bodies only")
    parser.add_argument("--angle", metavar="PROBE", help="crank angle in the corner (default: a probe that turns)")
    parser.add_argument("--unwrap", action="store_true", help="oil films only, unwrapped")
    parser.add_argument("--zoom", type=float, default=1.0, metavar="Z", help="more than 1 comes closer")
    options = parser.parse_args()
    options.sheet = options.frames is not None and not options.separate
    options.fit = not options.size  # the height may follow the machine
    try:
        size = options.size or ("480x320" if options.sheet else "960x640" if options.movie else "1200x800")
        options.size = tuple(int(n) for n in size.split("x"))
        if len(options.size) != 2 or min(options.size) < 16 or max(options.size) > 8192:
            raise ValueError
    except ValueError:
        parser.error("--size must look like 1200x800, from 16 to 8192")
    if options.frames is not None and options.frames < 1:
        parser.error("--frames must be at least 1")
    if options.overlay is not None and options.overlay < 2:
        parser.error("--overlay must be at least 2")
    if sum(x is not None for x in (options.frames, options.time, options.movie, options.overlay)) > 1:
        parser.error("--at, --frames, --overlay and --movie exclude each other")
    if options.movie and not options.movie.endswith((".mp4", ".gif")):
        parser.error("--movie takes a name that ends in .mp4 or .gif")
    if not options.zoom > 0 or not options.fps > 0:
        parser.error("--zoom and --fps must be positive")
    options.direction = None
    if options.camera and options.camera not in ("x", "y", "z", "iso"):
        try:
            azimuth, elevation = (math.radians(float(x)) for x in options.camera.split(","))
            options.direction = (math.cos(elevation) * math.sin(azimuth), -math.cos(elevation) * math.cos(azimuth),
                                 math.sin(elevation))
        except ValueError:
            parser.error("--camera takes x, y, z, iso or two angles in degrees, such as 30,20")
    if options.mode is not None and (options.mode < 1 or options.frames is not None or options.time is not None):
        parser.error("--mode takes the number of a mode, and neither --at nor --frames")
    options.folder = None
    if os.path.isdir(options.input):
        options.folder = options.input
        options.input = os.path.join(options.input, "run.pvd" if options.mode is None else "modes.pvd")
    elif options.input.endswith(".pvd"):
        options.folder = os.path.dirname(options.input) or "."
    if not options.output:
        options.output = os.path.join(options.folder or os.path.dirname(options.input) or ".", "render.png")
    return options


def need_screen():
    """An X server without a screen, if there is none: VTK would abort, not raise. It ends with this process, however that ends.
    It chooses a free display by itself and says when it is ready (xvfb-run has a race there), and it must not reset when a window of a
    movie closes: the next one would come too early on a busy machine."""
    if os.environ.get("DISPLAY"):
        return
    if not shutil.which("Xvfb"):
        stop(77, "no DISPLAY and no Xvfb: install xvfb")
    said, says = os.pipe()
    libc = ctypes.CDLL(None)
    server = subprocess.Popen(["Xvfb", "-displayfd", str(says), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"],
                              pass_fds=(says,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True, preexec_fn=lambda: libc.prctl(1, signal.SIGTERM))  # PR_SET_PDEATHSIG
    os.close(says)
    atexit.register(server.terminate)
    with os.fdopen(said) as file:
        number = file.readline().strip()  # empty: it ended
    if not number:
        stop(77, "Xvfb does not start")
    os.environ["DISPLAY"] = ":" + number


# ---- data ----

def frames_of(path):
    """[(time or None, {part: vtu})] in the order of time."""
    if not os.path.isfile(path):
        stop(1, f"{path}: no such file; frames are written by `gudgeon run` (output: vtk)")
    if not path.endswith(".pvd"):
        return [(None, {0: path})]
    try:
        frames = read_frames(path)
    except Missing as error:
        stop(1, str(error))
    if not frames:
        stop(1, f"{path}: no frames")
    return frames


def crank_angles(options):
    """(times, angles in degrees) of the crank; None: there is none."""
    try:
        columns, units = read_csv(os.path.join(options.folder, "probes.csv"))
    except (Missing, TypeError):
        return None
    name = options.angle or turning_probe(columns, units)
    if options.angle and options.angle not in columns:
        stop(1, f"there is no probe '{options.angle}'")
    return (columns["t"], [math.degrees(x) for x in columns[name]]) if name else None


def at_time(curve, t):
    times, values = curve
    low, high = 0, len(times) - 1
    while high - low > 1:
        mid = (low + high) // 2
        low, high = (mid, high) if times[mid] <= t else (low, mid)
    span = times[high] - times[low]
    part = min(max((t - times[low]) / span, 0), 1) if span > 0 else 0
    return values[low] + part * (values[high] - values[low])


def oscillation(chosen, options):
    """One oscillation of a mode: its largest displacement, and in a movie the phases of it. Fields swing with it."""
    time, files = next(((t, f) for t, f in chosen if round(t) == options.mode), (None, None))
    if files is None:
        stop(1, f"{options.input}: there is no mode {options.mode} of {len(chosen)}")
    phases = [1.0] if not options.movie else [math.cos(2 * math.pi * k / 48) for k in range(48)]
    out = []
    for phase in phases:
        grid = read_grid(files[0])
        for i in range(grid.GetPointData().GetNumberOfArrays()):
            array = grid.GetPointData().GetArray(i)
            if array is None:
                continue
            name = split_label(array.GetName())[0]
            if name == "displacement":
                for k in range(grid.GetNumberOfPoints()):
                    x, d = grid.GetPoint(k), array.GetTuple3(k)
                    grid.GetPoints().SetPoint(k, *(x[c] + (phase - 1) * d[c] for c in range(3)))
            for k in range(array.GetNumberOfTuples() * array.GetNumberOfComponents()):
                array.SetValue(k, array.GetValue(k) * (abs(phase) if never_negative(options.info, name) else phase))
        out.append((None, [grid]))
    options.title = f"mode {options.mode}" + frequency_of(options)
    return out


def frequency_of(options):
    try:
        columns, _ = read_csv(os.path.join(options.folder, "modes.csv"))
        return f"     {columns['frequency'][options.mode - 1]:.6g} Hz"
    except (Missing, TypeError, KeyError, IndexError):
        return ""


def choose(frames, options):
    if options.movie or options.mode is not None:
        return frames
    if options.frames is not None or options.overlay is not None:
        n = min(options.frames or options.overlay, len(frames))
        return [frames[round(i * (len(frames) - 1) / max(n - 1, 1))] for i in range(n)]
    if options.time is not None and frames[0][0] is not None:
        return [min(frames, key=lambda frame: abs(frame[0] - options.time))]
    return frames[-1:]


def read_grid(path):
    errors = []

    def on_error(_, __, text):
        errors.append(text.strip())

    on_error.CallDataType = "string0"
    reader = (vtk.vtkXMLPUnstructuredGridReader if path.endswith(".pvtu") else vtk.vtkXMLUnstructuredGridReader)()
    reader.AddObserver("ErrorEvent", on_error)
    if not os.path.isfile(path):
        stop(1, f"{path}: no such file")
    reader.SetFileName(path)
    reader.Update()
    if errors or reader.GetErrorCode():
        stop(1, f"{path}: {' '.join(errors) or reader.GetErrorCode()}")
    return reader.GetOutput()


def unwrapped(grid):
    """The same cells at the places that the point field `unwrapped` names; None if it has none."""
    places = grid.GetPointData().GetArray("unwrapped")
    if places is None:
        return None
    points = vtk.vtkPoints()
    points.SetData(places)
    grid.SetPoints(points)
    return grid


def field_of(grid, name):
    """("point" or "cell", array) or None; the unit behind its name may be left out."""
    for kind, data in (("point", grid.GetPointData()), ("cell", grid.GetCellData())):
        for i in range(data.GetNumberOfArrays()):
            label = data.GetArrayName(i)
            if data.GetArray(i) is not None and name in (label, split_label(label)[0]):
                return kind, data.GetArray(i)
    return None


def field_range(grids, options):
    """Smallest and largest finite value over the frames; checks that the field exists."""
    low, high, found, known = math.inf, -math.inf, False, set()
    for grid in grids:
        for data in (grid.GetPointData(), grid.GetCellData()):
            known |= {split_label(data.GetArrayName(i))[0] for i in range(data.GetNumberOfArrays())}
        field = field_of(grid, options.field)
        if field is None:
            continue
        found = True
        array = field[1]
        options.unit = split_label(array.GetName())[1]
        components = array.GetNumberOfComponents()
        if options.component is not None and not 0 <= options.component < components:
            stop(1, f"field '{options.field}' has {components} components: 0 .. {components - 1}")
        if array.GetNumberOfTuples():
            part = options.component if options.component is not None else (0 if components == 1 else -1)
            a, b = array.GetFiniteRange(part)
            if a <= b:
                low, high = min(low, a), max(high, b)
    if not found:
        stop(1, f"no field '{options.field}'; there are: {', '.join(sorted(known)) or 'none'}")
    if low > high:
        low, high = 0.0, 1.0
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def union(grids):
    """Bounds of all grids together."""
    box = vtk.vtkBoundingBox()
    for grid in grids:
        if grid.GetNumberOfPoints():
            box.AddBounds(grid.GetBounds())
    bounds = [0.0] * 6
    if box.IsValid():
        box.GetBounds(bounds)
    return bounds


# ---- picture ----

def colour_table(options):
    table = vtk.vtkLookupTable()
    if options.field is None:
        return None
    ramp = vtk.vtkColorTransferFunction()
    for i, colour in enumerate(RAMP):
        ramp.AddRGBPoint(i / (len(RAMP) - 1), *colour)
    table.SetNumberOfTableValues(256)
    for i in range(256):
        table.SetTableValue(i, *ramp.GetColor(i / 255), 1)
    table.SetTableRange(*options.range)
    table.SetNanColor(0.75, 0.77, 0.80, 1)
    if options.component is not None:
        table.SetVectorModeToComponent()
        table.SetVectorComponent(options.component)
    else:
        table.SetVectorModeToMagnitude()
    return table


def body_colours(grid, grey, words):
    """Colours of the cells by their body, of symbols by their kind, as a new cell field; False if there are none."""
    bodies, kinds = grid.GetCellData().GetArray("body"), grid.GetCellData().GetArray("symbol")
    if bodies is None:
        return False
    colours = vtk.vtkUnsignedCharArray()
    colours.SetName("gud_colour")
    colours.SetNumberOfComponents(3)
    colours.SetNumberOfTuples(bodies.GetNumberOfTuples())
    for i in range(bodies.GetNumberOfTuples()):
        body = int(bodies.GetComponent(i, 0))
        colour = PALETTE[1 + (body - 1) % (len(PALETTE) - 1)] if body > 0 else PALETTE[0]
        if kinds is not None:
            kind = int(kinds.GetComponent(i, 0))
            colour = SYMBOLS.get(words[kind] if kind < len(words) else "", (0.64, 0.68, 0.73) if grey else colour)
        colours.SetTuple3(i, *(255 * c for c in colour))
    grid.GetCellData().AddArray(colours)
    return True


def glass_apart(grid, options):
    """[(grid, opacity)]: blocks around a bearing would hide it."""
    bodies = grid.GetCellData().GetArray("body")
    if not options.glass or bodies is None or grid.GetCellData().GetArray("symbol") is not None:
        return [(grid, 1.0)]
    out = []
    for glass in (False, True):
        ids = vtk.vtkIdList()
        for i in range(grid.GetNumberOfCells()):
            if (int(bodies.GetComponent(i, 0)) in options.glass) == glass:
                ids.InsertNextId(i)
        extract = vtk.vtkExtractCells()
        extract.SetInputData(grid)
        extract.SetCellList(ids)
        if ids.GetNumberOfIds():
            extract.Update()
            out.append((extract.GetOutput(), 0.25 if glass else 1.0))
    return out


def split_surface(grid):
    """Polygons, and lines with points, as two data sets: only polygons have normals and take light."""
    surface = vtk.vtkDataSetSurfaceFilter()
    surface.SetInputData(grid)
    surface.SetNonlinearSubdivisionLevel(4)  # Bezier and Lagrange cells as smooth curves
    surface.Update()
    whole = surface.GetOutput()
    num_thin = whole.GetNumberOfVerts() + whole.GetNumberOfLines()  # they come first in the cell data
    parts = []
    for first, last in ((num_thin, whole.GetNumberOfCells()), (0, num_thin)):
        ids = vtk.vtkIdList()
        for i in range(first, last):
            ids.InsertNextId(i)
        part = vtk.vtkPolyData()
        extract = vtk.vtkExtractCells()
        extract.SetInputData(whole)
        extract.SetCellList(ids)
        back = vtk.vtkDataSetSurfaceFilter()
        back.SetInputConnection(extract.GetOutputPort())
        if last > first:
            back.Update()
            part.DeepCopy(back.GetOutput())
        parts.append(part)
    return parts


def add_actor(renderer, data, field, table):
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.ScalarVisibilityOff()
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(1, 1)
    if field is not None:
        mapper.ScalarVisibilityOn()
        if field[0] == "point":
            mapper.SetScalarModeToUsePointFieldData()
        else:
            mapper.SetScalarModeToUseCellFieldData()
        mapper.SelectColorArray(field[1])
        if field[1] == "gud_colour":
            mapper.SetColorModeToDirectScalars()
        else:
            mapper.SetLookupTable(table)
            mapper.UseLookupTableScalarRangeOn()
            mapper.SetColorModeToMapScalars()
            mapper.InterpolateScalarsBeforeMappingOn()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(0.55, 0.63, 0.72)
    renderer.AddActor(actor)
    return actor.GetProperty()


def add_grid(renderer, grid, table, flat, options, opacity=1.0):
    """Surfaces, lines and points, and the edges of the surfaces."""
    found = field_of(grid, options.field) if options.field else None
    field = (found[0], found[1].GetName()) if found else None
    if field is None and body_colours(grid, options.field is not None, options.info.get("symbols", ())):
        field = ("cell", "gud_colour")
    surface, thin = split_surface(grid)
    if thin.GetNumberOfCells():
        look = add_actor(renderer, thin, field, table)
        look.LightingOff()
        look.SetLineWidth(2.5)
        look.SetPointSize(7)
        look.SetRenderPointsAsSpheres(True)
    if not surface.GetNumberOfCells():
        return
    smooth = surface
    if not flat:
        normals = vtk.vtkPolyDataNormals()  # smooth mantles, sharp rims
        normals.SetInputData(surface)
        normals.SetFeatureAngle(40)
        normals.ConsistencyOff()
        normals.Update()
        smooth = normals.GetOutput()
    look = add_actor(renderer, smooth, field, table)
    look.SetOpacity(opacity)
    look.SetAmbient(0.25)
    look.SetDiffuse(0.9)
    look.SetSpecular(0.12)
    look.SetSpecularPower(20)
    if flat:
        look.LightingOff()
    if options.edges == "all":
        look.EdgeVisibilityOn()
        look.SetEdgeColor(0.15, 0.15, 0.15)
        look.SetLineWidth(1)

    if options.edges == "feature":
        joined = vtk.vtkCleanPolyData()  # elements of a beam have points of their own: no lines between them
        joined.SetInputData(surface)
        joined.SetTolerance(1e-7)
        edges = vtk.vtkFeatureEdges()
        edges.SetInputConnection(joined.GetOutputPort())
        edges.SetFeatureAngle(40)
        edges.ManifoldEdgesOff()
        edges.ColoringOff()
        line_mapper = vtk.vtkPolyDataMapper()
        line_mapper.SetInputConnection(edges.GetOutputPort())
        line_mapper.ScalarVisibilityOff()
        lines = vtk.vtkActor()
        lines.SetMapper(line_mapper)
        lines.GetProperty().SetColor(0.12, 0.12, 0.12)
        lines.GetProperty().SetLineWidth(1.2)
        lines.GetProperty().LightingOff()
        renderer.AddActor(lines)


def view_axes(options):
    """Right, above and towards the eye, as unit vectors."""
    towards, up = {"x": ((1, 0, 0), (0, 0, 1)), "y": ((0, -1, 0), (0, 0, 1)), "z": ((0, 0, 1), (0, 1, 0)),
                   "iso": ((1, -1.6, 1), (0, 0, 1)), "plane": ((0, -0.5, 1), (0, 1, 0))}.get(
                       options.camera, (options.direction, (0, 0, 1)))
    length = math.sqrt(sum(c * c for c in towards))
    towards = [c / length for c in towards]
    right = [up[1] * towards[2] - up[2] * towards[1], up[2] * towards[0] - up[0] * towards[2],
             up[0] * towards[1] - up[1] * towards[0]]
    length = math.sqrt(sum(c * c for c in right))
    right = [c / length for c in right]
    above = [towards[1] * right[2] - towards[2] * right[1], towards[2] * right[0] - towards[0] * right[2],
             towards[0] * right[1] - towards[1] * right[0]]
    return right, above, towards


def seen_bounds(grids, axes):
    """Bounds of all points along the axes of the view."""
    turn = vtk.vtkTransform()
    turn.SetMatrix([x for axis in axes for x in (*axis, 0)] + [0, 0, 0, 1])
    box = vtk.vtkBoundingBox()
    for grid in grids:
        if grid.GetNumberOfPoints():
            points = vtk.vtkPoints()
            turn.TransformPoints(grid.GetPoints(), points)
            box.AddBounds(points.GetBounds())
    seen = [0.0] * 6
    if box.IsValid():
        box.GetBounds(seen)
    return seen


def seen_points(grids, axes):
    """Some thousand of all points along the axes of the view."""
    total = sum(grid.GetNumberOfPoints() for grid in grids)
    every = 1 + total // 6000
    points = []
    for grid in grids:
        for i in range(0, grid.GetNumberOfPoints(), every):
            x = grid.GetPoint(i)
            points.append(tuple(sum(x[k] * axis[k] for k in range(3)) for axis in axes))
    return points


def perspective(options, middle, across, upwards):
    """Centre of the view and distance of the eye from it, such that all points fill `across` and `upwards`, tangents of half the view."""
    cx, cy, cz = middle
    distance = 2 * (options.seen[1] - options.seen[0] + options.seen[3] - options.seen[2] + options.seen[5] - options.seen[4]) or 1.0
    nearest = options.seen[5] - cz
    for _ in range(30):
        u = [(x - cx) / (distance - (z - cz)) for x, _, z in options.points] or [0]
        v = [(y - cy) / (distance - (z - cz)) for _, y, z in options.points] or [0]
        need = max((max(u) - min(u)) / across, (max(v) - min(v)) / upwards) / 2
        cx, cy = cx + 0.5 * (max(u) + min(u)) * distance, cy + 0.5 * (max(v) + min(v)) * distance
        distance = max(distance * (need or 1.0), 1.05 * nearest)
    return (cx, cy, cz), distance


def fit_height(options):
    """A height that suits the machine, where the user has given no size."""
    if not options.fit or options.sheet:
        return
    seen, width = options.seen, options.size[0]
    across, upwards = seen[1] - seen[0], seen[3] - seen[2]
    part = (0.76 if options.field else 0.92) / 0.80 * upwards / across if across > 0 else 1
    options.size = (width, 2 * round(width * min(max(part, 0.4), 0.75) / 2))


def place_camera(renderer, options):
    """The scale is such that everything is in view; in space in perspective."""
    axes, seen = view_axes(options), options.seen
    right, above, towards = axes
    middle = [0.5 * (seen[2 * k] + seen[2 * k + 1]) for k in range(3)]
    aspect = options.size[0] / options.size[1]
    used = 0.76 if options.field else 0.92  # of the width: the scalar bar takes 0.18 on the right
    camera = renderer.GetActiveCamera()
    if options.parallel:
        camera.ParallelProjectionOn()
        width, height = 0.5 * (seen[1] - seen[0]), 0.5 * (seen[3] - seen[2])
        scale = max(height / 0.82, width / used / aspect) or 1.0  # the text takes the lower edge
        distance = 2 * (seen[1] - seen[0] + seen[3] - seen[2] + seen[5] - seen[4]) or 1.0
    else:
        camera.SetViewAngle(24)
        tangent = math.tan(math.radians(12))
        middle, distance = perspective(options, middle, used * aspect * tangent, 0.82 * tangent)
        scale = tangent * distance
        distance /= options.zoom
    shift = 0.16 * scale * aspect if options.field else 0.0
    focus = [sum(middle[i] * axes[i][k] for i in range(3)) + shift * right[k] - 0.04 * scale * above[k] for k in range(3)]
    camera.SetFocalPoint(*focus)
    camera.SetPosition(*(focus[k] + distance * towards[k] for k in range(3)))
    camera.SetViewUp(*above)
    camera.SetParallelScale(scale / options.zoom)
    renderer.ResetCameraClippingRange()


def add_texts(renderer, time, table, options):
    small = min(options.size[0] / 1200, options.size[1] / 500)
    if time is not None or options.title:
        label = vtk.vtkTextActor()
        text = options.title or f"t = {time:.6g} s"
        if options.crank and time is not None:
            angle = at_time(options.crank, time)
            turn = math.floor(angle / 360 + 1e-9)
            text += f"     crank {round(angle - 360 * max(turn, 0), 1) + 0.0:.1f} deg" + (f", turn {turn + 1}" if turn > 0 else "")
        label.SetInput(text)
        label.GetTextProperty().SetColor(0.15, 0.15, 0.15)
        label.GetTextProperty().SetFontSize(max(11, round(24 * small)))
        label.GetPositionCoordinate().SetCoordinateSystemToNormalizedViewport()
        label.SetPosition(0.02, 0.025)
        renderer.AddViewProp(label)
    if options.field is None:
        return
    unit, factor = for_people(options.unit, max(abs(x) for x in options.range))
    shown = vtk.vtkLookupTable()
    shown.DeepCopy(table)
    shown.SetTableRange(*(factor * x for x in options.range))
    bar = vtk.vtkScalarBarActor()
    bar.SetLookupTable(shown)
    name = field_title(options.info, options.field) + (f" {options.component}" if options.component is not None else "")
    bar.SetTitle(f"{name}\n[{unit}]\n" if unit and unit != "-" else f"{name}\n")
    bar.SetNumberOfLabels(options.labels)
    bar.SetMaximumNumberOfColors(256)
    bar.SetLabelFormat("%.4g")
    bar.UnconstrainedFontSizeOn()
    for text in (bar.GetTitleTextProperty(), bar.GetLabelTextProperty()):
        text.SetColor(0.1, 0.1, 0.1)
        text.SetFontSize(max(10, round(20 * small)))
        text.ItalicOff()
        text.BoldOff()
        text.ShadowOff()
    bar.GetPositionCoordinate().SetCoordinateSystemToNormalizedViewport()
    bar.SetPosition(0.86, 0.12)
    bar.SetWidth(0.12)
    bar.SetBarRatio(0.3)
    bar.SetHeight(0.76)
    bar.SetMaximumWidthInPixels(round(130 * max(small, 0.5)))
    renderer.AddViewProp(bar)


def picture(frame, flat, options):
    """One frame as image data."""
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    table = colour_table(options)
    for grid in frame[1]:
        for piece, opacity in glass_apart(grid, options):
            if piece.GetNumberOfCells():
                add_grid(renderer, piece, table, flat, options, opacity)
    add_texts(renderer, frame[0], table, options)
    if not flat:
        vtk.vtkLightKit().AddLightsToRenderer(renderer)
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(True)
    window.SetMultiSamples(8)
    window.SetSize(*options.size)
    window.AddRenderer(renderer)
    place_camera(renderer, options)
    window.Render()
    shot = vtk.vtkWindowToImageFilter()
    shot.SetInput(window)
    shot.ReadFrontBufferOff()
    shot.Update()
    image = vtk.vtkImageData()
    image.DeepCopy(shot.GetOutput())
    return image


def contact_sheet(images):
    """Near a square, filled up with white."""
    columns = math.ceil(math.sqrt(len(images) * images[0].GetDimensions()[1] / images[0].GetDimensions()[0]))
    columns = max(columns, min(len(images), 2))
    rows = math.ceil(len(images) / columns)
    blank = vtk.vtkImageData()
    blank.DeepCopy(images[0])
    blank.GetPointData().GetScalars().Fill(255)
    images = images + [blank] * (rows * columns - len(images))
    sheet = vtk.vtkImageAppend()
    sheet.SetAppendAxis(1)
    for row in reversed(range(rows)):  # images grow upwards
        line = vtk.vtkImageAppend()
        line.SetAppendAxis(0)
        for image in images[row * columns:(row + 1) * columns]:
            line.AddInputData(image)
        sheet.AddInputConnection(line.GetOutputPort())
    sheet.Update()
    return sheet.GetOutput()


def write_png(image, path):
    writer = vtk.vtkPNGWriter()
    writer.SetFileName(path)
    writer.SetInputData(image)
    writer.Write()
    if writer.GetErrorCode() or not os.path.isfile(path):
        stop(1, f"cannot write {path}")
    print(path)


def write_movie(images, options):
    """Frames as PNG into a scratch folder, then ffmpeg."""
    if not shutil.which("ffmpeg"):
        stop(77, "no ffmpeg: install it, or use --frames N --separate")
    with tempfile.TemporaryDirectory() as scratch:
        for i, image in enumerate(images):
            writer = vtk.vtkPNGWriter()
            writer.SetFileName(os.path.join(scratch, f"{i:06d}.png"))
            writer.SetCompressionLevel(1)
            writer.SetInputData(image)
            writer.Write()
        command = ["ffmpeg", "-y", "-v", "error", "-framerate", f"{options.fps:g}", "-i", os.path.join(scratch, "%06d.png")]
        if options.movie.endswith(".gif"):
            command += ["-vf", "split[a][b];[a]palettegen=max_colors=200[p];[b][p]paletteuse=dither=none"]
        else:
            command += ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20",
                        "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white"]
        done = subprocess.run(command + [options.movie], capture_output=True, text=True, check=False)
    if done.returncode:
        stop(1, f"ffmpeg: {done.stderr.strip()}")
    print(options.movie)


def main():
    options = arguments()
    need_screen()
    options.info = record(options)
    chosen = choose(frames_of(options.input), options)
    parts = (0, 3) if not options.no_symbols else (0,)
    if options.field is not None:  # joints and films are drawn where they have the field
        parts += tuple(part for part in (1, 2) if part in chosen[0][1] and field_of(read_grid(chosen[0][1][part]), options.field))
    if options.unwrap:
        parts = (2,)
    options.title = None
    if options.mode is not None:
        frames = oscillation(chosen, options)
    else:
        frames = [(time, [read_grid(vtu) for part, vtu in sorted(files.items()) if part in parts]) for time, files in chosen]
    if options.overlay is not None:
        options.title = f"t = {frames[0][0]:.6g} ... {frames[-1][0]:.6g} s, {len(frames)} instants" if frames[0][0] is not None else None
        frames = [(frames[0][0], [grid for _, parts in frames for grid in parts])]
    if options.unwrap:
        frames = [(time, [grid for grid in map(unwrapped, parts) if grid]) for time, parts in frames]
        if not all(parts for _, parts in frames):
            stop(1, f"{options.input}: no oil film")
    grids = [grid for _, parts in frames for grid in parts]
    options.unit, options.crank = None, crank_angles(options)
    if options.field is not None:
        found = field_range(grids, options)
        options.labels = 5
        if not options.range:
            factor = for_people(options.unit, max(abs(x) for x in found))[1]  # round in the unit that is shown
            wide, options.labels = nice_range(*(factor * x for x in found))
            options.range = tuple(x / factor for x in wide)
    bounds = union(grids)
    extent = [bounds[2 * k + 1] - bounds[2 * k] for k in range(3)]
    flat = extent[2] <= 1e-9 * max(extent[0], extent[1])
    info = options.info
    options.planar = flat or info.get("dimensions") == 2
    options.glass = [] if options.planar or options.solid else glass_bodies(info)
    options.parallel |= options.planar
    if options.planar and not options.camera:
        options.camera = "z" if flat else "plane"
    options.camera = options.camera or "iso"
    options.seen = seen_bounds(grids, view_axes(options))
    options.points = [] if options.parallel else seen_points(grids, view_axes(options))
    fit_height(options)
    images = (picture(frame, flat, options) for frame in frames)
    if options.movie:
        write_movie(images, options)
    elif options.sheet:
        write_png(contact_sheet(list(images)), options.output)
    elif not options.separate:
        write_png(next(images), options.output)
    else:
        stem, dot = os.path.splitext(options.output)
        for i, image in enumerate(images):
            write_png(image, f"{stem}_{i:03d}{dot or '.png'}")


def record(options):
    """run.json; empty where there is none."""
    try:
        return read_json(options.folder) if options.folder else {}
    except Missing:
        return {}


if __name__ == "__main__":
    try:
        import vtk
    except ImportError as missing:
        stop(77, f"no VTK module ({missing}); install python3-vtk9 and use /usr/bin/python3")
    main()
