#!/bin/sh
# Runs each fuzz target for SECONDS (default 300): fuzz/run.sh [SECONDS [TARGET...]]
#
# Plain cargo on the stable compiler: the flags are those of `cargo fuzz run --sanitizer none`, which
# works on this folder as well. What was found is left in fuzz/artifacts.
set -eu
cd "$(dirname "$0")"
seconds=${1:-300}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- terms frontend
machine=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares" cargo build --release --target "$machine"
for target; do
    mkdir -p "corpus/$target" "artifacts/$target"
    case $target in
    frontend) seeds="seeds/frontend ../tests/programs/ir" ;;
    *) seeds= ;;
    esac
    echo "== $target for $seconds s"
    "${CARGO_TARGET_DIR:-target}/$machine/release/$target" -max_total_time="$seconds" -rss_limit_mb=4096 \
        -timeout=60 -max_len=16384 -print_final_stats=1 -artifact_prefix="artifacts/$target/" \
        "corpus/$target" $seeds 2>&1 | grep -v '^#.*\(NEW\|REDUCE\)'
done
