#!/usr/bin/env bash
# How often concurrent bugs show in 100 plain native runs, and in 100 replays: the table of docs/replay.md.
# usage: benches/replay/often.sh RETHREAD
set -euo pipefail
rethread=$(realpath "$1")
programs=$(realpath "$(dirname "$0")/../../tests/programs/threads")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for name in account_lost account_transfer_deadlock philosophers bluetooth lost_wakeup if_instead_of_while; do
    source="$programs/classic/${name}_bad.c"
    clang-19 -g -O0 "$source" -o plain -lpthread
    shown=0
    for _ in $(seq 100); do
        # A run that waits for ever is ended; both that and a failure count.
        bash -c 'timeout 2 ./plain; exit $?' >/dev/null 2>&1 || shown=$((shown + 1))
    done
    rm -rf out
    "$rethread" check "$source" --no-tests --out out >/dev/null || true
    replayed=$("$rethread" replay out/bugs/1 --times 100 --json | grep -c '"outcome": "same"' || true)
    echo "classic/${name}_bad.c: $(sed -n 's|^// bug: ||p' "$source" | head -1): plain $shown of 100," \
        "replayed $([ "$replayed" = 1 ] && echo 100 || echo "not all") of 100"
done
