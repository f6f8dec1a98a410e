"""What can be wrong with a scenario: the file, or the outcome."""


class ScenarioError(Exception):
    """Raised when a file cannot be read as a scenario: file, line (0: unknown) and reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


class StepSyntaxError(ValueError):
    """Raised when a step's text means nothing; the loader adds file and line."""


class Difference(Exception):
    """Raised at the first step whose outcome is not the expected one."""

    def __init__(self, step: str, expected: str, got: str) -> None:
        super().__init__(f"step {step!r}: expected {expected}, got {got}")
        self.step = step
        self.expected = expected
        self.got = got
