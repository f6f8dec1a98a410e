#!/bin/sh
# Checks the types of the web client: TypeScript reads the JSDoc of web/app. Needs npm, and the
# compiler from it at the version below. Without npm it says so, and fails with CI=true; where npm
# has no registry it only says so.
set -eu
cd "$(dirname "$0")/.."
TYPESCRIPT=7.0.2
if ! command -v npm >/dev/null 2>&1; then
    echo "check_web: npm is not here, so the client's types were not checked (install nodejs, npm)"
    if [ "${CI:-}" = "true" ]; then exit 1; fi
    exit 0
fi
tools=build/web-check
if [ ! -x "$tools/node_modules/.bin/tsc" ]; then
    mkdir -p "$tools"
    printf '{"private": true}\n' > "$tools/package.json"
    if ! npm install --prefix "$tools" --no-audit --no-fund --silent "typescript@$TYPESCRIPT"; then
        echo "check_web: npm could not fetch TypeScript, so the client's types were NOT checked"
        exit 0
    fi
fi
"$tools/node_modules/.bin/tsc" --project web/tsconfig.json
