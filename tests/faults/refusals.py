#!/usr/bin/python3
# label: long
# timeout: 20000
"""The n-th write, fsync, rename, open of a file of the results, and the n-th request of memory of the program, fails: n = 1 ... 300."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import faulty
from runs import finish

for kind in ("write", "fsync", "rename", "open"):
    faulty.refuse(kind, list(range(1, 301)))
if "GUD_SANITIZED" not in os.environ:
    faulty.refuse("malloc", list(range(1, 301)))
finish()
