#!/usr/bin/python3
"""Prose of Markdown pages wrapped at 110 columns: paragraphs and list items; not tables, code, headings, pictures, generated pages.

usage: wrap.py FILE...         names lines of prose that are longer than 110 columns; exit code 1 where there are some
       wrap.py --fix FILE...   wraps them in place; paragraphs without a long line stay as they are
"""
import re
import sys
import textwrap

WIDTH = 110
ITEM = re.compile(r"^(\s*)([-*+]|\d+\.)(\s+)")


def is_prose(line):
    return bool(line.strip()) and not re.match(r"^(\s*\||#|\s*<|\s*!\[|\s*\[[^]]+\]:|---|===| {4,}\S)", line)


def blocks(lines):
    """(first, last + 1, kind) with kind "text" or "other"."""
    out, i, fence = [], 0, False
    while i < len(lines):
        line = lines[i]
        if line.lstrip().startswith(("```", "~~~")):
            fence = not fence
            out.append((i, i + 1, "other"))
            i += 1
            continue
        indented_item = bool(ITEM.match(line)) and not fence
        if fence or not (is_prose(line) or indented_item):
            out.append((i, i + 1, "other"))
            i += 1
            continue
        first = i
        i += 1
        hang = len(ITEM.match(line).group(0)) if indented_item else 0
        while i < len(lines) and lines[i].strip() and not ITEM.match(lines[i]) and not lines[i].lstrip().startswith("```"):
            if not (is_prose(lines[i]) or (hang and lines[i].startswith(" " * min(hang, 2)))) or lines[i].lstrip().startswith("|"):
                break
            i += 1
        out.append((first, i, "text"))
    return out


def wrapped(lines):
    """A paragraph or item anew. Code between back quotes and links are not broken."""
    found = ITEM.match(lines[0])
    first = found.group(0) if found else re.match(r"\s*", lines[0]).group(0)
    rest = " " * len(first)
    text = " ".join([lines[0][len(first):].strip()] + [line.strip() for line in lines[1:]])
    kept = re.sub(r"`[^`]+`|\]\([^)]*\)|\$[^$ ]+\$", lambda m: m.group(0).replace(" ", "\0"), text)
    out = textwrap.wrap(kept, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)
    out = [line.replace("\0", " ") for line in out]
    # a line must not begin like an item, a heading, a table
    bad = any(re.match(r"^\s*([-*+]|\d+\.|#+|\||>)(\s|$)", line) for line in out[1:])
    return lines if bad else out


def main():
    fix = "--fix" in sys.argv
    faults = 0
    for path in [word for word in sys.argv[1:] if word != "--fix"]:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        out = []
        for first, last, kind in blocks(lines):
            part = lines[first:last]
            breaks = any(line.endswith(("  ", "\\")) for line in part[:-1])
            if kind == "text" and not breaks and any(len(line) > WIDTH for line in part):
                part = wrapped(part)
                if not fix and part != lines[first:last]:
                    print(f"{path}:{first + 1}: prose longer than {WIDTH} columns")
                    faults += 1
            out += part
        if fix and out != lines:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(out))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
