#!/usr/bin/env python3
"""Measures larger programs with `--preset dpor` and `--preset ag` and writes the tables of docs/summaries-figures.md.

usage: scripts/scale-figures.py RETHREAD [SECONDS] [TABLE ...]

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
TABLE2 = "tests/programs/threads/table2"
ASSERTIONS = ", assertions"
# By mark in the page: presets (also with assertions alone), and programs with their flags for clang, or with what is another
# number in them.
TABLES = {
    # The programs of paper 003's table 2 that have a number to say how much they do: the smallest one with which `dpor`
    # takes more than a second.
    "grown": (
        ("dpor", "ag", f"dpor{ASSERTIONS}", f"ag{ASSERTIONS}"),
        [
            (f"{TABLE2}/fibbench_4_bad.c", {"ROUNDS = 4": "ROUNDS = 6", "MOST = 55": "MOST = 377"}),
            (f"{TABLE2}/sigma_4_bad.c", {"SIGMA = 4": "SIGMA = 6"}),
            (f"{TABLE2}/stack_5_bad.c", {"SIZE = 5": "SIZE = 9"}),
            (f"{TABLE2}/queue_5_bad.c", {"SIZE = 5": "SIZE = 10"}),
            (f"{TABLE2}/circularbuf_5_bad.c", {"TURNS = 5": "TURNS = 14"}),
            (f"{TABLE2}/peterson_2.c", {"round < 2": "round < 60"}),
            (f"{TABLE2}/indexer.c", {"THREADS = 2": "THREADS = 15"}),
            (f"{TABLE2}/fsbench_bad.c", {"THREADS = 6": "THREADS = 22", "BLOCKS = 6": "BLOCKS = 22"}),
        ],
    ),
    "scale": (
        ("dpor", "ag"),
        [
            (f"{SCALE}/list.c", []),
            (f"{SCALE}/list.c", ["-DINSERTS=2", "-DREMOVES=2"]),
            (f"{SCALE}/list.c", ["-DINSERTS=2", "-DREMOVES=3"]),
            (f"{SCALE}/list.c", ["-DINSERTS=2", "-DREMOVES=4"]),
            (f"{SCALE}/skip_list.c", []),
            (f"{SCALE}/skip_list.c", ["-DINSERTS=2"]),
            (f"{SCALE}/skip_list.c", ["-DINSERTS=2", "-DREMOVES=2"]),
            (f"{SCALE}/skip_list.c", ["-DINSERTS=2", "-DREMOVES=3"]),
            (f"{SCALE}/hash_table.c", []),
            (f"{SCALE}/hash_table.c", ["-DADDS=2"]),
            (f"{SCALE}/hash_table.c", ["-DADDS=3", "-DDROPS=2"]),
            (f"{SCALE}/hash_table.c", ["-DADDS=4", "-DDROPS=2"]),
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


def measured(rethread, program, change, preset, seconds):
    """The bugs' places (None if it did not finish), runs and time."""
    with tempfile.TemporaryDirectory() as scratch:
        flags = change if isinstance(change, list) else []
        if isinstance(change, dict):
            text = (ROOT / program).read_text()
            for number, other in change.items():
                if number not in text:
                    sys.exit(f"{program}: there is no {number!r}")
                text = text.replace(number, other)
            program = f"{scratch}/{pathlib.Path(program).name}"
            pathlib.Path(program).write_text(text)
        command = [rethread, "check", program, "--json", "--no-tests", "--out", f"{scratch}/out"]
        checks = ["--checks", "assert"] if preset.endswith(ASSERTIONS) else []
        command += ["--preset", preset.removesuffix(ASSERTIONS), *checks, "--max-time", f"{seconds}s", "--", *flags]
        answer = json.loads(subprocess.run(command, capture_output=True, check=False, cwd=ROOT).stdout)
    if answer["verdict"] == "error":
        sys.exit(f"{program}: {answer['message']}")
    bugs = sorted((bug["kind"], bug["line"]) for bug in answer["bugs"])
    runs = answer["runs"]["complete"] + answer["runs"]["pruned"]
    return None if answer["bounds_hit"] else bugs, runs, answer["time_s"]


def shown(result, seconds):
    bugs, runs, time = result
    if bugs is None:
        return f"> {seconds} s"
    return f"{runs:,} · {time:.3f} s" if time >= 0.001 else f"{runs:,} · < 0.001 s"


def table(rethread, presets, programs, seconds):
    grown = isinstance(programs[0][1], dict)
    with_ = "with" if grown else "flags"
    lines = [f"| program | {with_} | " + " | ".join(presets) + " |", "| --- |" + " --- |" * (1 + len(presets))]
    sums = [0.0] * len(presets)
    for program, change in programs:
        results = [measured(rethread, program, change, preset, seconds) for preset in presets]
        for alone in (False, True):
            of = [bugs for preset, (bugs, *_) in zip(presets, results) if preset.endswith(ASSERTIONS) == alone]
            if len({str(bugs) for bugs in of if bugs is not None}) > 1:
                sys.exit(f"{program} {change}: the presets do not find the same")
        sums = [sum_ + time for sum_, (_, _, time) in zip(sums, results)]
        name = pathlib.Path(program).stem
        cells = " | ".join(shown(result, seconds) for result in results)
        what = ", ".join(change.values()) if grown else " ".join(change)
        lines.append(f"| [{name}](../{program}) | `{what}` | {cells} |".replace("| `` |", "|  |"))
        print(lines[-1], flush=True)
    if grown:
        lines.append("| in sum |  | " + " | ".join(f"{sum_:.2f} s" for sum_ in sums) + " |")
        print(lines[-1])
    return lines


def main():
    rethread, seconds = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 300
    for mark in sys.argv[3:] or TABLES:
        presets, programs = TABLES[mark]
        lines = table(rethread, presets, programs, seconds)
        begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
        before, rest = PAGE.read_text().split(begin)
        PAGE.write_text("\n".join([before + begin, *lines, end]) + rest.split(end)[1])


if __name__ == "__main__":
    main()
