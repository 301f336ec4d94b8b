"""Names of columns: which are refused and which name the true classes."""

from belieflab.data.label_files import parse_heading
from belieflab.errors import DataError

CLASS_HEADINGS = frozenset(
    {"class", "classes", "target", "truth", "y_true", "species", "category", "outcome"}
)
"""Names under which tables often keep the true class; `y` is as often a coordinate beside `x`."""


ID, TEXT = "id", "text"
"""Headings under which files of the lab keep the ids and the texts of objects."""

ID_HEADINGS = frozenset(
    {
        *("key", "name", "filename", "file", "file_name", "path", "rowid"),
        *("image", "img", "picture", "item", "object", "sample", "subject", "patient", "case"),
    }
)
"""Names under which tables often keep what identifies an object."""


SAID_HEADINGS = frozenset(
    {
        *("label", "labels", "annotation", "annotations", "tag", "tags"),
        *("pred", "predicted", "prediction", "predictions", "y_pred", "y_hat"),
    }
)
"""Names of columns that hold what somebody says about the class, unless it is the true class."""
_ID_OF_CLASSES = frozenset({"label", "cluster", "type", "kind", *CLASS_HEADINGS})


def is_said_heading(name: str) -> bool:
    """Whether a column is called like what somebody says: `label`, `noisy_label`, `y_pred`."""
    name = _key(name)
    ends = name.endswith(("_label", "_labels", "_annotation", "_pred"))
    return name in SAID_HEADINGS or (ends and name.split("_")[0] not in _TRUE)


_TRUE = frozenset({"true", "gold", "golden", "gt", "ground", "real", "correct", *CLASS_HEADINGS})


def is_sure_id_heading(name: str) -> bool:
    """Whether a column can only be meant as ids, also where some come twice: `id`, `PlantId`.

    `class_id` and its like number classes, not objects.
    """
    joined = name.strip()[-2:] in ("Id", "ID") and name.strip()[-3:-2].islower()
    name = _key(name)
    if joined and name[:-2] not in _ID_OF_CLASSES:
        return True
    if name in {ID, "ids", "uid", "uuid", "guid"}:
        return True
    return name.endswith("_id") and name.removesuffix("_id") not in _ID_OF_CLASSES


def _key(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def is_id_heading(name: str) -> bool:
    """Whether a column is called like a column of ids."""
    return name.strip().lower().replace(" ", "_") in ID_HEADINGS or is_sure_id_heading(name)


def check_names(names: list[str]) -> None:
    """Refuse a name that appears twice."""
    seen: dict[str, int] = {}
    for k, name in enumerate(names):
        if name in seen:
            raise DataError(
                f"The column name {name!r} appears twice, in columns {seen[name] + 1} and {k + 1}; "
                "rename one of them."
            )
        seen[name] = k


def is_class_heading(name: str) -> bool:
    """Whether a column is called like a column of true classes."""
    return parse_heading(name).name.strip().lower() in CLASS_HEADINGS


def column_names(header: list[str] | None, n_columns: int) -> list[str]:
    """Names for the columns: those of the header, `column 3` where it is blank or absent."""
    if header is None:
        return [f"column {k + 1}" for k in range(n_columns)]
    if len(header) == n_columns - 1:
        header = ["row", *header]
    if len(header) != n_columns:
        raise DataError(
            f"The row of names has {len(header)} cells but the first row of data has {n_columns}."
        )
    names = [name if name.strip() else f"column {k + 1}" for k, name in enumerate(header)]
    check_names(names)
    return names
