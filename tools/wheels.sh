#!/bin/sh
# Proves that `make demo` needs no compiler: wheels of every locked package for x86-64 and arm64
# Linux and macOS, with the oldest and the newest Python.
set -eu
cd "$(dirname "$0")/.."
missing=0
for python in 3.11 3.14; do
    for platform in x86_64-manylinux_2_28 aarch64-manylinux_2_28 x86_64-apple-darwin \
        aarch64-apple-darwin; do
        if .venv/bin/uv pip install --quiet --dry-run --target build/none --only-binary :all: \
            --no-deps --python-platform "$platform" --python-version "$python" \
            -r requirements/demo.txt; then
            echo "wheels: Python $python, $platform: all there"
        else
            echo "wheels: Python $python, $platform: some are missing"
            missing=1
        fi
    done
done
exit $missing
