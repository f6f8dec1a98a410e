"""Each rule where log, lease, wallet and clients meet has a test that names it.

The rules are numbered 1 to 36 in the design; a test carries one by its name (`test_seams_7_...`) or
by its docstring (`SEAMS 7, 31: ...`), and so does each fault that the simulator plants.
"""

import ast
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).parent
RULES = set(range(1, 37))
IN_NAME = re.compile(r"test_seams_(\d+)_")
IN_WORDS = re.compile(r"SEAMS ((?:\d+(?:, | and | to )?)+)")


def _carried() -> set[int]:
    found: set[int] = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        if "seams_" not in text and "SEAMS" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if node.name.startswith("test_"):
                numbers = IN_NAME.findall(node.name)
                for words in IN_WORDS.findall(ast.get_docstring(node) or ""):
                    numbers += re.findall(r"\d+", words)
                found.update(map(int, numbers))
    return found


def test_each_rule_at_the_seams_is_carried_by_a_test() -> None:
    # In a thread of its own: Python 3.11 counts depth wrongly where greenlets ran before.
    with ThreadPoolExecutor(1) as pool:
        carried = pool.submit(_carried).result()
    assert sorted(RULES - carried) == []
