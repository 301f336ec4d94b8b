"""Lengths of time as people write them."""

import pytest

from belieflab.durations import format_seconds


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "less than 1 s"),
        (0.2, "less than 1 s"),
        (1, "1 s"),
        (7.2, "8 s"),
        (60, "1 min 0 s"),
        (75, "1 min 15 s"),
        (135, "2 min 15 s"),
        (7400, "2 h 4 min"),
    ],
)
def test_time_is_written_as_people_do(seconds, text):
    assert format_seconds(seconds) == text
