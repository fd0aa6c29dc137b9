#!/usr/bin/python3
"""Draws a PVD or VTU file into a PNG, without a screen.

usage: render.py RUN.pvd|FILE.vtu OUT.png [options]      (--help lists them)

By default the last frame, coloured by the cell field `body`; 2-D models are seen along z, others from a
corner. All frames of a call are seen by the same camera, placed so that everything in them is in view.

Debian's VTK draws through X only: without a DISPLAY the script starts itself again under xvfb-run.
needs: python3-vtk9 and, without a screen, xvfb and xauth (Debian). Run it with /usr/bin/python3.
Exit code: 0 drawn; 1 cannot; 2 wrong usage; 77 VTK or xvfb is not installed.
"""
import argparse
import math
import os
import shutil
import sys
import xml.etree.ElementTree as ElementTree

PALETTE = ((0.30, 0.47, 0.66), (0.95, 0.56, 0.17), (0.35, 0.63, 0.31), (0.88, 0.34, 0.35), (0.46, 0.72, 0.70),
           (0.93, 0.79, 0.28), (0.69, 0.48, 0.63), (1.00, 0.62, 0.65), (0.61, 0.46, 0.37), (0.73, 0.69, 0.67))
# blue to yellow, even in lightness, also in grey and for the colour-blind (after viridis)
RAMP = ((0.27, 0.00, 0.33), (0.28, 0.17, 0.48), (0.23, 0.32, 0.55), (0.17, 0.45, 0.56), (0.13, 0.57, 0.55),
        (0.21, 0.69, 0.47), (0.46, 0.80, 0.30), (0.76, 0.87, 0.14), (0.99, 0.91, 0.14))


def stop(code, text):
    print(f"render.py: {text}", file=sys.stderr)
    sys.exit(code)


def arguments():
    parser = argparse.ArgumentParser(description="Draws a PVD or VTU file into a PNG, without a screen.")
    parser.add_argument("input", metavar="RUN.pvd|FILE.vtu")
    parser.add_argument("output", metavar="OUT.png")
    parser.add_argument("--field", metavar="NAME", help="colour by this field, a vector by its length")
    parser.add_argument("--component", type=int, metavar="K", help="that component instead of the length")
    parser.add_argument("--range", type=float, nargs=2, metavar=("LO", "HI"), help="of the colours")
    parser.add_argument("--time", type=float, metavar="T", help="the frame nearest to T; else the last one")
    parser.add_argument("--frames", type=int, metavar="N", help="N frames, evenly spread, as a contact sheet")
    parser.add_argument("--separate", action="store_true", help="with --frames: OUT_000.png, ...")
    parser.add_argument("--camera", choices=("x", "y", "z", "iso"), help="along an axis, or from a corner")
    parser.add_argument("--size", metavar="WxH", help="of the picture (1200x800) or of one tile (480x320)")
    parser.add_argument("--edges", choices=("feature", "all", "none"), default="feature",
                        help="lines on surfaces: sharp edges (default), all cells, none")
    parser.add_argument("--unwrap", action="store_true", help="oil films only, unwrapped")
    parser.add_argument("--zoom", type=float, default=1.0, metavar="Z", help="more than 1 comes closer")
    options = parser.parse_args()
    options.sheet = options.frames is not None and not options.separate
    try:
        size = options.size or ("480x320" if options.sheet else "1200x800")
        options.size = tuple(int(n) for n in size.split("x"))
        if len(options.size) != 2 or min(options.size) < 16 or max(options.size) > 8192:
            raise ValueError
    except ValueError:
        parser.error("--size must look like 1200x800, from 16 to 8192")
    if options.frames is not None and options.frames < 1:
        parser.error("--frames must be at least 1")
    if options.frames is not None and options.time is not None:
        parser.error("--time and --frames exclude each other")
    if not options.zoom > 0:
        parser.error("--zoom must be positive")
    return options


def need_screen():
    """Start again under xvfb-run if there is no X server: VTK would abort, not raise."""
    if os.environ.get("DISPLAY"):
        return
    if not shutil.which("xvfb-run") or not shutil.which("xauth"):
        stop(77, "no DISPLAY and no xvfb-run: install xvfb and xauth")
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x1024x24", sys.executable, os.path.abspath(__file__)]
    sys.stdout.flush()
    os.execvp(command[0], command + sys.argv[1:])


# ---- data ----

def read_frames(path):
    """[(time or None, [vtu, ...])] in the order of time."""
    if not os.path.isfile(path):
        stop(1, f"{path}: no such file")
    if not path.endswith(".pvd"):
        return [(None, [path])]
    try:
        entries = ElementTree.parse(path).getroot().findall("Collection/DataSet")
    except ElementTree.ParseError as error:
        stop(1, f"{path}: {error}")
    frames = {}
    for entry in entries:
        vtu = os.path.join(os.path.dirname(path), entry.get("file"))
        frames.setdefault(float(entry.get("timestep")), []).append(vtu)
    if not frames:
        stop(1, f"{path}: no frames")
    return sorted(frames.items())


