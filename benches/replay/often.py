#!/usr/bin/env python3
"""How often the bugs of tests/programs/threads show in plain native runs: writes docs/replay-figures.md.

usage: benches/replay/often.py [--runs N] [--replay RETHREAD]

Each program with a `// bug:` is compiled by clang without rethread and run. A run that ends with anything but 0, dies of a
signal or has to be ended shows a bug. With --replay each bug is found and replayed as often, too.
"""
import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests/programs/threads"
PAGE = ROOT / "docs/replay-figures.md"
# Nothing here takes longer unless it waits for ever.
PATIENCE = 0.5
# Where a program sleeps.
LONGEST_SLEEP = 1.5
# All of the first runs had to be ended: so will the others.
ENOUGH = 20
# What a run without instrumentation goes on after, as if nothing had happened.
SILENT = {"race", "lock-misuse"}
ASSERTION = re.compile(rb":(\d+): [^\n]*Assertion ")


def bugs(text):
    return re.findall(r"^// bug: (.*)$", text, re.M)


def limits():
    """Runs leave no core, and one that runs away does not take the machine with it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def end(program, patience):
    """What a run shows, or None."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    try:
        run = subprocess.run([program], timeout=patience, preexec_fn=limits, **quiet)
    except subprocess.TimeoutExpired:
        return "waits"
    failed = ASSERTION.search(run.stderr)
    if failed:
        return f"assert {int(failed[1])}"
    if run.returncode < 0:
        return signal.Signals(-run.returncode).name
    return f"exit {run.returncode}" if run.returncode else None


def plain(source, runs):
    """How each run ended. None if the program needs what only rethread has."""
    patience = PATIENCE + (LONGEST_SLEEP if "sleep(" in source.read_text() else 0)
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/plain"
        clang = ["clang-19", "-g", "-O0", "-w", source, "-o", program, "-lpthread", "-lm"]
        if subprocess.run(clang, stderr=subprocess.DEVNULL).returncode:
            return None
        ends = []
        while len(ends) < runs and not (len(ends) == ENOUGH and set(ends) == {"waits"}):
            ends.append(end(program, patience))
    return ends


def replayed(rethread, source, runs):
    """Of how many bugs all replays end as the test says."""
    with tempfile.TemporaryDirectory() as folder:
        quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        args = re.findall(r"^// args: (.*)$", source.read_text(), re.M)
        subprocess.run([rethread, "check", source, "--no-tests", "--out", "out", *" ".join(args).split()], **quiet)
        tests = sorted(Path(folder, "out/bugs").iterdir())
        replay = [[rethread, "replay", test, "--times", str(runs)] for test in tests]
        same = sum(subprocess.run(line, **quiet).returncode == 0 for line in replay)
    return f"{same} of {len(tests)} bugs"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--replay", type=lambda p: os.path.abspath(shutil.which(p) or p), metavar="RETHREAD")
    asked = parser.parse_args()
    rows, counts, silent, inputs = [], {"never": 0, "sometimes": 0, "always": 0}, 0, 0
    asserts, failed = 0, 0
    for source in sorted(PROGRAMS.rglob("*.c")):
        found = bugs(source.read_text())
        if not found:
            continue
        if all(bug.split()[0] in SILENT for bug in found):
            silent += 1
            continue
        ends = plain(source, asked.runs)
        if ends is None:
            inputs += 1
            continue
        shown = Counter(filter(None, ends))
        counts["never" if not shown else "sometimes" if None in ends else "always"] += 1
        lines = {re.split("[ :]", bug)[-1] for bug in found if bug.startswith("assert ")}
        asserts += len(lines)
        failed += len(lines & {how.split()[-1] for how in shown if how.startswith("assert ")})
        how = ", ".join(f"{how}: {times}" for how, times in sorted(shown.items()))
        row = [f"`{source.relative_to(PROGRAMS)}`", ", ".join(found), f"{shown.total()} of {len(ends)}", how]
        if asked.replay:
            row.append(replayed(asked.replay, source, asked.runs))
        rows.append(row)
        print(*row, sep=" | ", flush=True)
    head = ["program below `tests/programs/threads`", "its bugs", "plain runs that show one", "what they show"]
    head += [f"replayed {asked.runs} times"] if asked.replay else []
    table = [head, ["---"] * len(head), *rows]
    PAGE.write_text(
        f"""# How often concurrent bugs show without rethread

{asked.runs} plain native runs (clang, `-O0`, no instrumentation, two cores, both busy) of each program with a bug below `tests/programs/threads`, by
`benches/replay/often.py`. A run shows a bug if it ends with anything but 0, dies of a signal, or has to be ended after
{PATIENCE} s ("waits"; where {ENOUGH} of {ENOUGH} did, no more were run). Replayed, each of these bugs shows in 100 of 100 runs (`make replay-all`,
[replay.md](replay.md)).

Of {len(rows)} programs, {counts["never"]} showed no bug in any plain run, {counts["sometimes"]} in some runs and {counts["always"]} in all of them. Of the {asserts} assertions that rethread finds broken in
them, {asserts - failed} held in every plain run. {silent} programs more have only races and misused locks, after which a plain run goes on as if nothing
had happened, and {inputs} do not build without rethread's own functions (inputs, atomic sections): those were not run.

"""
        + "".join(f"| {' | '.join(row)} |\n" for row in table)
    )


main()
