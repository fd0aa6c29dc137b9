#!/usr/bin/python3
"""Prints one line per test: its name and the first sentence of its header. What tests/README.md promises, always up to date."""
import glob
import os
import re
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def sentence(path):
    """The first sentence of the first comment or docstring."""
    with open(path, encoding="utf-8") as file:
        text = file.read(4000)
    found = re.search(r'/\*(.*?)\*/' if path.endswith(".c") else r'"""(.*?)"""', text, re.S)
    words = " ".join(found.group(1).split()) if found else ""
    return re.split(r"(?<=[.?]) ", words, maxsplit=1)[0] if words else ""


def main():
    """Exit code 1 if a test has no header."""
    silent = 0
    for title, pattern in (("unit", "unit/*/t*.c"), ("battery", "battery/battery.c"), ("cases", "cases/*.py"),
                           ("studies", "studies/*.py"), ("faults", "faults/*.py"), ("fuzz", "fuzz/*.c"), ("bench", "bench/*.*")):
        print(f"\n{title}")
        for path in sorted(glob.glob(os.path.join(TOP, pattern))):
            if not path.endswith((".c", ".py")):
                continue
            text = sentence(path)
            silent += not text
            print(f"  {os.path.relpath(path, TOP):48} {text or 'NO HEADER'}")
    return silent > 0


sys.exit(main())
