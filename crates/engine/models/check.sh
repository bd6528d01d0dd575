#!/bin/sh
# Compares the C models of libc with the C library of this machine, natively, on random inputs, and checks that every
# model is in docs/libc.md. Takes seconds. CLANG names the compiler (default clang-19).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang-19}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/models" "$work/test"

# As the engine compiles them, but that undefined behaviour traps.
for f in "$here"/*.c; do
    "$clang" -std=gnu17 -O1 -Xclang -disable-llvm-passes -g -fno-builtin -Wall -Wextra -Werror -c "$f" -o /dev/null
    "$clang" -std=gnu17 -O1 -g -fno-builtin -fPIC -fsanitize=undefined -fsanitize-trap=undefined \
        -c "$f" -o "$work/models/$(basename "$f" .c).o"
done

# One object in which every model is called m_NAME; primitives keep their names.
ld -r -o "$work/all.o" "$work"/models/*.o
nm -g --defined-only "$work/all.o" | awk '{ print $3, "m_" $3 }' >"$work/names"
objcopy --redefine-syms="$work/names" "$work/all.o" "$work/renamed.o"

for f in "$here"/test/*.c; do
    "$clang" -std=gnu17 -O1 -g -fno-builtin -w -c "$f" -o "$work/test/$(basename "$f" .c).o"
done
"$clang" "$work"/test/*.o "$work/renamed.o" -lm -o "$work/check"
LC_ALL=C "$work/check"

# The tables: every public name of a model has a row, and every name in a C model's row has a model.
docs=$here/../../../docs
awk '{ print $1 }' "$work/names" | grep -v '^__rethread_' | sort -u >"$work/modelled"
awk -F"|" '$3 ~ /C model|unknown/ { print $2 }' "$docs/libc.md" "$docs/threads.md" |
    grep -o '`[^`]*`' | tr -d '`' | grep -v "^__rethread_" | sort -u >"$work/listed"
if ! diff "$work/modelled" "$work/listed"; then
    echo "docs/libc.md and docs/threads.md differ from the models: < has no row, > has no model"
    exit 1
fi
echo "docs/libc.md and docs/threads.md list every model"
