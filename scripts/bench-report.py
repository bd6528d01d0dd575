#!/usr/bin/env python3
"""Measures the tree of the report: how long one of N nodes takes until it is painted, how long a frame takes while it is zoomed, and what
recording it costs a run.

usage: bench-report.py path/to/rethread [--nodes N] [--times K]

The trees are made up, of three shapes: as exploration makes them (up to three ways at a node), one node with all others below it, and one
long chain with an end at each node. Prints a table for docs/report.md.
"""
import argparse
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
PROGRAM = """
#include <pthread.h>
int a, b, c;
static void *one(void *p) { for (int i = 0; i < 4; i++) __atomic_add_fetch(&a, 1, 5); return p; }
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, one, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
"""


def usual(n):
    """Node numbers of parents, depth first, with up to three ways at a node."""
    rng, parents, path = random.Random(1), [], [0]
    while len(parents) < n:
        parents.append(path[-1])
        if rng.random() < 0.55 and len(path) < 60:
            path.append(len(parents))
        else:
            while len(path) > 1 and rng.random() < 0.45:
                path.pop()
    return parents


def flat(n):
    return [0] + [1] * (n - 1)


def chain(n):
    return [max(0, i - 1) if i % 2 == 0 else i for i in range(n)]


def tree(parents):
    inner = set(parents)
    texts = ["", "threads", "complete", "not-needed", "asleep", "main.0: write at p.c:4", "main.1: write at p.c:4", "p.c:4", "bug race"]
    lines = ['{"version":1}'] + [json.dumps(t) for t in texts]
    for i, parent in enumerate(parents):
        kind = 1 if i + 1 in inner else 8 if i % 9973 == 9972 else 2 + i % 3
        lines.append(f"[{parent},{5 + i % 2},{kind},7]")
    return "\n".join(lines) + "\n"


def seconds(command, folder):
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if told.returncode not in (0, 1):
        sys.exit(told.stderr)
    return json.loads(told.stdout)["time_s"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rethread", type=pathlib.Path)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    rethread = str(options.rethread.resolve())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "p.c").write_text(PROGRAM)
        check = [rethread, "check", "p.c", "--json", "--no-tests", "--reduce", "none", "--max-tests", "1000000"]
        cost = {n: [seconds(check + ["--tree-nodes", n], folder) for _ in range(options.times)] for n in ["0", "100000"]}
        print(f"| tree of {options.nodes:,} nodes | until painted | a frame while zooming | file |")
        print("| --- | ---: | ---: | ---: |")
        for name, shape in [("up to three ways at a node", usual), ("one node above all", flat), ("one chain", chain)]:
            (folder / "rethread-out" / "tree.jsonl").write_text(tree(shape(options.nodes)))
            subprocess.run([rethread, "report", "-o", "site"], cwd=folder, check=True, capture_output=True)
            seen = []
            for _ in range(options.times):
                browse = [str(HERE / "browse.py"), str(folder / "site"), "--pages", "tree.html", "--seconds", "120"]
                told = subprocess.run(browse, capture_output=True, text=True, timeout=150)
                if told.returncode:
                    sys.exit(told.stderr)
                seen.append(json.loads(told.stdout)["tree.html"])
            painted = statistics.median(s["painted"] for s in seen)
            frame = statistics.median(s["scrolled_ms"] for s in seen) / 100
            size = (folder / "site" / "tree-data.js").stat().st_size / 1e6
            print(f"| {name} | {painted / 1000:.2f} s | {frame:.0f} ms | {size:.1f} MB |")
        without, with_ = statistics.median(cost["0"]), statistics.median(cost["100000"])
        print(f"\nThe same run without a tree takes {without:.2f} s, with 100,000 nodes {with_:.2f} s (median of {options.times}).")


main()
