"""Reads the JUnit files that ctest writes.

usage: report.py slowest JUNIT...              totals and the five slowest tests
       report.py markdown TITLE COMMAND JUNIT  a page: table of tests, and each test's lines that begin with "| " or "> "
"""
import datetime
import os
import platform
import subprocess
import sys
import xml.etree.ElementTree as xml


def cases(path):
    if not os.path.exists(path):
        return
    for case in xml.parse(path).getroot().iter("testcase"):
        status = {"run": "pass", "fail": "FAIL", "notrun": "skipped", "disabled": "skipped"}
        output = case.findtext("system-out") or ""
        yield case.get("name"), float(case.get("time")), status.get(case.get("status"), "FAIL"), output


def first_line(*command):
    try:
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        return lines[0].strip() if lines else "unknown"
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def machine():
    cpu = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            cpu = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), cpu)
    except OSError:
        pass
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    compiler = first_line("cc", "--version")
    petsc = first_line("pkg-config", "--modversion", "PETSc")
    return f"{cpu}, {os.cpu_count()} cores, {system}, {compiler}, PETSc {petsc}"


def slowest(paths):
    all_cases = []
    for path in paths:
        build = os.path.basename(path).removesuffix(".xml").removeprefix("junit-")
        found = list(cases(path))
        all_cases += [(seconds, name, build) for name, seconds, _, _ in found]
        count = {s: sum(1 for case in found if case[2] == s) for s in ("pass", "FAIL", "skipped")}
        total = sum(case[1] for case in found)
        print(f"{build}: {len(found)} tests, {count['pass']} passed, {count['FAIL']} failed, "
              f"{count['skipped']} skipped, {total:.0f} s of test time")
        for name, _, status, _ in found:
            if status != "pass":
                print(f"  {status}: {name}")
    print("slowest:")
    for seconds, name, build in sorted(all_cases, reverse=True)[:5]:
        print(f"  {seconds:7.1f} s  {name} ({build})")


def markdown(title, command, path):
    found = list(cases(path))
    git = first_line("git", "describe", "--always", "--dirty")
    print(f"# {title}\n\nWritten by `{command}`; do not edit.\n")
    print(f"- date: {datetime.date.today().isoformat()}\n- commit: {git}\n- machine: {machine()}")
    print(f"- load of the machine at the end: {os.getloadavg()[2]:.1f} on {os.cpu_count()} cores (above one per core, figures are noisy)\n")
    print("| test | seconds | result |\n|---|---:|---|")
    for name, seconds, status, _ in found:
        print(f"| {name} | {seconds:.1f} | {status} |")
    for name, _, _, output in found:
        lines = [line.rstrip() for line in output.splitlines() if line.startswith(("| ", "|-", "> "))]
        if lines:
            print(f"\n## {name}\n")
        for k, line in enumerate(lines):
            head = k + 1 < len(lines) and lines[k + 1].startswith("|-")  # a new table, a note: apart from what precedes
            print("\n" * (k > 0 and (head or line.startswith("> "))) + line)


if sys.argv[1] == "slowest":
    slowest(sys.argv[2:])
else:
    markdown(*sys.argv[2:5])