def choose(frames, options):
    if options.frames is not None:
        n = min(options.frames, len(frames))
        return [frames[round(i * (len(frames) - 1) / max(n - 1, 1))] for i in range(n)]
    if options.time is not None and frames[0][0] is not None:
        return [min(frames, key=lambda frame: abs(frame[0] - options.time))]
    return frames[-1:]


def read_grid(path):
    errors = []

    def on_error(_, __, text):
        errors.append(text.strip())

    on_error.CallDataType = "string0"
    reader = vtk.vtkXMLUnstructuredGridReader()
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
    """("point" or "cell", array) or None."""
    for kind, data in (("point", grid.GetPointData()), ("cell", grid.GetCellData())):
        if data.GetArray(name) is not None:
            return kind, data.GetArray(name)
    return None


def field_range(grids, options):
    """Smallest and largest finite value over the frames; checks that the field exists."""
    low, high, found, known = math.inf, -math.inf, False, set()
    for grid in grids:
        for data in (grid.GetPointData(), grid.GetCellData()):
            known |= {data.GetArrayName(i) for i in range(data.GetNumberOfArrays())}
        field = field_of(grid, options.field)
        if field is None:
            continue
        found = True
        array = field[1]
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
        table.SetNumberOfTableValues(len(PALETTE))
        for i, colour in enumerate(PALETTE):
            table.SetTableValue(i, *colour, 1)
        table.IndexedLookupOn()
        for i in range(len(PALETTE)):
            table.SetAnnotation(i, str(i))
        return table
    ramp = vtk.vtkColorTransferFunction()
    for i, colour in enumerate(RAMP):
        ramp.AddRGBPoint(i / (len(RAMP) - 1), *colour)
    table.SetNumberOfTableValues(256)
    for i in range(256):
        table.SetTableValue(i, *ramp.GetColor(i / 255), 1)
    table.SetTableRange(*options.range)
    table.SetNanColor(0.6, 0.6, 0.6, 1)
    if options.component is not None:
        table.SetVectorModeToComponent()
        table.SetVectorComponent(options.component)
    else:
        table.SetVectorModeToMagnitude()
    return table


def body_colours(grid):
    """The cell field `body` modulo the palette, as a new cell field; False if there is none."""
    array = grid.GetCellData().GetArray("body")
    if array is None:
        return False
    colours = vtk.vtkIntArray()
    colours.SetName("gud_colour")
    colours.SetNumberOfTuples(array.GetNumberOfTuples())
    for i in range(array.GetNumberOfTuples()):
        colours.SetValue(i, int(array.GetComponent(i, 0)) % len(PALETTE))
    grid.GetCellData().AddArray(colours)
    return True


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


def add_actor(renderer, data, field, table, options):
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.ScalarVisibilityOff()
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    if field is not None:
        mapper.ScalarVisibilityOn()
        if field[0] == "point":
            mapper.SetScalarModeToUsePointFieldData()
        else:
            mapper.SetScalarModeToUseCellFieldData()
        mapper.SelectColorArray(options.field or "gud_colour")
        mapper.SetLookupTable(table)
        mapper.UseLookupTableScalarRangeOn()
        mapper.SetColorModeToMapScalars()
        mapper.InterpolateScalarsBeforeMappingOn()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(0.55, 0.63, 0.72)
    renderer.AddActor(actor)
    return actor.GetProperty()


def add_grid(renderer, grid, table, flat, options):
    """Surfaces, lines and points, and the edges of the surfaces."""
    has_bodies = options.field is None and body_colours(grid)
    field = field_of(grid, options.field) if options.field else ("cell", None) if has_bodies else None
    surface, thin = split_surface(grid)
    if thin.GetNumberOfCells():
        look = add_actor(renderer, thin, field, table, options)
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
    look = add_actor(renderer, smooth, field, table, options)
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
        edges = vtk.vtkFeatureEdges()
        edges.SetInputData(surface)
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


