"""What the pages for people say in code: commands, variables, metrics, files, names."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
INDENTED = re.compile(r"^ {4,}(?=\S)(.*)$", re.MULTILINE)


def pages() -> list[Path]:
    """Every page that somebody reads to use, run or change the room."""
    found = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CHANGELOG.md")]
    for pattern in ("docs/**/*.md", "services/*/README.md", "riverbus/**/*.md", "deploy/**/*.md"):
        found += ROOT.glob(pattern)
    return sorted(found)


def runbooks() -> list[Path]:
    """What to do when an alert fires."""
    return sorted((ROOT / "docs" / "runbooks").glob("*.md"))


def inline_code(page: Path) -> list[str]:
    """All that stands in single backticks, outside of blocks."""
    return INLINE.findall(FENCE.sub("", page.read_text()))


def block_lines(page: Path) -> Iterator[str]:
    """Lines of fenced and of indented blocks; a line that ends in a backslash goes on."""
    text = page.read_text()
    blocks = "\n".join((*FENCE.findall(text), *INDENTED.findall(FENCE.sub("", text))))
    yield from (line.strip() for line in blocks.replace("\\\n", " ").splitlines())


def commands(page: Path) -> Iterator[str]:
    """Each `riverbus …`; comments, prompts and the words beside it in a table are cut off."""
    for line in (*inline_code(page), *block_lines(page)):
        for cell in re.split(r" {3,}", line.removeprefix("$ ")):
            if cell.startswith("riverbus "):
                yield re.split(r"\s+#|  | [|>] | && ", cell)[0].strip()
