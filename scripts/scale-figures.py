#!/usr/bin/env python3
"""Measures larger programs with `--preset dpor` and `--preset ag` and writes the tables of docs/summaries-figures.md.

usage: scripts/scale-figures.py RETHREAD [SECONDS]

A cell is the number of complete and pruned runs and rethread's own time, `> SECONDS s` (300) where it did not finish.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "summaries-figures.md"
SCALE = "tests/programs/threads/scale"
SEQUENTIAL = "tests/programs/summaries"
# By mark in the page: presets, and programs with their flags for clang.
TABLES = {
    "scale": (
        ("dpor", "ag"),
        [
            (f"{SCALE}/list.c", []),
            (f"{SCALE}/list.c", ["-DINSERTS=2", "-DREMOVES=2"]),
            (f"{SCALE}/list.c", ["-DINSERTS=2", "-DREMOVES=3"]),
            (f"{SCALE}/skip_list.c", []),
            (f"{SCALE}/skip_list.c", ["-DINSERTS=2"]),
            (f"{SCALE}/skip_list.c", ["-DINSERTS=2", "-DREMOVES=2"]),
            (f"{SCALE}/hash_table.c", []),
            (f"{SCALE}/hash_table.c", ["-DADDS=2"]),
            (f"{SCALE}/hash_table.c", ["-DADDS=3", "-DDROPS=2"]),
        ],
    ),
    "sequential": (
        ("baseline", "ag"),
        [
            (f"{SEQUENTIAL}/counted_bits.c", []),
            (f"{SEQUENTIAL}/settings.c", []),
            (f"{SEQUENTIAL}/clamped_inputs.c", []),
            (f"{SEQUENTIAL}/one_way_in_many_bad.c", []),
        ],
    ),
}


def measured(rethread, program, flags, preset, seconds):
    """The bugs' places (None if it did not finish) and the cell."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [rethread, "check", program, "--json", "--no-tests", "--out", f"{scratch}/out"]
        command += ["--preset", preset, "--max-time", f"{seconds}s", "--", *flags]
        answer = json.loads(subprocess.run(command, capture_output=True, check=False, cwd=ROOT).stdout)
    if answer["verdict"] == "error":
        sys.exit(f"{program}: {answer['message']}")
    if answer["bounds_hit"]:
        return None, f"> {seconds} s"
    bugs = sorted((bug["kind"], bug["file"], bug["line"]) for bug in answer["bugs"])
    runs = answer["runs"]["complete"] + answer["runs"]["pruned"]
    time = f"{answer['time_s']:.3f} s" if answer["time_s"] >= 0.001 else "< 0.001 s"
    return bugs, f"{runs:,} · {time}"


def table(rethread, presets, programs, seconds):
    lines = ["| program | flags | " + " | ".join(presets) + " |", "| --- |" + " --- |" * (1 + len(presets))]
    for program, flags in programs:
        results = [measured(rethread, program, flags, preset, seconds) for preset in presets]
        found = [bugs for bugs, _ in results if bugs is not None]
        if any(bugs != found[0] for bugs in found):
            sys.exit(f"{program} {flags}: the presets do not find the same")
        name = pathlib.Path(program).stem
        cells = " | ".join(cell for _, cell in results)
        lines.append(f"| [{name}](../{program}) | `{' '.join(flags)}` | {cells} |".replace("| `` |", "|  |"))
        print(lines[-1], flush=True)
    return lines


def main():
    rethread, seconds = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 300
    for mark, (presets, programs) in TABLES.items():
        lines = table(rethread, presets, programs, seconds)
        begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
        before, rest = PAGE.read_text().split(begin)
        PAGE.write_text("\n".join([before + begin, *lines, end]) + rest.split(end)[1])


if __name__ == "__main__":
    main()
