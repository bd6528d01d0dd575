#!/bin/sh
# Runs `rethread check` on three C libraries as their crates bring them, and on each with a bug put in.
# The figures of docs/real-libraries.md come from here. Needs cargo (to fetch the crates), patch, python3.
#
# usage: scripts/real-libraries.sh [MAX-TIME [BUG-TIME]]    time for one run, 60s unless given;
#                                                           for one with a bug in it, 20s
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
time=${1:-60s}
bug_time=${2:-20s}
rethread=${RETHREAD:-$here/target/release/rethread}
work=${WORK:-$here/target/real-libraries}
cases=$here/tests/real-libraries
mkdir -p "$work/fetch/src"

# The sources of a crate, wherever cargo unpacks them, copied so that they can be patched.
fetch() { # crate version folder-inside name
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n"%s" = "=%s"\n[workspace]\n' \
        "$1" "$2" > "$work/fetch/Cargo.toml"
    : > "$work/fetch/src/lib.rs"
    manifest=$(cargo metadata --quiet --format-version 1 --manifest-path "$work/fetch/Cargo.toml" |
        python3 -c 'import json,sys
print(next(p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == sys.argv[1]))' "$1")
    rm -rf "${work:?}/$4"
    cp -R "$(dirname "$manifest")/$3" "$work/$4"
    chmod -R u+w "$work/$4"
}

# One run, and a line of the table.
run() { # library function-to-measure title, then the arguments of check
    library=$1 function=$2 title=$3
    shift 3
    out=$work/out/$library-$title
    rm -rf "$out"
    (cd "$work/$library" && "$rethread" check --order coverage --max-time "$time" --no-tests --json --out "$out" "$@" \
        > "$out.json" 2> "$out.err") || true
    covered=$("$here/scripts/function-coverage.py" "$out/coverage.lcov" "$function" | cut -f 2-4 | tr '\t' ' ')
    python3 - "$out.json" "$library" "$title" "$function" "$covered" <<'PY'
import json, sys
path, library, title, function, covered = sys.argv[1:]
r = json.load(open(path))
hit, lines, share = covered.split(" ", 2)
bugs = "; ".join(f"{b['kind']} {b['file']}:{b['line']}" for b in r["bugs"]) or "none"
print(f"| {library} | {title} | `{function}` | {hit} of {lines} ({share}) | {r['runs']['complete']:,} | {r['time_s']:.0f} s | {r['verdict']} | {bugs} |")
PY
}

mkdir -p "$work/out"
fetch hiredis-sys 0.4.1 source hiredis
fetch libyaml-sys 0.1.0 libyaml libyaml
fetch hoedown 6.0.0 libhoedown hoedown

hiredis="hiredis.c read.c sds.c"
libyaml="src/api.c src/reader.c src/scanner.c src/parser.c src/loader.c src/emitter.c src/writer.c"
hoedown="src/document.c src/html.c src/html_smartypants.c src/html_blocks.c src/buffer.c src/escape.c src/autolink.c src/stack.c"
rt="-I$here/include"
yaml="-Iinclude -DYAML_VERSION_STRING=\"0\" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=0 -DYAML_VERSION_PATCH=0"

echo "| library | run | function | lines | paths | time | verdict | bugs |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
# The lists of files and flags are split on purpose.
# shellcheck disable=SC2086
{
    run hiredis redisReaderGetReply reader "$cases/hiredis/reader.c" $hiredis -- $rt -I.
    run hiredis redisvFormatCommand format "$cases/hiredis/format.c" $hiredis -- $rt -I.
    run hiredis sdssplitargs sdssplitargs --entry sdssplitargs sds.c
    run libyaml yaml_parser_scan scan "$cases/libyaml/scan.c" $libyaml -- $rt $yaml
    run libyaml yaml_parser_load load "$cases/libyaml/load.c" $libyaml -- $rt $yaml
    run libyaml yaml_emitter_analyze_scalar emit "$cases/libyaml/emit.c" $libyaml -- $rt $yaml
    run hoedown hoedown_document_render render "$cases/hoedown/render.c" $hoedown -- $rt -Isrc
    run hoedown hoedown_html_smartypants smartypants "$cases/hoedown/smartypants.c" $hoedown -- $rt -Isrc
    run hoedown hoedown_escape_href escape "$cases/hoedown/escape.c" $hoedown -- $rt -Isrc
    run hoedown smartypants_cb__ltag ltag --entry smartypants_cb__ltag $hoedown -- -Isrc

    for library in hiredis libyaml hoedown; do
        patch -s -d "$work/$library" -p1 < "$cases/$library/bug.patch"
    done
    time=$bug_time
    run hiredis redisReaderGetReply reader-with-bug "$cases/hiredis/reader.c" $hiredis -- $rt -I.
    run libyaml yaml_parser_scan scan-with-bug "$cases/libyaml/scan.c" $libyaml -- $rt $yaml
    run hoedown hoedown_document_render render-with-bug "$cases/hoedown/render.c" $hoedown -- $rt -Isrc
}
