#!/usr/bin/python3
# label: study
"""gudgeon render: pictures look at the right frame and field, are not empty, keep ideal joints closed; a movie has all frames;
what is wrong is said. Colours and places are read back from the PNG."""
import math
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import OUT, call, check, finish, folder, model, run, study

try:
    import vtk
except ImportError:
    print("no VTK module")
    sys.exit(77)
if not os.environ.get("DISPLAY") and not shutil.which("Xvfb"):
    print("no screen and no xvfb")
    sys.exit(77)


def pixels(path):
    """(width, height, colour(x, y)) with y from below."""
    reader = vtk.vtkPNGReader()
    reader.SetFileName(path)
    reader.Update()
    image = reader.GetOutput()
    width, height, _ = image.GetDimensions()
    return width, height, lambda x, y: tuple(int(image.GetScalarComponentAsDouble(x, y, 0, c)) for c in range(3))


def share(path, wanted):
    """Part of the pixels (every third in both directions) whose colour is wanted."""
    width, height, colour = pixels(path)
    hits = sum(1 for x in range(0, width, 3) for y in range(0, height, 3) if wanted(*colour(x, y)))
    return hits / (math.ceil(width / 3) * math.ceil(height / 3))


def drawn(r, g, b):
    return min(r, g, b) < 225


def render(out, *words):
    return call(["render", out, *words])


# ---- in the plane: bodies in different colours, steel pins, ground ----

out = run("plane", study("flores2007/slider_crank.yaml"), "--quiet", sets=("revolutions=0.5", "sample=1e-4 s"))
done = render(out, "--at", "0.002")
path = os.path.join(out, "render.png")
check(done.returncode == 0 and os.path.exists(path), f"plane: {done.stderr[-300:]}")
wide, high = pixels(path)[:2]
check(wide == 1200 and 480 <= high <= 900, f"{wide} x {high}: the height follows the machine")
check(render(out, os.path.join(out, "sized.png"), "--at", "0.002", "--size", "1200x800").returncode == 0 and
      pixels(os.path.join(out, "sized.png"))[:2] == (1200, 800), "1200 x 800 where it is asked for")
full = share(path, drawn)
check(0.03 < full < 0.5, f"plane: {100 * full:.1f} % of the picture is drawn")
for name, wanted in (("blue crank", lambda r, g, b: b > r + 60), ("orange rod", lambda r, g, b: r > b + 80 and g > b + 30),
                     ("green slider", lambda r, g, b: g > r + 30 and g > b + 30),
                     ("steel pins", lambda r, g, b: 190 < r < 225 and abs(r - b) < 12),
                     ("red arrow of the driver", lambda r, g, b: r > g + 110 and r > b + 110)):
    part = share(path, wanted)
    check(part > 3e-4, f"plane, {name}: {100 * part:.2f} %")
bare = os.path.join(OUT, "bare.png")
check(render(out, bare, "--at", "0.002", "--no-symbols").returncode == 0 and share(bare, drawn) > 0.02 and
      share(bare, lambda r, g, b: r > g + 110 and r > b + 110) == 0, "--no-symbols: no arrow")
sheet = os.path.join(OUT, "sheet.png")
check(render(out, sheet, "--frames", "4").returncode == 0 and pixels(sheet)[0] == 960, "a contact sheet")
if shutil.which("ffmpeg"):
    for end in ("mp4", "gif"):
        movie = os.path.join(OUT, "movie." + end)
        done = render(out, "--movie", movie, "--size", "320x214")
        probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                                "stream=nb_read_frames,width", "-of", "csv=p=0", movie], capture_output=True, text=True, check=False)
        frames = len([f for f in os.listdir(os.path.join(out, "vtk")) if f.startswith("bodies_")])
        check(done.returncode == 0 and probe.stdout.strip().split(",")[:2] == ["320", str(frames)],
              f"{end}: {probe.stdout.strip()}, {frames} frames {done.stderr[-200:]}")

# ---- modes: one oscillation, whose stress swings with it ----

MODES = """space: 2d
bodies: {beam: {type: ancf_beam2d3, mesh: {type: line, from: [0, 0], to: [0.5, 0], elements: 4}, E: 210 GPa, nu: 0.3, density: 7850 kg/m^3, section: square, width: 20 mm}}
joints: {clamp: {type: fixed, a: ground, b: beam.from}}
analysis: {type: modes, num_modes: 2}
"""
out = run("modes", model("modes", MODES), "--quiet")
path = os.path.join(OUT, "mode.png")
done = render(out, path, "--mode", "1", "--field", "von_mises")
check(done.returncode == 0 and share(path, drawn) > 0.01, f"picture of a mode {done.stderr[-200:]}")
check(render(out, path, "--mode", "7").returncode == 1, "a mode that is not there is refused")
if shutil.which("ffmpeg"):
    movie = os.path.join(OUT, "mode.gif")
    done = render(out, "--mode", "1", "--movie", movie, "--size", "200x150", "--field", "von_mises")
    check(done.returncode == 0, f"movie of a mode {done.stderr[-400:]}")
    tops = []
    for frame in (0, 12, 24) if done.returncode == 0 else ():  # up, through the middle, down
        still = os.path.join(OUT, f"phase_{frame}.png")
        subprocess.run(["ffmpeg", "-y", "-v", "error", "-i", movie, "-vf", f"select=eq(n\\,{frame})", "-frames:v", "1", still], check=True)
        width, height, colour = pixels(still)
        tip = [y for y in range(height // 6, height) if min(colour(int(0.72 * width), y)) < 200]
        tops.append(sum(tip) / max(len(tip), 1))
    check(len(tops) == 3 and (tops[0] - tops[1]) * (tops[2] - tops[1]) < 0 and
          abs(tops[0] + tops[2] - 2 * tops[1]) < 0.2 * abs(tops[0] - tops[2]), f"the tip swings: heights {tops}")

# ---- in space, a field with its unit; blocks around bearings are glass ----

out = run("space", study("connecting_rod.yaml"), "--quiet", sets=("revolutions=0.25",))
path = os.path.join(OUT, "field.png")
done = render(out, path, "--field", "von_mises", "--at", "0.002")
check(done.returncode == 0, f"space: {done.stderr[-300:]}")
ramp = share(path, lambda r, g, b: g > r + 40 and max(r, g, b) > 70)
check(ramp > 0.01, f"the ramp of colours is there: {100 * ramp:.1f} %")
solid = os.path.join(OUT, "solid.png")
check(render(out, solid, "--field", "von_mises", "--at", "0.002", "--solid").returncode == 0, "--solid")
dark = lambda r, g, b: max(r, g, b) < 200  # glass over white is brighter
glass, block = share(path, dark), share(solid, dark)
check(block > glass + 5e-4, f"blocks around bearings are glass: {100 * glass:.2f} % dark, solid {100 * block:.2f} %")
for name, words, code, text in (("field", [out, "--field", "temperature"], 1, "no field 'temperature'; there are: "),
                                ("folder", [folder("nothing")], 1, "no such file"),
                                ("usage", [out, "--movie", "x.avi"], 2, ".mp4 or .gif"),
                                ("camera", [out, "--camera", "front"], 2, "--camera takes")):
    done = call(["render", *words])
    check(done.returncode == code and text in done.stderr, f"{name}: {done.stderr.strip()[-160:]}")
finish()
