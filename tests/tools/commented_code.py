"""Finds commented-out code: comment lines that read as C statements, and `#if 0`.

Sample code is welcome in headers and in the comment that opens a file; both are left alone.
usage: commented_code.py FILE...
"""
import re
import sys

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(/\*.*?\*/|//[^\n]*)', re.S)
STATEMENT = re.compile(
    r"""^(?:
        (?:if|for|while|switch)\s*\(.*\)\s*\{?     |  # control
        (?:\}\s*)?else\b.*\{                       |
        return\b[^.]*;                             |
        (?:break|continue|PetscFunction\w*);?      |
        \#\s*(?:if|ifdef|include|define)\b.*       |
        [A-Za-z_][\w.\[\]]*(?:->[\w.\[\]]+)*\s*[-+*/|&]?=[^=].*;  |  # assignment
        (?:static\s+|const\s+)*(?:int|double|char|void|size_t|Petsc\w+|Gud\w+)\s+\**\w+.*[;{]  |  # declaration
        [A-Za-z_]\w*\([^()]*(?:\([^()]*\)[^()]*)*\);              # call
    )$""",
    re.X,
)


def findings(path):
    text = open(path, encoding="utf-8", errors="replace").read()
    for match in re.finditer(r"^[ \t]*#[ \t]*if[ \t]+0\b", text, re.M):
        yield text.count("\n", 0, match.start()) + 1, match.group().strip()
    if path.endswith(".h"):
        return
    for match in COMMENT.finditer(text):
        comment = match.group(1)
        if not comment or match.start() == 0:
            continue
        first = text.count("\n", 0, match.start()) + 1
        for offset, line in enumerate(comment.split("\n")):
            line = re.sub(r"^\s*(?:/\*+|//+|\*(?!/))?\s?|\s*\*+/\s*$", "", line).strip()
            if STATEMENT.match(line):
                yield first + offset, line


bad = [f"{path}:{line}: commented-out code? {what}" for path in sys.argv[1:] for line, what in findings(path)]
print("\n".join(bad), end="\n" if bad else "")
sys.exit(1 if bad else 0)
