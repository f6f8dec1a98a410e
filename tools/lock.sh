#!/bin/sh
# Locks the requirements: universal, hashed, without the address of any index.
set -eu
cd "$(dirname "$0")/.."
lock() {
    name=$1
    shift
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-header --no-annotate "$@" pyproject.toml \
        --output-file "requirements/$name.txt"
}
lock runtime
lock demo --extra embedded
lock dev --extra embedded --extra dev
