#!/usr/bin/env python3
"""Measures the edited programs of benches/change and writes docs/change-figures.md and the plots in docs/img.

usage: scripts/bench-change.py RETHREAD [--seconds N] [--baseline-seconds N] [--checks LIST] [--presets LIST] [--only PROGRAM ...] [--dry]

Every version is explored with the presets `baseline` and `dpor` (`rethread check`), and compared with v0 with `cia` and, where this
rethread has it, `scia` (`rethread diff`; what is known of v0 comes from a store, so a cell is what the new version takes). As in table 3 of
Conc-iSE only assertions are looked for, unless --checks says otherwise. A run that is not finished after --seconds (1800,
the paper's limit; --baseline-seconds, 5, without any reduction) is shown as such. --dry writes no files.
"""

import argparse
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCHES = ROOT / "benches" / "change"
PAGE = ROOT / "docs" / "change-figures.md"
IMAGES = ROOT / "docs" / "img"
TITLES = {"baseline": "Baseline", "dpor": "+DPOR", "cia": "+CIA", "scia": "+SCIA"}
VERSIONS = ("v1", "v2", "v3", "v4", "v5")
# Number in the paper, x and y.
FIGURES = ((9, "baseline", "scia"), (10, "dpor", "scia"), (11, "cia", "scia"))


class Bench:
    """One rethread, its limits, and a folder to work in."""

    def __init__(self, options, scratch):
        self.options, self.scratch = options, pathlib.Path(scratch)
        self.known = {}

    def rethread(self, *arguments, preset):
        command = [self.options.rethread, *map(str, arguments), "--preset", preset, "--json", "--no-tests", "--checks", self.options.checks]
        command += ["--out", str(self.scratch / "out"), "--max-time", f"{self.options.limit(preset)}s"]
        done = subprocess.run(command, capture_output=True, check=False)
        for folder in self.scratch.glob("out*"):
            shutil.rmtree(folder)
        answer = json.loads(done.stdout)
        if answer["verdict"] == "error":
            raise RuntimeError(f"{' '.join(command)}: {answer['message']}")
        return answer

    def has(self, preset):
        program = BENCHES / "account" / "v0.c"
        try:
            self.rethread("diff", program, program, "--no-store", preset=preset)
        except RuntimeError as error:
            if "not available in this version" in str(error):
                return False
            raise
        return True

    def diff(self, program, version, preset):
        """The old version is explored once a program; what is found in a new one must not be known to the next preset."""
        store = self.scratch / "store"
        shutil.rmtree(store, ignore_errors=True)
        kept = self.known.get((program, preset))
        if kept and version != "v1":
            shutil.copytree(kept, store)
        answer = self.rethread(
            "diff", BENCHES / program / "v0.c", BENCHES / program / f"{version}.c", "--store", store, preset=preset
        )
        if not kept:
            self.known[program, preset] = self.scratch / f"known-{program}-{preset}"
            shutil.copytree(store, self.known[program, preset])
        return answer

    def measured(self, program, version, preset):
        if preset in ("cia", "scia"):
            return self.diff(program, version, preset)
        return self.rethread("check", BENCHES / program / f"{version}.c", preset=preset)


def cell(answer, seconds):
    """Runs and time, None for both if it was not finished. A bound may also be one that exploring v0 hit, at its own cost."""
    if answer["bounds_hit"] and answer["time_s"] > 0.9 * seconds:
        return None
    return answer["runs"]["complete"] + answer["runs"]["pruned"], answer["time_s"]


def lines(files):
    return sum(len(f["lines"]) for f in files)


def row(bench, program, version, presets):
    answers = {p: bench.measured(program, version, p) for p in presets}
    out = {"program": program, "version": version}
    out["lines"] = len((BENCHES / program / f"{version}.c").read_text().splitlines())
    out["cells"] = {p: cell(a, bench.options.limit(p)) for p, a in answers.items()}
    verdicts = {p: sorted((b["kind"], b["line"]) for b in a["bugs"] if b.get("status") != "fixed") for p, a in answers.items()}
    finished = {p: v for p, v in verdicts.items() if not answers[p]["bounds_hit"]}
    out["agree"] = len({json.dumps(v) for v in finished.values()}) <= 1
    change = next((a["change"] for a in answers.values() if "change" in a), None)
    if change:
        out["changes"] = sum(lines(change[k]) for k in ("added", "modified", "deleted"))
        total = max(a["coverage"]["lines"] for a in answers.values())
        out["impacted"] = 100 * lines(change["impacted"]) / total if total else 0.0
    out["threads"] = max(a["threads_max"] for a in answers.values()) - 1
    return out


