"""Recipes: how data or labels were made, short enough for a link."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from belieflab.data.laws import LAWS
from belieflab.data.parameters import checked_settings
from belieflab.data.samples import SAMPLES
from belieflab.errors import DataError


@dataclass(frozen=True)
class Recipe:
    """A key of the shelf (of samples or of laws) and the settings given to it."""

    key: str
    settings: Mapping[str, Any] = field(default_factory=dict)


def complete_sample(recipe: Recipe) -> Recipe:
    """The recipe of a sample with every setting checked and written out.

    So it outlives a change of defaults, and a page can show each setting.
    """
    if recipe.key not in SAMPLES:
        raise DataError(
            f"There is no sample called {recipe.key!r}; there are {', '.join(SAMPLES)}."
        )
    return Recipe(recipe.key, checked_settings(SAMPLES[recipe.key].parameters, recipe.settings))


def complete_law(recipe: Recipe) -> Recipe:
    """The recipe of a law of labels with every setting checked and written out."""
    if recipe.key not in LAWS:
        raise DataError(
            f"There is no law of labels called {recipe.key!r}; there are {', '.join(LAWS)}."
        )
    return Recipe(recipe.key, checked_settings(LAWS[recipe.key].parameters, recipe.settings))
