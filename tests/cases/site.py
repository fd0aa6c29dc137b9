#!/usr/bin/python3
# label: study
"""./bootstrap docs: all pages build to a site without a warning, and every picture and page that is linked is there."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import OUT, SOURCE, check, finish, folder

if subprocess.run([sys.executable, "-c", "import sphinx, myst_parser"], capture_output=True, check=False).returncode:
    print("python3-sphinx or python3-myst-parser is not installed")
    sys.exit(77)
out = folder("site")
os.makedirs(OUT, exist_ok=True)
done = subprocess.run([sys.executable, os.path.join(SOURCE, "docs", "site.py"), SOURCE, out], capture_output=True, text=True, check=False)
check(done.returncode == 0 and not done.stderr.strip(), f"the site is built without a warning: {done.stderr[-1500:]}")
for name in ("index.html", "tutorial.html", "language.html", "model_reference.html", "readme.html", "search.html", "searchindex.js"):
    check(os.path.exists(os.path.join(out, "html", name)), f"{name} is there")
finish()
