"""The one exception, and the one warning, that a person is meant to read."""

import inspect
import warnings
from pathlib import Path

_PACKAGE = str(Path(__file__).parent)


_LONGEST, _END = 1_000, 200
"""Characters of a sentence, and those of its end that stay when it is cut."""


class DataError(ValueError):
    """Bad input, described in a sentence that a non-programmer can act on.

    The message names the row, the column, what was found and what is expected. It quotes what a
    file holds, so it is kept on one line and cut where it is long.
    """

    def __init__(self, *message: object) -> None:
        super().__init__(*(_one_line(each) if isinstance(each, str) else each for each in message))


class FitWarning(UserWarning):
    """A fit met a difficulty; the sentence says which and what was done about it."""


def _one_line(text: str) -> str:
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - _END]} … {text[-_END:]}"
    return text if text.isprintable() else " ".join(text.split())


def warn_caller(message: str, category: type[Warning]) -> None:
    """Warn about the line outside belieflab that led here: Python shows it once for that line."""
    frame = inspect.currentframe()
    level = 0
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
        level += 1
    warnings.warn(message, category, stacklevel=level + 1)
