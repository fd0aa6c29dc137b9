#!/usr/bin/python3
# label: study
"""gudgeon report in a real browser: the page opens from disk without a network and without an error of the console; the
mechanism moves with the cursor; curves have the numbers of the csv at three instants; cycles fold at 360 degrees; limits,
orbit and energy are there. A large run (10 000 rows, 1000 frames) stays below 15 MB."""
import json
import math
import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import browser
from runs import OUT, below, call, check, failures, finish, model, probes, read_csv, run, study, text_of

LIMITS = "\nlimits:\n  film: {probe: film, at_least: 2 um}\n  stress: {probe: rod_bending_stress_max, at_most: 1 MPa}\n"
text = text_of(study("connecting_rod.yaml")).replace("\nanalysis:", "  film: {type: output, name: pin, output: film_min}\n" + LIMITS + "\nanalysis:")
out = run("rod", model("rod", text), "--quiet", sets=("revolutions=2.2",))
done = call(["report", out])
page = os.path.join(out, "report.html")
check(done.returncode == 0 and os.path.exists(page), f"written {done.stderr[-300:]}")
html = text_of(page)
check(not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", html) and "@import" not in html, "nothing is loaded from elsewhere")
done = call(["plot", out])
with open(os.path.join(out, "plots", "bearing_pin.svg"), encoding="utf-8") as file:
    drawn = file.read()
check(done.returncode == 0 and all(word in drawn for word in ("orbit of the journal", "load on the journal", "least film", "film loss")),
      f"plot: bearing diagrams by themselves {done.stderr[-200:]}")
done = call(["plot", out, "--probes", "slider_x", "--spectrum", "--over", "crank_angle", "--unit", "mm"])
with open(os.path.join(out, "plots", "plot.gp"), encoding="utf-8") as file:
    lines = re.findall(r"^1 ([0-9.e+-]+)$", file.read(), re.M)
first = float(lines[0]) if done.returncode == 0 and lines else math.nan
below(abs(first / 50 - 1), 0.01, f"plot: order 1 of slider_x {first:.4g} mm, crank radius 50 mm")
# what the columns of the joint are, by their roles; readers of results know no other names
columns = json.loads(text_of(out, "run.json"))
pin, header = next(j for j in columns["joints"] if "columns" in j)["columns"], text_of(out, "joints.csv").split("\n", 1)[0]
named = [name for names in pin.values() for name in names]
check(len(set(named)) == len(named) and all(f",pin.{name} [" in header for name in named), f"roles name columns of joints.csv: {pin}")
check(all(len(pin[role]) == count for role, count in (("gap", 3), ("load", 3), ("load_bearing", 3), ("load_journal", 3), ("thinnest_place", 2),
                                                      ("force", 1), ("thinnest", 1), ("peak", 1), ("film_loss", 1))), f"components of vectors: {pin}")
check(columns["fields"]["von_mises"] == {"unit": "Pa", "role": "stress_equivalent"}, f"fields: {columns['fields']}")
done = call(["report", os.path.join(OUT, "nothing")])
check(done.returncode == 1 and "no such folder" in done.stderr, f"refused: {done.stderr.strip()}")

if not browser.possible():
    finish() if failures else sys.exit(77)
driver = browser.start()
if driver is None:
    sys.exit(77)
try:
    driver.set_script_timeout(120)
    driver.get("file://" + page)
    check(browser.wait(driver, "!!(window.report && window.report.ready)"), "the page is ready")
    # numbers
    table = probes(out)
    for name in ("slider_x", "joint_force", "rod_bending_stress_max"):
        for part in (0.1, 0.5, 0.93):
            row = round(part * (len(table["t"]) - 1))
            got = driver.execute_script("return report.value('probes', arguments[0], arguments[1])", name, table["t"][row])
            factor = driver.execute_script("return report.factor('probes', arguments[0])", name)
            want = table[name][row] * factor
            size = max(abs(x) for x in table[name]) * factor
            below(abs(got - want) / size, 3e-7, f"{name} at t = {table['t'][row]:.5g} s: {got:.6g} "
                  + driver.execute_script("return report.unit('probes', arguments[0])", name))
    joints = read_csv(os.path.join(out, "joints.csv"))
    row = len(joints["t"]) // 2
    got = driver.execute_script("return report.value('joints', 'pin.film_min', arguments[0])", joints["t"][row])
    below(abs(got - 1e6 * joints["pin.film_min"][row]), 1e-3, f"film of the joint: {got:.5g} um")
    # the mechanism moves with the cursor
    filled = driver.execute_script("report.setTime(0.004); return report.pixels()")
    check(0.01 < filled < 0.7, f"the mechanism covers {100 * filled:.1f} % of its picture")
    shots = []
    for t in (0.004, 0.010):
        driver.execute_script("report.setTime(arguments[0])", t)
        shots.append((driver.execute_script("return report.frame()"),
                      driver.find_element("css selector", ".scene canvas").screenshot_as_png,
                      driver.find_element("css selector", ".chart canvas").screenshot_as_png))
    check(shots[0][0] != shots[1][0] and shots[0][1] != shots[1][1], "another time, another picture")
    check(shots[0][2] != shots[1][2], "the cursor of the curves moves with it")
    start = driver.execute_script("return report.time()")
    driver.find_element("id", "play").click()
    check(browser.wait(driver, f"report.playing() && report.time() !== {start}", 20), "it plays")
    driver.find_element("id", "play").click()
    check(not driver.execute_script("return report.playing()"), "and stops")
    # two turns: folded over the crank angle; another curve than over time
    before = driver.find_element("css selector", ".chart canvas").screenshot_as_png
    driver.execute_script("let a = document.getElementById('axis'); a.value = 'time'; a.dispatchEvent(new Event('change'))")
    check(driver.find_element("css selector", ".chart canvas").screenshot_as_png != before, "cycles folded at 360 degrees, or over time")
    colour = driver.execute_script("let a = document.getElementById('field'); return [a.value, [...a.options].map(o => o.value)]")
    check("von_mises" in colour[1] and "film_pressure" in colour[1], f"fields: {colour[1]}")
    # spectrum over orders: the first harmonic of a slider-crank is the crank radius
    spectrum = driver.execute_script("return report.spectrum('slider_x', true)")
    first = spectrum["y"][spectrum["x"].index(1)]
    below(abs(first / 50 - 1), 0.01, f"order 1 of slider_x: {first:.4g} mm, crank radius 50 mm")
    # bending enlarged: another picture at the same time
    before = driver.find_element("css selector", ".scene canvas").screenshot_as_png
    driver.execute_script("let a = document.getElementById('exaggerate'); a.value = '20'; a.dispatchEvent(new Event('change'))")
    check(driver.find_element("css selector", ".scene canvas").screenshot_as_png != before, "bending enlarged")
    # texts of the page
    info = json.loads(text_of(out, "run.json"))
    words = driver.find_element("tag name", "body").text
    for piece in (info["version"], "Joint pin", "Energy", "The balance closes within", "Peaks", "film", "passed", "failed",
                  "1 of 2 limits failed", "radial clearance 200", "Thinnest film", "Load reversal", "Envelope of rod",
                  "Spectrum", "Hann window"):
        check(piece in words, f"'{piece}' is on the page")
    shot = os.path.join(OUT, "report.png")
    driver.set_window_size(1500, min(driver.execute_script("return document.documentElement.scrollHeight") + 150, 5000))
    time.sleep(1)
    driver.save_screenshot(shot)
    check(os.path.getsize(shot) > 50000, f"screenshot: {shot}")
    check(not browser.errors(driver), f"no error on the console: {browser.errors(driver)[:2]}")

    # two runs, and a large one
    small = run("short", model("rod", text), "--quiet", sets=("revolutions=0.5",))
    check(call(["report", small, out, "--out", os.path.join(OUT, "two.html")]).returncode == 0, "two runs")
    driver.get("file://" + os.path.join(OUT, "two.html"))
    check(browser.wait(driver, "!!(window.report && window.report.ready)"), "two runs: the page is ready")
    words = driver.find_element("tag name", "body").text
    check("Comparison" in words and "change" in words, "two runs: a comparison")
    check("short" in driver.find_element("tag name", "body").text and not browser.errors(driver), "two runs: names, no error")

    # a dry joint: what it counted, and curves of all columns that are in no picture
    dry = run("dry", study("flores2007/slider_crank.yaml"), "--quiet", sets=("settle=0", "revolutions=1", "vtk=0"))
    check(call(["report", dry]).returncode == 0, "dry: written")
    driver.get("file://" + os.path.join(dry, "report.html"))
    check(browser.wait(driver, "!!(window.report && window.report.ready)"), "dry: the page is ready")
    words, joint = driver.find_element("tag name", "body").text, next(j for j in json.loads(text_of(dry, "run.json"))["joints"] if "columns" in j)
    counted = next(name for name, value in joint["statistics"].items() if value["value"])
    check(f"Contact: {counted}" in words, f"dry: '{counted}' is on the page")
    check("Friction: it sticks for" in words and "largest sliding speed" in words, "dry: friction is on the page")
    check(not browser.errors(driver), f"dry: no error on the console: {browser.errors(driver)[:2]}")
finally:
    driver.quit()

# a large run: made of the small one, 1000 frames and 10 000 rows
big = model("big", text.replace("  vtk: period/60", "  vtk: period/1000"))
large = run("large", big, "--quiet", sets=("revolutions=1", "sample=period/10000"))
rows, frames = len(probes(large)["t"]), len([f for f in os.listdir(os.path.join(large, "vtk")) if f.startswith("bodies_")])
check(rows >= 10000 and frames >= 1000, f"{rows} rows, {frames} frames")
done = call(["report", large])
size = os.path.getsize(os.path.join(large, "report.html")) / 1e6 if done.returncode == 0 else math.inf
below(size, 15, "size of the page in MB")
driver = browser.start()
try:
    driver.get("file://" + os.path.join(large, "report.html"))
    check(browser.wait(driver, "!!(window.report && window.report.ready)"), "large: the page is ready")
    check(driver.execute_script("return report.data.runs[0].scene.times.length") == 1000, "large: 1000 frames")
    check(not browser.errors(driver), "large: no error")
finally:
    driver.quit()
finish()
