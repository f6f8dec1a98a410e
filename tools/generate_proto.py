"""Generates riverbus/pb from proto/ with the pinned protoc, typed, imports below riverbus.pb.

`python tools/generate_proto.py` writes; `--check` only says whether the committed code is current.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
TARGET = ROOT / "riverbus" / "pb"
HEADER = '"""Generated from proto/ by `make proto`. Do not edit."""\n'
OUTER = re.compile(r"\briverbus\.(?!pb\b)([a-z_]+)\.v(\d+)(?=[ .])")
IN_CODE = re.compile(r"^(\s*(?:from|import) .*|.*\b[a-z_0-9]+_pb2\b.*)$")


def main() -> int:
    """Generate or check; exit status 1 when the committed code is not current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare with what is there")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch) / "pb"
        _generate(Path(scratch), fresh)
        if check:
            stale = _differences(fresh, TARGET)
            for name in stale:
                print(f"riverbus/pb/{name} is not what proto/ gives: run `make proto`")
            return 1 if stale else 0
        _replace(fresh, TARGET)
    return 0


def _generate(scratch: Path, fresh: Path) -> None:
    protos = sorted(str(path.relative_to(PROTO)) for path in PROTO.glob("riverbus/**/*.proto"))
    raw = scratch / "raw"
    raw.mkdir()
    fresh.mkdir()
    (fresh / "__init__.py").write_text(HEADER)
    if not protos:
        return
    well_known = files("grpc_tools") / "_proto"
    bin_dir = Path(sys.executable).parent
    plugins = [
        f"--plugin=protoc-gen-{name}={bin_dir / f'protoc-gen-{name}'}"
        for name in ("mypy", "mypy_grpc")
    ]
    outputs = [f"--{kind}_out={raw}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", f"-I{well_known}"]
    done = subprocess.run(
        [*command, *plugins, *outputs, *protos], cwd=PROTO, text=True, capture_output=True
    )
    if done.returncode:
        sys.exit(done.stderr or "protoc failed")
    for path in sorted((raw / "riverbus").rglob("*.py*")):
        relative = path.relative_to(raw / "riverbus")
        if _is_empty_grpc(path, relative):
            continue
        target = fresh / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_rewrite(path.read_text()))
    for folder in (path for path in fresh.rglob("*") if path.is_dir()):
        (folder / "__init__.py").write_text(HEADER)


def _is_empty_grpc(path: Path, relative: Path) -> bool:
    """protoc writes a _pb2_grpc file for every proto, also where there is no service."""
    if not path.stem.endswith("_pb2_grpc"):
        return False
    source = PROTO / "riverbus" / relative.parent / (path.stem.removesuffix("_pb2_grpc") + ".proto")
    return not re.search(r"^service \w+", source.read_text(), re.MULTILINE)


def _rewrite(text: str) -> str:
    """Imports and qualified module names to riverbus.pb; descriptors' names stay as they are."""
    lines = []
    for line in text.splitlines():
        is_data = "AddSerializedFile" in line
        if not is_data and IN_CODE.match(line) and re.search(r"\bimport\b|_pb2", line):
            line = OUTER.sub(r"riverbus.pb.\1.v\2", line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def _names(folder: Path) -> dict[str, Path]:
    paths = (path for path in folder.rglob("*") if path.suffix in (".py", ".pyi"))
    return {str(path.relative_to(folder)): path for path in paths}


def _differences(fresh: Path, committed: Path) -> list[str]:
    new, old = _names(fresh), _names(committed)
    return sorted(
        name
        for name in new.keys() | old.keys()
        if name not in new or name not in old or new[name].read_text() != old[name].read_text()
    )


def _replace(fresh: Path, target: Path) -> None:
    """Writes only what changed, so that a running interpreter never sees a missing package."""
    new = _names(fresh)
    for name in _differences(fresh, target):
        path = target / name
        if name in new:
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(new[name], path)
        else:
            path.unlink()


if __name__ == "__main__":
    sys.exit(main())
