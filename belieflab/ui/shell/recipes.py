"""Recipes: how data or labels were made, short enough for a link."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from belieflab.data.laws import LAWS
from belieflab.data.parameters import checked_settings
from belieflab.data.samples import SAMPLES


@dataclass(frozen=True)
class Recipe:
    """The key of a sample or of a label law, and the settings given to it."""

    key: str
    settings: Mapping[str, Any] = field(default_factory=dict)


def complete_sample(recipe: Recipe) -> Recipe:
    """The recipe of a sample with every setting checked and written out.

    So it outlives a change of defaults, and a page can show each setting.
    """
    sample = SAMPLES.find(recipe.key)
    return Recipe(recipe.key, checked_settings(sample.parameters, recipe.settings))


def complete_law(recipe: Recipe) -> Recipe:
    """The recipe of a label law with every setting checked and written out."""
    law = LAWS.find(recipe.key)
    return Recipe(recipe.key, checked_settings(law.parameters, recipe.settings))
