#!/usr/bin/env bash
# Takes the pictures of docs/report.md: the report of the commit of examples/queue-history that brings a lost wake-up, in Chromium.
#
# usage: scripts/report-pictures.sh path/to/rethread [folder for the pictures]
set -euo pipefail
rethread=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
pictures=$(realpath "${2:-$here/../docs/img}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git -C "$scratch" init -q -b main
git -C "$scratch" -c user.name=queue -c user.email=queue@example.org \
    am -q --committer-date-is-author-date "$here"/../examples/queue-history/*.patch
cd "$scratch"
"$rethread" diff --git main~4..main~3 queue.c --no-tests -q || [ $? = 1 ]
"$rethread" report -o site

shot() { # page, name, flags
    "$here/browse.py" site --pages "$1" --shots "$scratch" "${@:3}" >/dev/null
    mv "$scratch/${1%.html}"*.png "$pictures/$2.png"
}
shot index.html report-summary
step="document.querySelectorAll('.step')[33].click(); document.querySelectorAll('.step')[22].scrollIntoView()"
shot bug-1.html report-bug --script "$step"
shot bug-1.html report-bug-dark --dark --script "$step"
shot change.html report-change-dark --dark
shot tree.html report-tree --script "scrollTo(0, 150)"
shot run.html report-run
shot bug-1.html report-phone --width 390 --height 844 --scale 2 --script "document.querySelectorAll('.step')[30].scrollIntoView()"
