#!/usr/bin/env bash
# Runs the benchmark programs and prints tables; what is measured is in benches/README.md.
# Goals are told as met or missed, and change nothing else.
#
# usage: benches/run.sh path/to/rethread
set -uo pipefail
rethread=$(realpath "$1")
cd "$(dirname "$0")" || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
cpu=0
TIMEFORMAT='%U %S'

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

# measure TITLE GOALS PROGRAM FLAG...
# GOALS: comparisons of paths, time, rate (million instructions a second), runs (a second), backend, memory (MiB), states,
# and slower (times the processor time of the measurement before). On a busy machine a run waits for the
# processor longer than it works: time and rate are judged by the smaller of time and processor time.
measure() {
    local title=$1 goals=$2 program=$3
    shift 3
    { time "$rethread" check "programs/$program.c" --json --max-time 120s --out "$scratch/out" "$@" \
        >"$scratch/result" 2>"$scratch/errors"; } 2>"$scratch/cpu"
    local code=$?
    rm -rf "$scratch"/out*
    if [ $code = 2 ]; then
        printf '%-28s failed: %s\n' "$title" "$(value message)$(head -n 1 "$scratch/errors")"
        failed=1
        return
    fi
    local before=$cpu
    cpu=$(awk '{ print $1 + $2 }' "$scratch/cpu")
    awk -v title="$title" -v goals="$goals" -v paths="$(value runs complete)" -v time="$(value time_s)" -v before="$before" \
        -v instructions="$(value instructions)" -v queries="$(value solver queries)" -v backend="$(backend)" \
        -v bytes="$(value peak_memory_bytes)" -v states="$(value states)" -v verdict="$(value verdict)" \
        -v cpu="$cpu" 'BEGIN {
            best = time < cpu ? time : cpu
            is["paths"] = paths; is["time"] = best; is["backend"] = backend; is["states"] = states
            is["rate"] = instructions / (best > 0 ? best : 1) / 1e6; is["memory"] = bytes / 1048576
            is["runs"] = paths / (best > 0 ? best : 1)
            is["slower"] = before > 0 ? cpu / before : 0
            count = split(goals, goal, " "); told = ""
            for (i = 1; i <= count; i++) {
                match(goal[i], /[<>=]+/)
                name = substr(goal[i], 1, RSTART - 1); op = substr(goal[i], RSTART, RLENGTH)
                limit = substr(goal[i], RSTART + RLENGTH) + 0
                met = op == "<" ? is[name] < limit : op == "<=" ? is[name] <= limit : \
                    op == ">=" ? is[name] >= limit : is[name] == limit
                told = told "  " goal[i] (met ? " met" : " MISSED (" is[name] ")")
            }
            printf "%-28s %7d %6.2f s %6.2f s %7.1f M/s %8d %8d %6.0f MiB  %-10s%s\n", title, paths, time,
                cpu, is["rate"],
                queries, backend, is["memory"], verdict, told }'
}

header() {
    printf '\n%-28s %7s %8s %8s %11s %8s %8s %10s  %-10s  %s\n' \
        "$1" paths time cpu instr queries backend memory verdict "$2"
}

header "Goals" goals
measure "concrete loop" "rate>=50" concrete
measure "2^16 paths, no tests" "time<3 memory<500 backend<100" fork16 --no-tests
measure "2^16 paths, tests written" "slower<=3" fork16
measure "bubble sort of 6" "paths=720 time<4" bubble --solver-record "$scratch/bubble.rec"
measure "2^17 states at once" "states>=100000 memory<4096" frontier --order bfs --no-tests

header "Threads" goals
measure "Fibonacci pair, N = 5" "paths=8953 runs>=30000" fibonacci --preset dpor --no-tests
measure "Fibonacci pair, locked" "paths=252" fibonacci --preset dpor --no-tests -- -DLOCKED -DN=5
measure "last zero, 8 writers" "paths=704" lastzero --preset dpor --no-tests
measure "last zero, 11 writers" "paths=7168 memory<200" lastzero --preset dpor --no-tests -- -DN=11
measure "Fibonacci pair, baseline" "paths=184756" fibonacci --preset baseline --no-tests
measure "the same, 2 jobs" "paths=184756" fibonacci --preset baseline --no-tests --jobs 2

header "Mix" ""
measure "numeric, concrete" "" numeric
measure "expression parser" "" parser --no-tests --solver-record "$scratch/parser.rec"
measure "strings" "" strings --solver-record "$scratch/strings.rec"
measure "hash table" "" table --solver-record "$scratch/table.rec"
measure "scattered writes" "" scatter --solver-record "$scratch/scatter.rec"
measure "CRC-32" "" crc --solver-record "$scratch/crc.rec"
measure "FNV hash" "" hash --solver-record "$scratch/hash.rec"

printf '\nThe questions these runs put to a back end, on both: microseconds of processor time\n'
cargo bench --quiet --locked -p rethread-solver --bench replay -- "$scratch"/*.rec || failed=1
exit $failed
