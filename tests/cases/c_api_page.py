# label: fast
"""docs/c_api.md names every function of the public headers, and its programs compile and run."""
import os
import re
import subprocess
import sys

if os.environ.get("GUD_SANITIZED"):
    sys.exit(77)  # programs are compiled here without the sanitizers
source, out = os.environ["GUD_SOURCE"], os.environ["GUD_OUT"]
with open(os.path.join(source, "docs/c_api.md"), encoding="utf-8") as file:
    page = file.read()
functions = set()
for header in ("src/gudgeon.h", "src/gudgeon_register.h"):
    with open(os.path.join(source, header), encoding="utf-8") as file:
        functions |= set(re.findall(r"GUD_EXPORT[^;]*?\b(Gud\w+)\(", re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)))
tables = re.sub(r"```c\n.*?```", "", page, flags=re.S)
missing = sorted(f for f in functions if f"`{f}(" not in tables)
unknown = sorted(set(re.findall(r"`(Gud[A-Z]\w+)\(", tables)) - functions)
if len(functions) < 40 or missing or unknown:
    sys.exit(f"{len(functions)} functions; not on the page: {missing}; unknown there: {unknown}")
programs = re.findall(r"```c\n(.*?)```", page, flags=re.S)
if len(programs) < 2:
    sys.exit("the page has lost its programs")
library = os.path.dirname(os.environ["GUDGEON_LIBRARY"])
flags = subprocess.run(["pkg-config", "--cflags", "--libs", "PETSc"], check=True, capture_output=True, text=True).stdout.split()
for i, text in enumerate(programs):
    name = os.path.join(out, f"program_{i}")
    with open(name + ".c", "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run(["mpicc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", os.path.join(source, "src"), name + ".c", "-o", name,
                    "-L", library, "-lgudgeon", f"-Wl,-rpath,{library}", *flags, "-lm"], check=True)
    done = subprocess.run([name], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"program {i} of the page: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    if i == 0 and "0.773750 m" not in done.stdout:
        sys.exit(f"program 0 of the page printed {done.stdout}")
