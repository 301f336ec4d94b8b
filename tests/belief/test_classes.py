from pathlib import PurePath

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab import DataError, Frame, MassTable
from belieflab.belief import as_mass_table, combine
from belieflab.belief.classes import (
    as_class_array,
    find_classes,
    guess_kind,
    kind_of,
    plain_value,
    restore_values,
)
from belieflab.errors import FitWarning

WHOLE = st.integers(-(2**52), 2**52)


@pytest.mark.parametrize(
    ("given", "value"),
    [
        (np.int8(3), 3),
        (2.0, 2),
        (np.float32(-1.0), -1),
        (0.5, 0.5),
        (np.bool_(True), True),
        (np.str_("a"), "a"),
        (1e300, 1e300),
        ([1], "[1]"),
    ],
)
def test_a_class_value_is_a_plain_python_object(given, value):
    found = plain_value(given)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ((0, 1), "integer"),
        ((False, True), "boolean"),
        (("a", "1"), "text"),
        ((0.5, 1), "number"),
        ((0, "a"), "text"),
        ((pd.Timestamp("2020-01-01"),), "text"),
    ],
)
def test_a_frame_says_what_its_values_are(values, kind):
    frame = Frame(values)
    assert frame.values == values
    assert frame.kind == kind_of(values) == kind
    assert frame.names == tuple(map(str, values))
    assert Frame.of_kind(frame.names, kind) == frame


@given(
    st.one_of(
        st.sets(WHOLE, min_size=1, max_size=5),
        st.sets(st.booleans(), min_size=1),
        st.sets(st.text(min_size=1), min_size=1, max_size=5),
        st.sets(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5),
    )
)
def test_names_and_kind_give_the_values_back(values):
    plain = tuple(dict.fromkeys(map(plain_value, values)))
    found = restore_values(map(str, plain), kind_of(plain))
    assert found == plain
    assert list(map(type, found)) == list(map(type, plain))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("x", "integer"),
        ("01", "integer"),
        ("1_0", "integer"),
        ("yes", "boolean"),
        ("1.0", "number"),
    ],
)
def test_a_name_that_no_value_of_the_kind_prints_as_is_refused(name, kind):
    with pytest.raises(DataError, match="not how a class of kind"):
        Frame.of_kind([name], kind)


def test_an_unknown_kind_is_refused():
    with pytest.raises(DataError, match="'whole' is no kind of class"):
        Frame.of_kind(["1"], "whole")


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("01", "integer"),
        (["-1", "10"], "integer"),
        (["9" * 400], "integer"),
        (["01"], "text"),
        ([], "text"),
        (["True", "False"], "boolean"),
        (["True", "1"], "text"),
        (["0.5", "1"], "number"),
        (["1.0"], "text"),
        (["nan", "inf"], "text"),
        (["setosa"], "text"),
    ],
)
def test_the_kind_is_guessed_from_what_all_names_look_like(names, kind):
    assert guess_kind(names) == kind


@pytest.mark.parametrize(
    ("known", "values", "places"),
    [
        ((0, 1), [1.0, 0.0], [1, 0]),
        ((0, 1), [True, False], [1, 0]),
        ((False, True), [1, 0], [1, 0]),
        ((0, 1), ["1", "0", "2"], [1, 0, -1]),
        (("0", "1"), [np.int64(1), 2], [1, -1]),
        ((0, 1), [0, "1"], [0, -1]),  # some match by value, so names are not tried
        ((0, 1), ["x"], [-1]),
        (("1", "2"), [1, b"1"], [0, -1]),
        ((True, False), ["False"], [1]),
    ],
)
def test_values_match_by_value_and_by_name_only_if_none_does(known, values, places):
    assert find_classes(known, values).tolist() == places


def test_names_are_not_tried_where_two_values_print_alike():
    assert find_classes((1,), [PurePath("1")]).tolist() == [0]
    assert find_classes((1,), ["1", np.str_("1")]).tolist() == [0, 0]
    assert find_classes((1,), ["1", PurePath("1")]).tolist() == [-1, -1]


def test_class_arrays_have_the_type_of_the_values():
    assert as_class_array((1, 2)).dtype == np.int64
    assert as_class_array((True, False)).dtype == np.bool_
    assert as_class_array(("a", "bc")).dtype == np.dtype("<U2")
    assert as_class_array((1, "a")).dtype == object
    assert as_class_array((2**70, 1)).tolist() == [2**70, 1]


def test_two_classes_of_one_value_are_refused():
    with pytest.raises(DataError, match="same value"):
        Frame([1, True])


def test_frames_with_equal_names_combine_and_the_first_values_stay():
    whole = MassTable.from_guess_and_doubt([0, 1], 0.2)
    text = MassTable.from_guess_and_doubt(["0", "1"], 0.2)
    assert whole.frame == text.frame
    assert hash(whole.frame) == hash(text.frame)
    assert combine([whole, text]).frame.values == (0, 1)
    assert combine([text, whole]).frame.values == ("0", "1")
    assert MassTable.stack([text, whole]).frame.values == ("0", "1")


@pytest.mark.parametrize("labels", [[0, 2, -1, 1], pd.Series([0, 1, -1, 2], dtype="Int64")])
def test_minus_one_is_a_class_and_is_warned_about_beside_two_others(labels):
    with pytest.warns(FitWarning, match="unknown=-1") as caught:
        table = MassTable.from_hard(labels)
    assert table.frame.values == (-1, 0, 1, 2)
    assert [str(warning.filename) for warning in caught] == [__file__]
    with pytest.warns(FitWarning, match="unknown=-1"):
        assert as_mass_table(labels, 4)[1].tolist() == [-1, 0, 1, 2]


@pytest.mark.parametrize("labels", [[-1, 1], [-1, 0, 0], [-1], ["-1", "a", "b"]])
def test_minus_one_beside_one_other_value_or_as_text_is_no_reason_to_warn(labels):
    assert MassTable.from_hard(labels).is_bayesian().all()


@pytest.mark.parametrize(
    "labels",
    [
        [1, 0, -1],
        [1.0, 0.0, -1.0],
        [1, 0, None],
        np.array([1, 0, -1], dtype=object),
        pd.Series([1, 0, None], dtype="Int64"),
        pd.Series([1, 0, -1], dtype="Int8"),
    ],
)
def test_a_value_given_as_unknown_means_unknown(labels):
    table, classes = as_mass_table(labels, 3, unknown=-1)
    assert classes.tolist() == [0, 1]
    assert classes.dtype.kind == "i"
    assert table.contour().tolist() == [[0, 1], [1, 0], [1, 1]]
    assert MassTable.from_hard(labels, unknown=-1).equals(table)


def test_any_value_may_mean_unknown():
    assert MassTable.from_hard(["a", "?", "b"], unknown="?").frame.values == ("a", "b")
    assert MassTable.from_hard([-1, 1, 1], unknown=-1).frame.values == (1,)


def test_only_one_value_can_mean_unknown():
    with pytest.raises(DataError, match="unknown is one value"):
        MassTable.from_hard([0, 1], unknown=[-1, 99])


def test_minus_one_outside_a_given_frame_is_refused_with_a_hint():
    with pytest.raises(DataError, match=r"Row 2: Unknown class '-1'.*unknown=-1"):
        MassTable.from_hard([0, -1], [0, 1, 2])