def place_camera(renderer, bounds, direction, options):
    """Parallel projection; the scale is such that the eight corners of the bounds are in view."""
    towards, up = {"x": ((1, 0, 0), (0, 0, 1)), "y": ((0, -1, 0), (0, 0, 1)), "z": ((0, 0, 1), (0, 1, 0)),
                   "iso": ((1, -1.6, 1), (0, 0, 1))}[direction]
    centre = [0.5 * (bounds[2 * k] + bounds[2 * k + 1]) for k in range(3)]
    length = math.sqrt(sum(c * c for c in towards))
    towards = [c / length for c in towards]
    right = [up[1] * towards[2] - up[2] * towards[1], up[2] * towards[0] - up[0] * towards[2],
             up[0] * towards[1] - up[1] * towards[0]]
    length = math.sqrt(sum(c * c for c in right))
    right = [c / length for c in right]
    above = [towards[1] * right[2] - towards[2] * right[1], towards[2] * right[0] - towards[0] * right[2],
             towards[0] * right[1] - towards[1] * right[0]]
    half = [0.5 * (bounds[2 * k + 1] - bounds[2 * k]) for k in range(3)]
    width = sum(abs(right[k]) * half[k] for k in range(3))
    height = sum(abs(above[k]) * half[k] for k in range(3))
    aspect = options.size[0] / options.size[1]
    used = 0.76 if options.field else 0.92  # of the width: the scalar bar takes 0.18 on the right
    scale = max(height / 0.86, width / used / aspect) or 1.0
    shift = 0.16 * scale * aspect if options.field else 0.0
    focus = [centre[k] + shift * right[k] for k in range(3)]
    distance = 4 * (math.sqrt(sum(h * h for h in half)) or 1.0)
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    camera.SetFocalPoint(*focus)
    camera.SetPosition(*(focus[k] + distance * towards[k] for k in range(3)))
    camera.SetViewUp(*above)
    camera.SetParallelScale(scale / options.zoom)
    renderer.ResetCameraClippingRange()


def add_texts(renderer, time, table, options):
    small = min(options.size) / 800
    if time is not None:
        label = vtk.vtkTextActor()
        label.SetInput(f"t = {time:.6g} s")
        label.GetTextProperty().SetColor(0.1, 0.1, 0.1)
        label.GetTextProperty().SetFontSize(max(11, round(26 * small)))
        label.GetPositionCoordinate().SetCoordinateSystemToNormalizedViewport()
        label.SetPosition(0.02, 0.02)
        renderer.AddViewProp(label)
    if options.field is None:
        return
    bar = vtk.vtkScalarBarActor()
    bar.SetLookupTable(table)
    bar.SetTitle(options.field + (f" [{options.component}]" if options.component is not None else "") + "\n")
    bar.SetNumberOfLabels(5)
    bar.SetLabelFormat("%.3g")
    bar.UnconstrainedFontSizeOn()
    for text in (bar.GetTitleTextProperty(), bar.GetLabelTextProperty()):
        text.SetColor(0.1, 0.1, 0.1)
        text.SetFontSize(max(10, round(22 * small)))
        text.ItalicOff()
        text.BoldOff()
        text.ShadowOff()
    bar.GetPositionCoordinate().SetCoordinateSystemToNormalizedViewport()
    bar.SetPosition(0.86, 0.12)
    bar.SetWidth(0.12)
    bar.SetHeight(0.76)
    bar.SetMaximumWidthInPixels(round(150 * max(small, 0.5)))
    renderer.AddViewProp(bar)


def picture(frame, bounds, flat, options):
    """One frame as image data."""
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    table = colour_table(options)
    for grid in frame[1]:
        if grid.GetNumberOfPoints():
            add_grid(renderer, grid, table, flat, options)
    add_texts(renderer, frame[0], table, options)
    if not flat:
        vtk.vtkLightKit().AddLightsToRenderer(renderer)
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(True)
    window.SetMultiSamples(8)
    window.SetSize(*options.size)
    window.AddRenderer(renderer)
    place_camera(renderer, bounds, options.camera or ("z" if flat else "iso"), options)
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


def main():
    options = arguments()
    need_screen()
    chosen = choose(read_frames(options.input), options)
    frames = [(time, [read_grid(vtu) for vtu in vtus]) for time, vtus in chosen]
    if options.unwrap:
        frames = [(time, [grid for grid in map(unwrapped, parts) if grid]) for time, parts in frames]
        if not all(parts for _, parts in frames):
            stop(1, f"{options.input}: no oil film")
    grids = [grid for _, parts in frames for grid in parts]
    if options.field is not None:
        found = field_range(grids, options)
        options.range = options.range or found
    bounds = union(grids)
    extent = [bounds[2 * k + 1] - bounds[2 * k] for k in range(3)]
    flat = extent[2] <= 1e-9 * max(extent[0], extent[1])
    images = [picture(frame, bounds, flat, options) for frame in frames]
    if options.sheet:
        write_png(contact_sheet(images), options.output)
        return
    if not options.separate:
        write_png(images[0], options.output)
        return
    stem, dot = os.path.splitext(options.output)
    for i, image in enumerate(images):
        write_png(image, f"{stem}_{i:03d}{dot or '.png'}")


if __name__ == "__main__":
    try:
        import vtk
    except ImportError as missing:
        stop(77, f"no VTK module ({missing}); install python3-vtk9 and use /usr/bin/python3")
    main()
