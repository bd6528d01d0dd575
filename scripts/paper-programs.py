#!/usr/bin/env python3
"""Measures the last four columns of docs/paper-programs.md and writes them into the page.

usage: scripts/paper-programs.py RETHREAD [SECONDS]

Every row that links to a program is run with the presets `baseline`, `dpor` and `ag`, and with `ag` where only assertions are
looked for, with the program's own `args:`. A
cell is the number of complete and pruned runs and rethread's own time; `> SECONDS s` where it did not finish. Nothing else
of the page changes.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PRESETS = (["baseline"], ["dpor"], ["ag"], ["ag", "--checks", "assert"])
PAGE = ROOT / "docs" / "paper-programs.md"
ROW = re.compile(r"^(\|.*\| \[[^]]*\]\((\.\./tests/programs/[^)]*\.c)\)[^|]*\|)[^|]*\|[^|]*\|[^|]*\|[^|]*\|$")


def arguments(program):
    """The flags in the directives at the program's top."""
    for line in program.read_text().splitlines():
        if not line.startswith("//"):
            break
        if line.startswith("// args:"):
            return shlex.split(line.removeprefix("// args:"))
    return []


def measured(rethread, program, preset, seconds):
    with tempfile.TemporaryDirectory() as scratch:
        command = [rethread, "check", str(program), "--json", "--no-tests", "--out", f"{scratch}/out"]
        command += ["--preset", *preset, "--max-time", f"{seconds}s", *arguments(program)]
        answer = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    if answer["verdict"] == "error":
        sys.exit(f"{program}: {answer['message']}")
    if answer["bounds_hit"]:
        return f"> {seconds} s"
    time = f"{answer['time_s']:.3f} s" if answer["time_s"] >= 0.001 else "< 0.001 s"
    runs = answer["runs"]["complete"] + answer["runs"]["pruned"]
    return f"{runs:,} · {time}"


def main():
    rethread, seconds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    lines = []
    for line in PAGE.read_text().splitlines():
        if row := ROW.match(line):
            program = (PAGE.parent / row[2]).resolve()
            cells = [measured(rethread, program, preset, seconds) for preset in PRESETS]
            line = f"{row[1]} {' | '.join(cells)} |"
            print(line)
        lines.append(line)
    PAGE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
