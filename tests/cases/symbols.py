# label: fast
"""What the libraries export. The shared one: the functions of the public headers, each of them and nothing else. The static one:
no extern without the prefix of the project."""
import os
import re
import subprocess
import sys

source = os.environ["GUD_SOURCE"]


def symbols(library, *options):
    text = subprocess.run(["nm", "--defined-only", *options, library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in text.splitlines() if re.search(r" [A-TV-Z] \S+$", line)}


def declared():
    names = set()
    for header in ("src/gudgeon.h", "src/gudgeon_register.h", "src/base/quadrature.h"):
        with open(os.path.join(source, header), encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        names |= set(re.findall(r"GUD_EXPORT[^;]*?\b(\w+)\(", text))
    return names


exported = symbols(os.environ["GUDGEON_LIBRARY"], "-D")
sanitizer = {s for s in exported if s.startswith(("__asan", "__odr", "__ubsan"))}
exported -= sanitizer | {"_init", "_fini", "__bss_start", "_edata", "_end"}  # of the linker
expected = declared()
if len(expected) < 40:
    sys.exit(f"only {len(expected)} functions found in the headers: is this test reading them?")
wrong = [f"exported, but in no public header: {s}" for s in sorted(exported - expected)]
wrong += [f"declared, but not exported: {s}" for s in sorted(expected - exported)]
static = {s for s in symbols(os.environ["GUDGEON_STATIC_LIBRARY"]) if not s.startswith(("__asan", "__odr", "__ubsan", "DW.ref."))}
wrong += [f"without a prefix: {s}" for s in sorted(static) if not re.match(r"(Gud[A-Z]|gud_)", s)]
if len(static) < 300:
    wrong.append(f"only {len(static)} symbols in the static library: is this test reading them?")
text = subprocess.run(["readelf", "-d", os.environ["GUDGEON_LIBRARY"]], check=True, capture_output=True, text=True).stdout
if "[libgudgeon.so.0]" not in text:
    wrong.append("the SONAME is not libgudgeon.so.0")
if wrong:
    sys.exit("\n".join(wrong))
