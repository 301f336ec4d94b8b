"""What was understood of a table, in one line."""

import pandas as pd

from belieflab.data.label_files import as_names
from belieflab.data.label_files.cells import merge_numbers
from belieflab.data.label_files.text_labels import is_no_true_class
from belieflab.data.reading.questions import counted, name_layout
from belieflab.data.reading.roles import Roles
from belieflab.data.reading.splits import describe_split

_MAX_LISTED, _LONGEST = 4, 40


def describe_table(frame: pd.DataFrame, roles: Roles) -> str:
    """What was understood: `1,797 objects, 64 features, 10 classes in digit, labels: none`."""
    parts = [counted(len(frame), "object"), counted(len(roles.columns("feature")), "feature")]
    if relational := roles.columns("dissimilarity"):
        parts[1] = f"dissimilarities ({len(frame):,} × {len(relational):,})"
    categories, truth, ids = (roles.columns(role) for role in ("category", "truth", "id"))
    if categories:
        parts.append(counted(len(categories), "category", "categories"))
    for name in truth[:1]:
        named = as_names(pd.Series(frame[name].dropna().unique()))
        known = merge_numbers({each for each in named if each is not None})
        unknown = is_no_true_class(known)
        classes = counted(len(known) - unknown, "class", "classes")
        parts.append(f"{classes} in {_short(name)}{' (-1: unknown)' if unknown else ''}")
    parts += [] if truth else ["no classes" if relational else "true classes: none"]
    parts += [f"ids in {_short(name)}" for name in ids[:1]]
    parts += [f"texts in {_short(name)}" for name in roles.columns("text")[:1]]
    parts += _describe_others(frame, roles)
    labels = roles.columns("label")
    if relational and not labels:
        return ", ".join(parts)
    said = "none" if not labels else f"in {_listed(labels)}"
    if labels and roles.layout is not None:
        said = f"{name_layout(frame[labels], roles.layout)} {said}"
    return ", ".join([*parts, f"labels: {said}"])


def _describe_others(frame: pd.DataFrame, roles: Roles) -> list[str]:
    encoded, people = roles.columns("one-hot"), roles.columns("annotator")
    parts = [f"one-hot: {_listed(encoded)}"] if encoded else []
    parts += [f"answers of {counted(len(people), 'annotator')}"] if people else []
    for name in roles.columns("split")[:1]:
        split = describe_split(frame[name], name, roles.training)
        parts.append(f"{split} in {_short(name)}")
    parts += [f"weights in {_short(name)}" for name in roles.columns("weight")[:1]]
    ignored = roles.columns("ignore")
    if len(ignored) > _MAX_LISTED:
        return [*parts, f"{len(ignored):,} columns ignored"]
    return [*parts, f"ignored: {_listed(ignored)}"] if ignored else parts


def _listed(names: list[str]) -> str:
    more = ", …" if len(names) > _MAX_LISTED else ""
    return ", ".join(map(_short, names[:_MAX_LISTED])) + more


def _short(name: str) -> str:
    """A heading that is not too long for the line."""
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + "…"
