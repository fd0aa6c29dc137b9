#!/usr/bin/python3
"""./bootstrap docs: the pages of docs/, README.md and studies/README.md as one searchable site (Sphinx, MyST; offline). Warnings are errors.
usage: site.py SOURCE BUILD        the site is BUILD/html/index.html"""
import os
import re
import shutil
import subprocess
import sys

CONF = """project = "Gudgeon"
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "alabaster"
html_theme_options = {"page_width": "1100px", "sidebar_width": "240px", "description": "flexible mechanisms with real joints"}
html_show_copyright = False
smartquotes = False
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]
"""
FIRST = ["readme", "tutorial", "language", "model_reference", "contact", "analyses", "output", "gmsh", "glossary", "studies"]


def link(page_folder, target, pages):
    """Where a link of a page leads inside the site; None: to a file that is not part of it."""
    path, _, anchor = target.partition("#")
    if not path:
        return target
    path = os.path.normpath(os.path.join(page_folder, path))
    if path not in pages:
        return None
    return pages[path] + (".md#" + anchor if anchor else ".md")


def convert(text, page_folder, pages):
    """Links between pages follow them; links to other files of the repository become their names."""
    def one(match):
        picture, words, target = match.groups()
        if re.match(r"[a-z]+:", target):
            return match.group(0)
        if picture:
            return f"![{words}](pictures/{os.path.basename(target)})"
        to = link(page_folder, target, pages)
        if to:
            return f"[{words}]({to})"
        name = os.path.normpath(os.path.join(page_folder, target.partition('#')[0]))
        return words if name in words or words.strip("`") == os.path.basename(name) else f"{words} (`{name}`)"

    parts = re.split(r"(```.*?```)", text, flags=re.S)
    return "".join(p if p.startswith("```") else re.sub(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", one, p) for p in parts)


def main(source, build):
    place = os.path.join(build, "source")
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    pages = {"README.md": "readme", "studies/README.md": "studies", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog"}
    pages.update({"docs/" + name: name[:-3] for name in sorted(os.listdir(os.path.join(source, "docs"))) if name.endswith(".md")})
    for path, name in pages.items():
        with open(os.path.join(source, path), encoding="utf-8") as file:
            text = convert(file.read(), os.path.dirname(path), pages)
        with open(os.path.join(place, name + ".md"), "w", encoding="utf-8") as file:
            file.write(text)
    os.makedirs(os.path.join(place, "pictures"))
    for folder in ("docs/pictures",):
        for name in os.listdir(os.path.join(source, folder)):
            shutil.copy(os.path.join(source, folder, name), os.path.join(place, "pictures", name))
    order = [p for p in FIRST if p in pages.values()] + sorted(set(pages.values()) - set(FIRST))
    with open(os.path.join(place, "conf.py"), "w", encoding="utf-8") as file:
        file.write(CONF)
    with open(os.path.join(place, "index.md"), "w", encoding="utf-8") as file:
        file.write("# Gudgeon\n\nMechanisms whose links bend and whose joints are real. {ref}`Search <search>` all pages.\n\n"
                   "```{toctree}\n:maxdepth: 1\n\n" + "\n".join(order) + "\n```\n")
    return subprocess.run([sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", place,
                           os.path.join(build, "html")], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