def paper():
    table = (BENCHES / "paper.tsv").read_text().splitlines()
    names = table[0].split("\t")
    rows = (dict(zip(names, line.split("\t"))) for line in table[1:])
    return {(r["program"], r["version"]): r for r in rows}


def shown(cell_, seconds):
    if cell_ is None:
        return f"> {seconds} s"
    runs, time = cell_
    return f"{runs:,} · {time:.2f} s"


def printed(row_, preset):
    runs, time = row_[f"{preset}_runs"], row_[f"{preset}_s"]
    return "> 1800 s" if runs == "-" else f"{int(runs):,} · {time} s"


def table(rows, presets, theirs, options):
    head = ["program", "", "lines", "changes", "% impacted", "threads"]
    head += [title for p in presets for title in (TITLES[p], "paper")]
    text = [f"| {' | '.join(head)} |", "| --- | --- |" + " ---: |" * (len(head) - 2)]
    for r in rows:
        printed_row = theirs[r["program"], r["version"]]
        cells = [r["program"], r["version"]]
        for ours, name in ((r["lines"], "lines"), (r["changes"], "changes"), (f"{r['impacted']:.1f}", "impacted_percent"), (r["threads"], "threads")):
            cells.append(f"{ours} ({printed_row[name]})")
        for preset in presets:
            cells += [shown(r["cells"][preset], options.limit(preset)), printed(printed_row, preset)]
        text.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(text)


def sums(rows, presets):
    """Over the rows that every preset finished, and the same of the paper's."""
    both = [r for r in rows if all(r["cells"][p] for p in presets)]
    text = [f"Over the {len(both)} of {len(rows)} versions that every column finished:", "", "| | runs | time |", "| --- | ---: | ---: |"]
    for p in presets:
        runs, time = (sum(r["cells"][p][i] for r in both) for i in (0, 1))
        text.append(f"| {TITLES[p]} | {runs:,} | {time:.2f} s |")
    unfinished = ", ".join(f"{TITLES[p]} {sum(r['cells'][p] is None for r in rows)}" for p in presets)
    text += ["", f"Not finished in time: {unfinished}."]
    wrong = [f"{r['program']} {r['version']}" for r in rows if not r["agree"]]
    text += ["", "All columns that were complete found the same bugs in every version." if not wrong else f"**Not the same bugs: {', '.join(wrong)}.**"]
    return "\n".join(text)


def goals(rows, theirs, options):
    """What +SCIA is meant to gain over +DPOR, and does."""
    both = [r for r in rows if r["cells"]["dpor"] and r["cells"]["scia"]]
    dpor, scia = (sum(r["cells"][p][1] for r in both) for p in ("dpor", "scia"))
    least, most = (sum(r["cells"][p][1] if r["cells"][p] else options.seconds for r in rows) for p in ("dpor", "scia"))
    gains, halved = 0, []
    for r in rows:
        printed_row = theirs[r["program"], r["version"]]
        before, after = printed_row["dpor_runs"], printed_row["scia_runs"]
        if after == "-" or (before != "-" and int(after) > int(before) / 2):
            continue
        gains += 1
        ours = [r["cells"][p] for p in ("dpor", "scia")]
        if ours[1] and (ours[0] is None or ours[1][0] <= ours[0][0] / 2):
            halved.append(r)
    slow = [r for r in both if r["cells"]["dpor"][1] > 1 and r["cells"]["scia"][1] > 1.2 * r["cells"]["dpor"][1]]
    listed = ", ".join(f"{r['program']} {r['version']} ({r['cells']['scia'][1] / r['cells']['dpor'][1]:.1f})" for r in slow)
    return "\n".join(
        [
            f"- Time in sum: +DPOR {dpor:.1f} s, +SCIA {scia:.1f} s over the {len(both)} versions that both finish"
            f" ({scia / max(dpor, 1e-9):.2f} of it)"
            + (f"; with {options.seconds} s for what was not finished {least:.1f} s and {most:.1f} s ({most / max(least, 1e-9):.2f} of it)." if len(both) < len(rows) else "."),
            f"- Runs: of the {gains} versions where the paper's +SCIA takes at most half of +DPOR's runs, ours does in {len(halved)}.",
            f"- Versions over a second that take more than 1.2 times as long with +SCIA: {listed or 'none'}.",
        ]
    )


