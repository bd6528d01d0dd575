#!/usr/bin/env bash
# What a forced schedule costs: processor time of a replayed run of loop.c over that of a plain native run of it.
# usage: benches/replay/run.sh RETHREAD
set -euo pipefail
rethread=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$here/loop.c" .
"$rethread" check loop.c --out out >/dev/null || true
sed -i 's/^#define ROUNDS 0/#define ROUNDS 2000/' loop.c
"$rethread" replay out:1 --timeout 100s --keep kept
clang-19 -g -O0 loop.c -o plain -lpthread
cpu() { python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)' "$@"; }
plain=$(cpu ./plain)
forced=$(cpu env RETHREAD_SCHEDULE=kept/program/runs/0-plain-scheduled/schedule RETHREAD_REPORT=/dev/null \
    kept/program/plain-scheduled/program)
python3 -c "print(f'plain {$plain:.2f} s, forced {$forced:.2f} s of processor time: {$forced / $plain:.1f} times (goal: 50)')"
