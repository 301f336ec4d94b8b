"""YAML: safe values of a text, and the table of one that gives a class to each object."""

import re
from collections.abc import Iterable
from typing import Any

import pandas as pd

from belieflab.data.label_files.cells import plain_name
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.json_tables import NESTED
from belieflab.data.reading.limits import check_table_size
from belieflab.data.reading.sampling import FileSample
from belieflab.errors import DataError

YAML_ENDINGS = ("yaml", "yml")
DEEPEST = 50
_LONG_NUMBER = re.compile(r"[-+0-9.][-+0-9a-fA-FxX_:.]{1000,}")


def guess_yaml(sample: FileSample) -> FileGuess | None:
    """A file that is called so."""
    return FileGuess("yaml") if sample.ending in YAML_ENDINGS else None


def read_yaml(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """The table of `object: class` in each line; nested values are refused."""
    values = load_yaml(content)
    if not isinstance(values, dict) or not values:
        raise DataError("The YAML text holds no table: expected is `object: class` in each line.")
    for name, value in values.items():
        if isinstance(value, (dict, list)):
            kind = "list" if isinstance(value, list) else "record"
            raise DataError(f"The entry {str(name)!r} holds a {kind}, {NESTED}.")
    check_table_size(len(values), 2)
    classes = [None if value is None else written(value) for value in values.values()]
    return pd.DataFrame({"id": [str(name) for name in values], "class": classes})


def written(value: Any) -> str:
    """A plain value as the text has it, a whole number without its `.0`."""
    return str(value).lower() if isinstance(value, bool) else plain_name(value)


def load_yaml(content: bytes) -> Any:
    """The values of a YAML text; references and tags of programs are refused."""
    import yaml

    loader = yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader
    try:
        _check_events(yaml.parse(content, Loader=loader))
        return yaml.load(content, Loader=loader)  # noqa: S506  (a safe loader)
    except (DataError, MemoryError):
        raise
    except Exception as error:  # a tag that does not fit its value raises whatever it causes
        mark = getattr(error, "problem_mark", None)
        where = "" if mark is None else f" in line {mark.line + 1}"
        raise DataError(f"The YAML text cannot be read{where}.") from None


def _check_events(events: Iterable[Any]) -> None:
    """Refuse what would cost more than the text is long, as soon as it is met.

    Depth makes the parser quadratic and ends the stack of what builds the values; by references a
    small text becomes a large one.
    """
    import yaml

    depth = 0
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            raise DataError("The YAML text refers to parts of itself, which is not read.")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise DataError(f"The YAML text is nested more than {DEEPEST} levels deep.")
        if isinstance(event, yaml.ScalarEvent) and _LONG_NUMBER.fullmatch(event.value):
            raise DataError("The YAML text holds a number with too many digits.")