def scatter(rows, x, y, number, options, theirs):
    """Two plots, runs and time, both axes logarithmic; what was not finished is at the edge."""
    size, pad = 300, 64
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * size + 3 * pad}" height="{size + 2 * pad}" font-family="sans-serif" font-size="11">']
    out.append('<rect width="100%" height="100%" fill="white"/>')
    for i, (what, name) in enumerate(((0, "runs"), (1, "seconds"))):
        points = []
        for r in rows:
            printed_row = theirs[r["program"], r["version"]]
            ours = [r["cells"][p] for p in (x, y)]
            points.append((tuple(None if c is None else c[what] for c in ours), "ours"))
            column = "runs" if what == 0 else "s"
            cells = [printed_row[f"{p}_{column}"] for p in (x, y)]
            points.append((tuple(None if c.startswith((">", "-")) else float(c) for c in cells), "paper"))
        floor = 1 if what == 0 else 0.001
        finite = [v for p, _ in points for v in p if v is not None]
        low, high = math.log10(floor), math.ceil(math.log10(max(finite + [10 * floor]))) + 1
        left, top = pad + i * (size + pad), pad
        scale = lambda v: size * ((high if v is None else math.log10(max(v, floor))) - low) / (high - low)
        out.append(f'<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="none" stroke="#444"/>')
        out.append(f'<line x1="{left}" y1="{top + size}" x2="{left + size}" y2="{top}" stroke="#bbb"/>')
        for power in range(math.ceil(low), high):
            at = size * (power - low) / (high - low)
            label = f"{10 ** power:g}"
            out.append(f'<text x="{left + at}" y="{top + size + 14}" text-anchor="middle">{label}</text>')
            out.append(f'<text x="{left - 4}" y="{top + size - at + 4}" text-anchor="end">{label}</text>')
        for (px, py), who in sorted(points, key=lambda p: p[1], reverse=True):
            cx, cy = left + scale(px), top + size - scale(py)
            style = 'fill="#c33" fill-opacity="0.7"' if who == "ours" else 'fill="none" stroke="#888"'
            out.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="3.5" {style}/>')
        out.append(f'<text x="{left + size / 2}" y="{top + size + 32}" text-anchor="middle">{TITLES[x]}, {name}</text>')
        out.append(f'<text transform="translate({left - 50},{top + size / 2}) rotate(-90)" text-anchor="middle">{TITLES[y]}, {name}</text>')
    out.append(f'<text x="{pad}" y="20">As figure {number} of the paper. Red: rethread. Grey: the paper. At the edge: not finished ({options.limit(x)} s; the paper 1800 s).</text>')
    return "\n".join([*out, "</svg>", ""])


def page(rows, presets, theirs, options, plots):
    version = subprocess.run([options.rethread, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    text = f"""# Changes, measured

Made by `make bench-change` ({version}, limits {options.seconds} s a run, {options.baseline_seconds} s for the baseline, `--checks {options.checks}`); do not edit. The programs are those of
[benches/change](../benches/change/README.md), with the names and the kinds of change of table 3 of Conc-iSE (ASE 2016), not its code: the
paper's numbers, beside ours and in brackets, are of another machine and of other versions. A cell is runs (complete and pruned) and time
of the new version. Changes are lines, impacted are lines with code.

{sums(rows, presets)}

{goals(rows, theirs, options) if {"dpor", "scia"} <= set(presets) else ""}

{table(rows, presets, theirs, options)}
"""
    for number, x, y, name in plots:
        text += f"\n![{TITLES[x]} against {TITLES[y]}, as figure {number} of the paper](img/{name})\n"
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rethread")
    parser.add_argument("--seconds", type=int, default=1800)
    parser.add_argument("--baseline-seconds", type=int, default=5)
    parser.add_argument("--checks", default="assert")
    parser.add_argument("--presets", default="baseline,dpor,cia,scia")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--dry", action="store_true")
    options = parser.parse_args()
    options.limit = lambda preset: options.baseline_seconds if preset == "baseline" else options.seconds
    theirs = paper()
    programs = sorted({p for p, _ in theirs}, key=[p for p, _ in theirs].index)
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options, scratch)
        presets = [p for p in options.presets.split(",") if p != "scia" or bench.has("scia")]
        for program in options.only or programs:
            for version in VERSIONS:
                rows.append(row(bench, program, version, presets))
                print(table(rows[-1:], presets, theirs, options).splitlines()[-1], flush=True)
    last = "scia" if "scia" in presets else "cia"
    plots = []
    for number, x, _ in FIGURES:
        if x in presets and x != last:
            name = f"change-{number}.svg"
            plots.append((number, x, last, name))
            if not options.dry:
                (IMAGES / name).write_text(scatter(rows, x, last, number, options, theirs))
    if not options.dry:
        PAGE.write_text(page(rows, presets, theirs, options, plots))
    print()
    print(sums(rows, presets))
    if {"dpor", "scia"} <= set(presets):
        print(goals(rows, theirs, options))
    sys.exit(0 if all(r["agree"] for r in rows) else 1)


if __name__ == "__main__":
    main()
