#!/bin/sh
# Makes .venv from the locked requirements: tools/setup.sh demo|dev. Needs Python 3.11 or newer.
set -eu
cd "$(dirname "$0")/.."
wanted=${1:-demo}
stamp=.venv/.ready-$wanted
if [ -f "$stamp" ] && [ "requirements/$wanted.txt" -ot "$stamp" ] && [ pyproject.toml -ot "$stamp" ] \
    && [ setup.py -ot "$stamp" ]; then
    exit 0
fi
if [ ! -x .venv/bin/python ]; then
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
            >/dev/null 2>&1; then
            found=$candidate
            break
        fi
    done
    if [ -z "${found:-}" ]; then
        echo "setup: no Python 3.11 or newer with venv was found. Install one (Debian: apt install" \
            "python3 python3-venv), or name it: make setup PYTHON=/path/to/python3" >&2
        exit 1
    fi
    echo "setup: making .venv with $("$found" --version)"
    "$found" -m venv .venv
fi
if [ ! -x .venv/bin/uv ]; then
    .venv/bin/python -m pip install --quiet --disable-pip-version-check uv || true
fi
echo "setup: installing requirements/$wanted.txt"
if [ -x .venv/bin/uv ]; then
    .venv/bin/uv pip install --quiet --python .venv/bin/python --require-hashes \
        -r "requirements/$wanted.txt"
    .venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps -e .
else
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
        -r "requirements/$wanted.txt"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
fi
touch "$stamp"
