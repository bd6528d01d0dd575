#!/usr/bin/env python3
"""Lines reached per function, from an lcov file.

usage: function-coverage.py coverage.lcov [FUNCTION...]

A function's lines are those from its own to the next function's in the same file. Without names, every
function that was entered is shown.
"""
import sys


def read(path):
    files, current = {}, None
    with open(path) as lcov:
        for line in lcov:
            key, _, value = line.strip().partition(":")
            if key == "SF":
                current = files.setdefault(value, ([], {}))
            elif key == "FN":
                start, _, name = value.partition(",")
                current[0].append((int(start), name))
            elif key == "DA":
                number, times = value.split(",")[:2]
                current[1][int(number)] = int(times)
    return files


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    wanted = sys.argv[2:]
    for functions, lines in read(sys.argv[1]).values():
        functions.sort()
        ends = [start for start, _ in functions[1:]] + [float("inf")]
        for (start, name), end in zip(functions, ends):
            own = [times for line, times in lines.items() if start <= line < end]
            hit = sum(1 for times in own if times)
            if name in wanted or (not wanted and hit):
                print(f"{name}\t{hit}\t{len(own)}\t{100 * hit // max(1, len(own))} %")


main()
