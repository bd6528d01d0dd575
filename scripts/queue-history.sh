#!/usr/bin/env bash
# Rebuilds the repository of examples/queue-history and walks it commit by commit: a line says what each commit is called,
# which bugs are new in it, which are fixed, and how many runs that took.
#
# usage: scripts/queue-history.sh path/to/rethread [folder for the repository]
#
# Names and dates come from the patches, so the commits are the same ones everywhere.
set -euo pipefail
rethread=$(realpath "$1")
patches=$(realpath "$(dirname "$0")/../examples/queue-history")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
repository=${2:-$scratch/repository}
mkdir -p "$repository"

# Nothing of the caller's own settings for git plays a part.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
git -C "$repository" init -q -b main
git -C "$repository" -c user.name='Ada Queue' -c user.email=ada@example.org \
    am -q --committer-date-is-author-date "$patches"/*.patch

# The bugs of a result as `kind function` or `kind function/function`, a line each: lines of code move, functions stay.
bugs() {
    awk '/^    [{]/ { kind = ""; function_ = ""; other = "" }
         /^      "kind":/ { kind = $2 } /^      "function":/ { function_ = $2 } /^        "function":/ { other = "/" $2 }
         /^    [}]/ && kind != "" { print kind, function_ other }' "$1" | tr -d '",' | sort -u
}

: >"$scratch/before"
number=0
for commit in $(git -C "$repository" rev-list --reverse main); do
    number=$((number + 1))
    git -C "$repository" show "$commit:queue.c" >"$scratch/queue.c"
    "$rethread" check "$scratch/queue.c" --preset dpor --no-tests --json --out "$scratch/out" \
        >"$scratch/result" 2>"$scratch/errors" || [ $? = 1 ] || { cat "$scratch/result" "$scratch/errors" >&2; exit 2; }
    rm -rf "$scratch/out"*
    bugs "$scratch/result" >"$scratch/now"
    told=$(comm -13 "$scratch/before" "$scratch/now" | sed 's/^/new: /'
        comm -23 "$scratch/before" "$scratch/now" | sed 's/^/fixed: /'
        comm -12 "$scratch/before" "$scratch/now" | sed 's/^/still: /')
    printf '%2d  %-58s %6d runs%s\n' "$number" "$(git -C "$repository" log -1 --format=%s "$commit")" \
        "$(awk '/^    "complete":/ { print $2 + 0; exit }' "$scratch/result")" "$(sed "s|^.|  &|" <<<"$told" | tr -d "\n")"
    mv "$scratch/now" "$scratch/before"
done
