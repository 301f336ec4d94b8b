import pytest

from belieflab import DataError
from belieflab.data.parameters import MAX_TEXT, Parameter, checked_settings

COUNT = Parameter("count", "Count", 3, low=1, high=10)
SHARE = Parameter("share", "Share", 0.5, low=0.0, high=1.0)
KIND = Parameter("kind", "Kind", "a", choices=("a", "b"))
SWITCH = Parameter("switch", "Switch", False)
WORDS = Parameter("words", "Words", "")


@pytest.mark.parametrize(
    ("parameter", "given", "value"),
    [
        (COUNT, "7", 7),
        (COUNT, 7.0, 7),
        (SHARE, "0.25", 0.25),
        (SHARE, 1, 1.0),
        (KIND, "b", "b"),
        (SWITCH, "true", True),
        (SWITCH, False, False),
        (SWITCH, "0", False),
        (WORDS, "0.9, 0.6", "0.9, 0.6"),
    ],
)
def test_values_take_the_settings_own_type(parameter, given, value):
    checked = parameter.checked(given)
    assert checked == value
    assert type(checked) is type(parameter.default)


@pytest.mark.parametrize(
    ("parameter", "given", "sentence"),
    [
        (COUNT, "many", "Count: 'many' is not a number"),
        (COUNT, None, "Count: None is not a number"),
        (COUNT, 11, "Count must be between 1 and 10; 11 was given"),
        (COUNT, 2.5, "Count must be a whole number; 2.5 was given"),
        (SHARE, "nan", "Share: 'nan' is not a finite number"),
        (Parameter("n", "N", 1, low=0), -1, "N must be at least 0"),
        (Parameter("n", "N", 1, high=5), 6, "N must be at most 5"),
        (Parameter("n", "N", 1), float("inf"), "not a finite number"),
        (KIND, "c", "Kind: 'c' is not one of a, b"),
        (Parameter("t", "Text", "", high=5), "longer", "Text has at most 5 characters; found 6"),
        (SWITCH, "perhaps", "Switch: 'perhaps' is neither yes nor no"),
    ],
)
def test_wrong_values_say_what_is_allowed(parameter, given, sentence):
    with pytest.raises(DataError, match=sentence):
        parameter.checked(given)


def test_a_text_is_held_up_to_its_length():
    text = Parameter("t", "Text", "", high=5)
    assert text.checked("short") == "short" and text.accepts("short")
    assert not text.accepts("longer")
    assert WORDS.accepts("as long as it may be")


def test_settings_are_completed_by_defaults_and_unknown_names_refused():
    assert checked_settings((COUNT, KIND), {"kind": "b"}) == {"count": 3, "kind": "b"}
    with pytest.raises(DataError, match="Unknown setting 'size'; the settings are: count, kind"):
        checked_settings((COUNT, KIND), {"size": 1})


@pytest.mark.parametrize(
    "parameter",
    [
        Parameter("t", "Text", ""),
        Parameter("t", "Choice", "a", choices=("a", "b")),
        Parameter("t", "Switch", False),
        Parameter("t", "Number", 1),
    ],
)
def test_no_text_is_longer_than_a_limit_and_no_refusal_repeats_it(parameter: Parameter) -> None:
    assert not parameter.accepts("x" * (MAX_TEXT + 1))
    with pytest.raises(DataError) as raised:
        parameter.checked("x" * (MAX_TEXT + 1))
    assert len(str(raised.value)) < 120
