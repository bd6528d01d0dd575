#!/usr/bin/env bash
# Installs the Debian packages rethread needs; does nothing when they are there.
#
# usage: scripts/setup.sh [--with-tests]
set -euo pipefail

# package: why
packages=(
    "build-essential: a linker and the C library's headers"
    "pkg-config: finds the libraries below"
    "clang-19: compiles the C programs that rethread checks"
    "llvm-19-dev: reads LLVM bitcode"
    "libz3-dev: the Z3 solver"
    "libclang-rt-19-dev: sanitizers, with which tests are replayed"
)
if [ "${1:-}" = --with-tests ]; then
    packages+=(
        "csmith: random C programs for the tests"
        "libcsmith-dev: the header those programs include"
        "memcached: a server that the tests of the store share results by"
        "redis-server: another one"
        "chromium: opens the report"
        "python3: drives it, and holds files to their schemas"
        "python3-jsonschema: for SARIF and witnesses"
        "python3-yaml: reads witnesses and workflow files"
        "libxml2-utils: xmllint, for JUnit"
        "git: the history of the examples"
    )
fi

if ! command -v cargo >/dev/null; then
    echo "cargo is not installed: see https://rustup.rs" >&2
    exit 1
fi
wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$(dirname "$0")/../Cargo.toml")
have=$(cargo --version | cut -d' ' -f2)
if [ "$(printf '%s\n%s\n' "$wanted" "$have" | sort -V | head -n 1)" != "$wanted" ]; then
    echo "cargo $have is too old, rethread needs $wanted: rustup update stable (see https://rustup.rs)" >&2
    exit 1
fi

if ! command -v dpkg-query >/dev/null; then
    # Not Debian: the build says what it misses, and `rethread doctor` what is missing at run time.
    echo "This is not a Debian system; install the equivalents of:" >&2
    printf '  %s\n' "${packages[@]}" >&2
    exit 0
fi

missing=()
for entry in "${packages[@]}"; do
    name=${entry%%:*}
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" != installed ]; then
        missing+=("$name")
        [ ${#missing[@]} -gt 1 ] || echo "Installing Debian packages that rethread needs:"
        echo "  $entry"
    fi
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Not root and no sudo. As root, run: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends -qq "${missing[@]}"
}
# The package lists of a fresh system are empty or old: fetch them only when installing fails.
if ! install >/dev/null 2>&1; then
    "${as_root[@]}" apt-get update -qq
    install
fi
