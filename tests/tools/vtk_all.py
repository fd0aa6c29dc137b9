#!/usr/bin/env python3
"""Reads every VTU and PVD that the tests of this run have left behind with a real VTK: vtk_all.py FOLDER. It runs after all other
tests; 77 (skipped) when they have written none. What the files say is compared with the state in tests/cases/vtk_readback.py."""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

check = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support", "vtk_check.py")
files = sorted(os.path.join(at, n) for at, _, names in os.walk(sys.argv[1]) for n in names if n.endswith((".vtu", ".pvd")))
if not files:
    print("no test has written a VTU or PVD")
    sys.exit(77)
with ThreadPoolExecutor(os.cpu_count()) as pool:             # the test runs alone: all cores are free
    codes = pool.map(lambda k: subprocess.run([sys.executable, check, "--quiet"] + files[k:k + 500]).returncode,
                     range(0, len(files), 500))
    bad = [code for code in codes if code]
if bad:
    sys.exit(bad[0])
print("%d files read" % len(files))
