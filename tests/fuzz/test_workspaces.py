"""Hostile workspace files: each is refused in a sentence, or opens and can be used and saved."""

import numpy as np
import pytest
from fuzz.models import VALUES
from fuzz.workspaces import TEXTS, changed, exchanged, good_workspaces, use_workspace

N_FILES = 500


def test_hostile_workspaces_open_or_give_one_sentence():
    rng, good = np.random.default_rng(15), good_workspaces()
    for number in range(N_FILES):
        one = good[number % len(good)]
        use_workspace(one if number < len(good) else changed(one, rng))


def _use_with_everywhere(value):
    for good in good_workspaces():
        for content in exchanged(good, value):
            use_workspace(content)


@pytest.mark.parametrize("value", ["no such layout", [10**400], {"a": {}}])
def test_every_entry_with_what_it_cannot_hold_gives_at_most_a_sentence(value):
    _use_with_everywhere(value)


@pytest.mark.slow
@pytest.mark.parametrize("value", (*VALUES, *TEXTS), ids=lambda value: f"{value!r:.20}")
def test_every_entry_with_every_hostile_value_gives_at_most_a_sentence(value):
    _use_with_everywhere(value)
