#!/usr/bin/env bash
# Checks every program of examples/ and says at the end what was found and where the tests are.
#
# usage: scripts/run-examples.sh path/to/rethread
#
# An example says in its first comment which flags it wants (`// args:`) and what is to be found
# (`// verdict:`); a verdict that differs fails the script.
set -uo pipefail
rethread=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 2
out=rethread-out
rm -rf "$out"
mkdir -p "$out"

names=() verdicts=() surprises=()
for file in examples/*.c; do
    name=$(basename "$file" .c)
    read -r -a flags < <(sed -n 's|^// args: ||p' "$file") || true
    expected=$(sed -n 's|^// verdict: ||p' "$file")
    printf '\n\033[1m$ rethread check %s%s\033[0m\n' "$file" "${flags[*]:+ ${flags[*]}}"
    "$rethread" check "$file" --out "$out/$name" ${flags[@]+"${flags[@]}"}
    case $? in
        0) verdict=ok ;;
        1) verdict=bugs ;;
        3) verdict=incomplete ;;
        *) verdict=error ;;
    esac
    names+=("$name") verdicts+=("$verdict")
    [ "$verdict" = "$expected" ] || surprises+=("$file: expected $expected, got $verdict")
done

printf '\n\033[1mIn short\033[0m\n'
for i in "${!names[@]}"; do
    name=${names[$i]}
    shopt -s nullglob
    bugs=("$out/$name"/bugs/*/report.txt)
    if [ ${#bugs[@]} -eq 0 ]; then
        printf '  %-15s %s\n' "$name" "no bug (${verdicts[$i]})"
    fi
    for bug in "${bugs[@]}"; do
        kind=$(sed -n '1s/^bug [0-9]* \[\(.*\)\]:.*/\1/p' "$bug")
        place=$(sed -n '2s/^  --> \([^ ]*\).*/\1/p' "$bug")
        printf '  %-15s %-15s %-30s test: %s\n' "$name" "$kind" "$place" "$(dirname "$bug")"
    done
done
printf '\nRun a bug natively:  %s replay %s/%s/bugs/1\n' "${1#"$PWD/"}" "$out" ring_buffer
if [ ${#surprises[@]} -gt 0 ]; then
    printf '\nNot as expected:\n'
    printf '  %s\n' "${surprises[@]}"
    exit 1
fi
