#!/usr/bin/python3
# label: study
# timeout: 900
"""Faults of the machine, a few of each kind (the long tests beside this one have hundreds): runs and studies that are killed, calls
that fail, disks and folders that refuse, signals, a killed process of two.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import faulty
from runs import finish

faulty.kill_runs(5, seed=14)
faulty.kill_studies(2, seed=15)
for kind, numbers in (("write", [1, 4, 9, 40]), ("fsync", [1, 3]), ("rename", [1, 3]), ("open", [1, 2, 5, 11])):
    faulty.refuse(kind, numbers)
if "GUD_SANITIZED" not in os.environ:  # a sanitizer has its own malloc
    faulty.refuse("malloc", [1, 20, 200])
faulty.refused_folders()
faulty.signals()
faulty.kill_rank(1, seed=16)
finish()
