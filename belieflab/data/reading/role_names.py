"""What a column of a table can be."""

from typing import Literal, get_args

Role = Literal[
    "feature",
    "category",
    "one-hot",
    "dissimilarity",
    "truth",
    "label",
    "annotator",
    "id",
    "text",
    "split",
    "weight",
    "ignore",
]
ROLES: tuple[Role, ...] = get_args(Role)
