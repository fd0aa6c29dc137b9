#!/usr/bin/python3
# label: fast
"""Plain technical English: sentences that readers did not understand are gone from README, docs, help, messages and comments, and do not come back."""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import SOURCE, check, finish

# what was written once; what to write instead is in the right column of the style notes (CONTRIBUTING.md)
GONE = ["remembers the speed of the last impact for ever", "of what was turned over", "what the ledger cannot account for must be small beside",
        "every number that decides", "the numbers that decide", "hangs weakly on its neighbours", "what a contact was noticed late",
        "GUD_LOOK", "GUD_GO_ON", "only ratios of unknowns hang", "Something that the user should know although", "leaves its freedom",
        "cannot rub on a node", "not taken hold of", "Who speaks: a text put before", "what one likes to know", "a slip of the pen",
        "what is computed, and the numbers", "mode that is none", "rows that yield", "turned over",
        "hidden internal", "gud_diag_speaker", "slip of the pen", "take hold of", "taken hold of"]
files = [path for folder, ends in (("src", ".c .h .py .yaml .js .html"), ("elements", ".c .h .def"), ("contact", ".c .h .def"), ("lubrication", ".c .h .def"),
                                   ("meshes", ".c .h"), ("docs", ".md"), ("studies", ".md .yaml"), ("tests", ".c .h .py .md .yaml"), ("examples", ".c"), (".", ".md"))
         for path in glob.glob(os.path.join(SOURCE, folder, "**" if folder != "." else "", "*"), recursive=True)
         if path.endswith(tuple(ends.split())) and os.path.isfile(path) and not os.path.samefile(path, __file__)]
check(len(files) > 200, f"{len(files)} files are read")
for path in sorted(set(files)):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = re.sub(r"\s+", " ", file.read())
    for words in GONE:
        if words in text:
            check(False, f"{os.path.relpath(path, SOURCE)}: '{words}'")
finish()
