#!/usr/bin/python3
# label: fast
"""docs/model_reference.md is what `gudgeon help --markdown` prints. To renew it:
gudgeon help --markdown > docs/model_reference.md
Help knows groups of keys (film) and the words that keys take (coulomb), too.
"""
import difflib
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import SOURCE, call, check, finish

done = call(["help", "--markdown"])
check(done.returncode == 0 and len(done.stdout) > 2000, "gudgeon help --markdown prints the page")
path = os.path.join(SOURCE, "docs", "model_reference.md")
page = ""
if check(os.path.exists(path), "docs/model_reference.md is there"):
    with open(path, encoding="utf-8") as file:
        page = file.read()
lines = list(difflib.unified_diff(page.splitlines(), done.stdout.splitlines(), "docs/model_reference.md",
                                  "gudgeon help --markdown", lineterm="", n=0))
print("\n".join(lines[:30]))
check(not lines, "docs/model_reference.md is up to date; else: gudgeon help --markdown > docs/model_reference.md")

for thing, wanted in (("film", ("`film:` of revolute, cylindrical\n", "`film:` of spherical\n", "film.cavitation", "reynolds")),
                      ("friction", ("friction.law", "friction.bristle")),
                      ("contact", ("ball or point against a plane", "`contact:` of guide, contact, revolute", "0.913177")),
                      ("coulomb", ("coulomb: a word for `friction.law` of spherical", "friction.static")),
                      ("half", ("half: a word for `end_stiffness` of cylindrical",)),
                      ("hertz", ("a word for `contact.law`", "contact.stiffness", "0.913177"))):
    done = call(["help", thing])
    check(done.returncode == 0 and all(w in done.stdout for w in wanted), f"help {thing} prints {wanted}")
    check(done.stdout.count("revolute, revolute") == 0, f"help {thing} names a joint once")
finish()
