#!/usr/bin/env bash
# Rebuilds the repository of examples/queue-history and walks it commit by commit: a line says what each commit is called,
# how many runs it took to say what it changes, and which bugs are new in it, still present, and fixed.
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
git -C "$repository" -c user.name=queue -c user.email=queue@example.org \
    am -q --committer-date-is-author-date "$patches"/*.patch

# The bugs of a result as `status: kind function` or `status: kind function/function`: lines of code move, functions stay.
bugs() {
    awk '/^    [{]/ { kind = ""; function_ = ""; other = ""; status = "new" }
         /^      "kind":/ { kind = $2 } /^      "function":/ { function_ = $2 } /^      "status":/ { status = $2 }
         /^        "function":/ { other = "/" $2 }
         /^    [}]/ && kind != "" { printf "  %s: %s %s%s\n", status, kind, function_, other }' "$1" | tr -d '",' | sort -u
}

# A number of the result that is KEY of OBJECT.
value() {
    awk -v object="  \"$2\": {" -v key="    \"$3\":" '
        $0 == object { inside = 1 } inside && index($0, key) == 1 { print $2 + 0; exit } /^  [}]/ { inside = 0 }' "$1"
}

number=0
mkdir "$scratch/new"
for commit in $(git -C "$repository" rev-list --reverse main); do
    number=$((number + 1))
    git -C "$repository" show "$commit:queue.c" >"$scratch/new/queue.c"
    # The first has nothing before it.
    what=(check "$scratch/new/queue.c")
    [ $number = 1 ] || what=(diff --store "$scratch/store" --git "$commit~..$commit" queue.c)
    (cd "$repository" && exec "$rethread" "${what[@]}" --json --no-tests --out "$scratch/out") \
        >"$scratch/result" 2>"$scratch/errors" || [ $? = 1 ] || { cat "$scratch/result" "$scratch/errors" >&2; exit 2; }
    rm -rf "$scratch/out"*
    printf '%2d  %-58s %6d runs%s\n' "$number" "$(git -C "$repository" log -1 --format=%s "$commit")" \
        $(($(value "$scratch/result" runs complete) + $(value "$scratch/result" runs pruned))) \
        "$(bugs "$scratch/result" | tr -d '\n')"
done
