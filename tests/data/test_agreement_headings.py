"""Headings of columns with ratings."""

import time

from belieflab.data.crowd_files.agreement import _is_called_so


def test_a_heading_of_digits_is_read_in_linear_time():
    begun = time.process_time()
    assert not _is_called_so("1" * 20_000 + "x")
    assert time.process_time() - begun < 0.5
    assert _is_called_so("rater_12") and not _is_called_so("weight_12")
