#!/usr/bin/python3
# label: long
# timeout: 40000
"""The n-th write, fsync, rename, open of a file of the results, and the n-th request of memory of the program, fails: n = 1 ... 300,
of a run, of a run that is resumed and of a sweep. As words of the command line: kinds and scenes, to do a part.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import faulty
from runs import finish

scenes = {"run": faulty.Running, "resume": faulty.Resuming, "sweep": faulty.Sweeping}
wanted = sys.argv[1:]  # refusals.py resume malloc
for name, scene in scenes.items():
    for kind in ("write", "fsync", "rename", "open", "malloc"):
        if kind == "malloc" and "GUD_SANITIZED" in os.environ:  # a sanitizer has its own
            continue
        if all(word in (name, kind) for word in wanted):
            # processes of a sweep are short: none makes 60 calls on files
            faulty.refuse(kind, list(range(1, 61 if name == "sweep" and kind != "malloc" else 301)), scene())
finish()
