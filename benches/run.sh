#!/usr/bin/env bash
# Runs the benchmark programs and prints a table; what is measured is in benches/README.md.
#
# usage: benches/run.sh path/to/rethread
set -uo pipefail
rethread=$(realpath "$1")
cd "$(dirname "$0")" || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A number of the result: `value KEY` for one at the top, `value KEY INNER` for one of an object in it.
value() {
    awk -v key="\"$1\":" -v inner="${2:+\"$2\":}" '
        $0 ~ "^  " key { if (inner == "") { gsub(/[ ,"]/, "", $2); print $2; exit } inside = 1; next }
        inside && /^  [}]/ { exit }
        inside && index($0, inner) { gsub(/[ ,"]/, "", $2); print $2; exit }
    ' "$scratch/result"
}

# Questions that reached a back end.
backend() {
    awk '/"answered_by": [{]/ { inside = 1; next } inside && /}/ { exit }
         inside && /"(z3|bitblast)[^"]*":/ { gsub(/[ ,"]/, "", $2); n += $2 } END { print n + 0 }' "$scratch/result"
}

measure() { # title, goal, program, flags
    local title=$1 goal=$2 program=$3
    shift 3
    "$rethread" check "programs/$program.c" --json --out "$scratch/out" "$@" >"$scratch/result" 2>"$scratch/errors"
    local code=$?
    rm -rf "$scratch"/out*
    if [ $code = 2 ]; then
        printf '%-30s failed: %s\n' "$title" "$(head -n 1 "$scratch/errors")"
        failed=1
        return
    fi
    awk -v title="$title" -v goal="$goal" -v paths="$(value runs complete)" -v time="$(value time_s)" \
        -v instructions="$(value instructions)" -v queries="$(value solver queries)" -v backend="$(backend)" \
        -v memory="$(value peak_memory_bytes)" -v verdict="$(value verdict)" 'BEGIN {
            printf "%-30s %8d %8.2f s %8.1f M/s %9d %8d %7.0f MiB  %-12s %s\n", title, paths, time,
                instructions / (time > 0 ? time : 1) / 1e6, queries, backend, memory / 1048576, verdict, goal }'
}

failed=0
printf '%-30s %8s %10s %12s %9s %8s %11s  %-12s %s\n' \
    program paths time instructions queries backend memory verdict goal
measure "concrete loop" "50 M/s" concrete
measure "2^16 paths, no tests" "3 s, 500 MiB, 100 backend" fork16 --no-tests
measure "2^16 paths, tests written" "three times that" fork16
measure "bubble sort of 6" "4 s, 720 paths" bubble
measure "bubble sort of 6, z3" "" bubble --solver z3
measure "2^17 states at once" "4096 MiB" frontier --order bfs --no-tests
exit $failed
