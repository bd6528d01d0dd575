#!/usr/bin/env python3
"""Measures the reorder program of paper 003's figure 9 with more and more threads, and draws it.

usage: scripts/reorder-plot.py RETHREAD [SECONDS]

The program has n threads: n - 1 that set two variables, one after the other, and one that checks that it sees both or none. Each number of
threads is explored with `--preset baseline`, `dpor` and `ag`, up to SECONDS (60) each; a preset that did not finish
is not tried with more threads. The table goes into docs/summaries-figures.md, between its marks, the plots to
docs/img/reorder.svg.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "summaries-figures.md"
PLOT = ROOT / "docs" / "img" / "reorder.svg"
BEGIN, END = "<!-- reorder: begin -->", "<!-- reorder: end -->"
PRESETS = ("baseline", "dpor", "ag")
MOST_THREADS = 12

PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *set(void *arg) {
    a = 1;
    b = -1;
    return arg;
}

static void *check(void *arg) {
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
    return arg;
}

int main(void) {
    pthread_t s[SETTERS], c;
    for (int i = 0; i < SETTERS; i++)
        pthread_create(&s[i], 0, set, 0);
    pthread_create(&c, 0, check, 0);
    for (int i = 0; i < SETTERS; i++)
        pthread_join(s[i], 0);
    pthread_join(c, 0);
    return 0;
}
"""


def measured(rethread, preset, threads, seconds):
    """Runs and time, or None if it did not finish."""
    with tempfile.TemporaryDirectory() as scratch:
        program = pathlib.Path(scratch) / "reorder.c"
        program.write_text(PROGRAM)
        command = [rethread, "check", str(program), "--json", "--no-tests", "--out", f"{scratch}/out"]
        command += ["--preset", preset, "--max-time", f"{seconds}s", "--", f"-DSETTERS={threads - 1}"]
        answer = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    if answer["verdict"] == "error":
        sys.exit(f"{preset}, {threads} threads: {answer['message']}")
    if answer["bounds_hit"]:
        return None
    found = [(bug["kind"], bug["line"]) for bug in answer["bugs"]]
    if found != [("assert", 15)]:
        sys.exit(f"{preset}, {threads} threads: found {found}")
    return answer["runs"]["complete"] + answer["runs"]["pruned"], answer["time_s"]


def measure(rethread, seconds):
    """By preset, (threads, runs, time) for every number of threads that was finished."""
    results = {}
    for preset in PRESETS:
        results[preset] = []
        for threads in range(2, MOST_THREADS + 1):
            result = measured(rethread, preset, threads, seconds)
            print(preset, threads, result, flush=True)
            if result is None:
                break
            results[preset].append((threads, *result))
    return results


def cell(row, seconds):
    if row is None:
        return f"> {seconds} s"
    return f"{row[1]:,} · " + (f"{row[2]:.3f} s" if row[2] >= 0.001 else "< 0.001 s")


def table(results, seconds):
    last = max(rows[-1][0] for rows in results.values())
    lines = ["| threads | " + " | ".join(PRESETS) + " |", "| --- |" + " --- |" * len(PRESETS)]
    for threads in range(2, last + 1):
        cells = []
        for preset in PRESETS:
            row = next((r for r in results[preset] if r[0] == threads), None)
            tried = row or threads == results[preset][-1][0] + 1
            cells.append(cell(row, seconds) if tried else "")
        lines.append(f"| {threads} | " + " | ".join(cells) + " |")
    return lines


# ---- the picture ----

# A colour each that stands out on white and on black, and a shape, so that colour is not all.
LOOKS = {"baseline": ("#c2620a", "square"), "dpor": ("#2f7fd6", "circle"), "ag": ("#2e9e5b", "triangle")}
LEFT, TOP, WIDTH, HEIGHT, APART = 64, 44, 300, 240, 92
STYLE = """
  text { font: 13px sans-serif; fill: #333 }
  .title { font-weight: bold }
  .axis { stroke: #333; fill: none }
  .grid { stroke: #333; stroke-opacity: 0.15 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd }
    .axis, .grid { stroke: #ddd }
  }
"""


def label(power):
    """A power of ten in words that fit an axis."""
    if power >= 0:
        return f"{10**power:,}" if power < 6 else f"10^{power}"
    return f"{10.0**power:.{-power}f}"


def marker(x, y, look):
    colour, shape = look
    if shape == "square":
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>'
    points = f"{x:.1f},{y - 5:.1f} {x - 5:.1f},{y + 4:.1f} {x + 5:.1f},{y + 4:.1f}"
    return f'<polygon points="{points}" fill="{colour}"/>'


def panel(left, title, series, last, floor):
    """One plot: series by preset of (threads, number), logarithmic upwards."""
    numbers = [max(n, floor) for rows in series.values() for _, n in rows]
    low, high = math.floor(math.log10(min(numbers))), math.ceil(math.log10(max(numbers)))
    across = lambda threads: left + 16 + (threads - 2) * (WIDTH - 32) / max(1, last - 2)
    up = lambda n: TOP + HEIGHT - (math.log10(max(n, floor)) - low) * HEIGHT / (high - low)
    out = [f'<text class="title" x="{left}" y="{TOP - 18}">{title}</text>']
    for power in range(low, high + 1):
        y = up(10.0**power)
        out.append(f'<line class="grid" x1="{left}" y1="{y:.1f}" x2="{left + WIDTH}" y2="{y:.1f}"/>')
        out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{label(power)}</text>')
    for threads in range(2, last + 1):
        out.append(f'<text x="{across(threads):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{threads}</text>')
    out.append(f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 38}" text-anchor="middle">threads</text>')
    out.append(f'<path class="axis" d="M{left} {TOP}V{TOP + HEIGHT}H{left + WIDTH}"/>')
    for preset, rows in series.items():
        spots = [(across(threads), up(n)) for threads, n in rows]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        out.append(f'<polyline points="{line}" fill="none" stroke="{LOOKS[preset][0]}" stroke-width="2"/>')
        out += [marker(x, y, LOOKS[preset]) for x, y in spots]
    return out


def picture(results):
    last = max(rows[-1][0] for rows in results.values())
    total, tall = LEFT * 2 + WIDTH * 2 + APART - 40, TOP + HEIGHT + 84
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {tall}" width="{total}" height="{tall}" role="img">',
        "<title>reorder with 2 and more threads: runs and time with baseline, dpor and ag</title>",
        f"<style>{STYLE}</style>",
    ]
    runs = {p: [(t, n) for t, n, _ in rows] for p, rows in results.items()}
    times = {p: [(t, s) for t, _, s in rows] for p, rows in results.items()}
    out += panel(LEFT, "runs", runs, last, 1)
    out += panel(LEFT + WIDTH + APART, "time in seconds", times, last, 0.0001)
    for i, preset in enumerate(PRESETS):
        x, y = LEFT + 20 + 130 * i, TOP + HEIGHT + 66
        out.append(marker(x, y - 4, LOOKS[preset]))
        out.append(f'<text x="{x + 12}" y="{y}">{preset}</text>')
    return "\n".join([*out, "</svg>", ""])


def main():
    rethread, seconds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    results = measure(rethread, seconds)
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    PLOT.write_text(picture(results))
    before, rest = PAGE.read_text().split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text("\n".join([before + BEGIN, *table(results, seconds), END]) + after)


if __name__ == "__main__":
    main()
