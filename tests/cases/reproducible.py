#!/usr/bin/python3
# label: mpi
# timeout: 900
"""One command on several processes gives the same bytes every time: the flexible machine with contacts, friction and a film in the pin, whose
events show every digit (issue 14, F13: three runs on two processes gave three results).
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import check, finish, probes, results, run, study, text_of

SMALL = ["start=as_given", "revolutions=0.05", "elements=3", "nx=3", "ny=2", "vtk=1e-4"]
for processes, times in ((2, 4), (3, 3)):
    outs = [run(f"machine_{processes}_{k}", study("machine.yaml"), "--quiet", sets=SMALL, processes=processes)
            for k in range(times)]
    log = text_of(outs[0], "run.log")
    check("the whole matrix on every process" in log, f"{processes} processes: linear solver in run.log")
    check(len(probes(outs[0])["t"]) > 50 and "events 0" not in log, f"{processes} processes: rows and events to compare")
    first = results(outs[0])
    check(len(first) > 5, f"{processes} processes: {len(first)} files to compare")
    for out in outs[1:]:
        other = results(out)
        unlike = [name for name in first if first[name] != other.get(name)]
        check(first.keys() == other.keys() and not unlike, f"{processes} processes: the same bytes again {unlike}")
finish()
