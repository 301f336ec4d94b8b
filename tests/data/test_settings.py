"""Settings: what is used, what a result depends on, what an estimator is given."""

import pytest

from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings

PARAMETERS = (
    Parameter("rule", "Rule for γ", "class", choices={"class": "per class", "learned": "learned"}),
    Parameter("alpha", "Trust α", 0.9, low=0.0, high=1.0, keyword="", symbol="α"),
    Parameter("tol", "Tolerance", "1e-6", choices=("1e-6", "1e-3"), keyword="", convert=float),
    Parameter("learn", "Learn α too", False, keyword="learn_alpha", needs={"rule": ("learned",)}),
    Parameter("steps", "Steps", 5, keyword="max_iter", needs={"learn": (True,)}),
    Parameter("show", "Show", "a", choices=("a", "b"), view=True),
)
DEFAULTS = {"alpha": 0.95, "tol": 1e-6, "learn_alpha": False, "max_iter": 5}


def test_values_are_read_by_name_and_default_where_not_chosen():
    settings = Settings(PARAMETERS, {"alpha": 0.5})
    assert settings.alpha == settings["alpha"] == 0.5 and settings.rule == "class"
    assert list(settings) == [parameter.name for parameter in PARAMETERS]
    with pytest.raises(AttributeError):
        _ = settings.beta


def test_a_parameter_is_used_only_with_what_it_needs_also_over_two_steps():
    settings = Settings(PARAMETERS, {"learn": True})
    assert not settings.uses("learn") and not settings.uses("steps")
    settings = settings.replace(rule="learned")
    assert settings.uses("learn") and settings.uses("steps")
    assert not settings.replace(learn=False).uses("steps")


def test_a_result_depends_on_used_parameters_and_not_on_the_view():
    settings = Settings(PARAMETERS, {})
    assert settings.replace(learn=True).fit_token == settings.fit_token
    assert settings.replace(show="b").fit_token == settings.fit_token
    assert settings.replace(show="b").view_token != settings.view_token
    assert settings.replace(alpha=0.1).fit_token != settings.fit_token
    hash(settings.fit_token)


def test_arguments_are_converted_and_leave_defaults_out():
    settings = Settings(PARAMETERS, {"rule": "learned", "learn": True, "tol": "1e-3"})
    assert settings.arguments(DEFAULTS) == {"alpha": 0.9, "tol": 1e-3, "learn_alpha": True}
    assert settings.arguments()["max_iter"] == 5
    assert Settings(PARAMETERS, {"alpha": 0.95}).arguments(DEFAULTS) == {}


def test_the_table_of_runs_has_titles_and_symbols_of_what_is_used():
    described = Settings(PARAMETERS, {}).described()
    assert described == {"Rule for γ": "per class", "α": 0.9, "Tolerance": "1e-6"}


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("alpha", [0.0, 1.0], [1, True, "0.5", 2.0, float("nan"), None]),
        ("steps", [5, 10**30], [5.0, True, "5", None]),
        ("learn", [True, False], [1, 0, "true", None]),
        ("rule", ["class", "learned"], ["per class", "x", 1, None, ["class"]]),
    ],
)
def test_a_control_accepts_exactly_its_own_kind_of_value(name, good, bad):
    (parameter,) = (each for each in PARAMETERS if each.name == name)
    assert all(parameter.accepts(value) for value in good)
    assert not any(parameter.accepts(value) for value in bad)


def test_several_choices_are_a_tuple_each_once():
    parameter = Parameter("models", "Models", ("a",), choices={"a": "A", "b": "B"}, several=True)
    assert parameter.checked(["B", "a", "B"]) == ("b", "a")
    assert parameter.checked("A") == ("a",)
    assert parameter.accepts(["a", "b"]) and parameter.accepts(())
    assert (
        not parameter.accepts(["a", "a"])
        and not parameter.accepts([1])
        and not parameter.accepts("a")
    )


def test_a_choice_is_found_by_its_title():
    assert PARAMETERS[0].checked("per class") == "class"
