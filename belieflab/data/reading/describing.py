"""What was understood of a table, in one line."""

import pandas as pd

from belieflab.data.label_files import LAYOUTS
from belieflab.data.reading.questions import counted
from belieflab.data.reading.roles import Roles
from belieflab.data.reading.splits import describe_split

_MAX_LISTED = 4


def describe_table(frame: pd.DataFrame, roles: Roles) -> str:
    """What was understood: `1,797 objects, 64 features, 10 classes in digit, labels: none`."""
    parts = [counted(len(frame), "object"), counted(len(roles.columns("feature")), "feature")]
    if relational := roles.columns("dissimilarity"):
        parts[1] = f"dissimilarities ({len(frame):,} × {len(relational):,})"
    categories, truth, ids = (roles.columns(role) for role in ("category", "truth", "id"))
    if categories:
        parts.append(counted(len(categories), "category", "categories"))
    for name in truth[:1]:
        parts.append(f"{counted(frame[name].nunique(), 'class', 'classes')} in {name}")
    parts += [] if truth else ["no classes" if relational else "true classes: none"]
    parts += [f"ids in {name}" for name in ids[:1]]
    parts += [f"texts in {name}" for name in roles.columns("text")[:1]]
    parts += _describe_others(frame, roles)
    labels = roles.columns("label")
    if relational and not labels:
        return ", ".join(parts)
    said = "none" if not labels else f"in {', '.join(labels[:_MAX_LISTED])}"
    if labels and roles.layout is not None:
        said = f"{LAYOUTS[roles.layout].title.lower()} {said}"
    return ", ".join([*parts, f"labels: {said}{', …' if len(labels) > _MAX_LISTED else ''}"])


def _describe_others(frame: pd.DataFrame, roles: Roles) -> list[str]:
    encoded, people = roles.columns("one-hot"), roles.columns("annotator")
    parts = [f"one-hot: {', '.join(encoded[:_MAX_LISTED])}"] if encoded else []
    parts += [f"answers of {counted(len(people), 'annotator')}"] if people else []
    for name in roles.columns("split")[:1]:
        parts.append(f"{describe_split(frame[name], name, roles.training)} in {name}")
    return parts + [f"weights in {name}" for name in roles.columns("weight")[:1]]
