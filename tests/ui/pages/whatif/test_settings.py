"""What the What-if page takes for levels, data and tests."""

from dataclasses import replace

import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.fingerprint import fingerprint
from belieflab.data.laws import LAWS, build_labels, swept_laws
from belieflab.data.samples import SAMPLES, load_sample
from belieflab.data.settings import Settings
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.ui.method.context import Context
from belieflab.ui.pages.whatif.levels import parse_levels
from belieflab.ui.pages.whatif.settings import (
    choose_data,
    choose_method,
    fixed_parameters,
    known_rows,
    make_sweep,
    parameters,
    possible_laws,
    possible_noise,
    possible_tests,
    varied_parameters,
    why_unusable,
)
from belieflab.ui.shell.workspace import Recipe, Workspace


def iris(key: str = "iris") -> Context:
    workspace = Workspace()
    workspace.set_up(Recipe(key))
    return Context("whatif", workspace, workspace.dataset, None)


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("10, 20,30", (0.1, 0.2, 0.3)),
        ("30 10 % 10", (0.1, 0.3)),
        ("0 to 40 by 10", (0.0, 0.1, 0.2, 0.3, 0.4)),
        ("5; 10 - 11 by 0.5", (0.05, 0.1, 0.105, 0.11)),
        ("0..20 by 10; 0.5 .. 1.5 step .5", (0.0, 0.005, 0.01, 0.015, 0.1, 0.2)),
        ("100", (1.0,)),
    ],
)
def test_levels_are_read_as_people_write_them(text, levels):
    assert parse_levels(text) == levels


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "at least one level"),
        ("ten", "'ten' is none"),
        ("120", "between 0 and 100"),
        ("nan", "between 0 and 100"),
        ("-5", "between 0 and 100"),
        ("0 to 100 by 0.01", "levels"),
        ("0 to 40 by 0", "levels"),
        ("40 to 0 by 5", "at least one level"),
        ("1.2.3 to 4 by 1", "'1.2.3' is none"),
        (f"{'9' * 400} to {'9' * 400} by 1", "levels"),
        (f"{'9' * 400} to 1 by 1", "levels"),
        (" ".join(str(place) for place in range(60)), "At most 50"),
    ],
)
def test_other_levels_get_a_sentence(text, sentence):
    with pytest.raises(DataError, match=sentence):
        parse_levels(text)


def test_every_law_on_offer_has_the_settings_it_varies():
    for law in swept_laws():
        for name, parameter in varied_parameters(law).items():
            assert (parameter.low, parameter.high) == (0.0, 1.0)
            left = {each.name for each in fixed_parameters(law, name)}
            assert left == {each.name for each in LAWS[law].parameters} - {name}


def test_every_method_is_on_offer_and_neighbours_share_their_number():
    (titles,) = (each.titles for each in parameters(iris()) if each.name == "methods")
    assert set(titles) == set(CLASSIFIERS)
    assert len(set(titles.values())) == len(titles)
    assert choose_method("eknn-contextual", 4).described() == {
        "key": "eknn",
        "settings": {"gamma": "contextual", "neighbors": 4, "alpha": 0.95},
    }
    assert choose_method("soft", 4).settings == {}
    assert choose_method("soft", 4).name == CLASSIFIERS["soft"].title


def test_samples_go_by_key_and_other_points_by_what_they_hold():
    iris = load_sample("iris")
    choice, given = choose_data(iris, Recipe("iris"), False, "abc")
    assert (choice.key, given) == ("iris", {})
    moons = load_sample("moons", size=20)
    assert choose_data(moons, Recipe("moons", {"size": 20}), True, "abc")[1] == {}
    choice, given = choose_data(moons, Recipe("moons", {"size": 20}), False, "abc")
    assert choice.key == "given" and given[choice.settings["name"]] is moons
    other = Dataset(moons.X + 1, moons.feature_names, moons.truth, moons.class_names, moons.name)
    again = load_sample("moons", size=20)
    assert fingerprint(other.X, other.truth) != fingerprint(moons.X, moons.truth)
    assert fingerprint(again.X, again.truth) == fingerprint(moons.X, moons.truth)


def test_fresh_points_need_a_generator_of_any_number_of_points():
    assert possible_tests(Recipe("moons"), True)[0] == "fresh"
    for recipe, anew in ((Recipe("moons"), False), (Recipe("many-clusters"), True), (None, True)):
        assert "fresh" not in possible_tests(recipe, anew)
    for key, sample in SAMPLES.items():
        if "fresh" in possible_tests(Recipe(key), True):
            drawn = sample.make(np.random.default_rng(0))
            chosen = Settings(parameters(iris(key)), {"test": "fresh"})
            sweep = make_sweep(chosen, choose_data(drawn, Recipe(key), True, "")[0], 0)
            assert sweep.test.kind == "fresh" and sweep.data[0].scaling == "none"


def test_errors_need_a_truth_of_two_classes_and_unknown_objects_are_left_out():
    X = np.arange(8.0).reshape(4, 2)
    names, classes = ("a", "b"), ("no", "yes")
    for truth, sentence in (
        (None, "neither true classes nor labels"),
        (np.full(4, -1), "neither true classes nor labels"),
        (np.array([0, -1, 0, 0]), "one class only"),
    ):
        assert sentence in why_unusable(Dataset(X, names, truth, classes, "mine"))
    whole = Dataset(X, names, np.array([0, 1, 0, 1]), classes)
    assert why_unusable(whole) == "" and known_rows(whole) is whole
    part = known_rows(Dataset(X, names, np.array([0, -1, 0, 1]), classes))
    np.testing.assert_array_equal(part.X, X[[0, 2, 3]])


def test_noise_is_made_from_what_the_data_have():
    iris = load_sample("iris")
    labels = build_labels("hard", iris)
    vacuous = MassTable.vacuous(iris.n, iris.frame)
    bare = replace(iris, truth=None)
    assert possible_noise(iris, None) == ["truth"]
    assert possible_noise(iris, labels) == ["truth", "labels"]
    assert possible_noise(bare, labels) == ["labels"]
    assert possible_noise(bare, vacuous) == [] == possible_noise(bare, None)
    assert "fewer than two classes" in why_unusable(bare, vacuous)
    assert set(possible_laws("labels")) == {"semi-supervised", "guess-doubt", "expert-doubt"}
