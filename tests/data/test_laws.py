"""What every law of labels promises."""

import time

import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.data import LAWS, Dataset, build_labels, load_sample
from belieflab.data.truth import describe_unknown

KEYS = (
    "hard semi-supervised sets probabilistic guess-doubt plausibility crowd nonspecificity "
    "expert-doubt epsilon-noise bayesian"
).split()
NEED_TWO_CLASSES = {"nonspecificity", "expert-doubt", "epsilon-noise"}
ODD_NAMES = ("![x](http://example.org/p.png)", "<img src=x>", "*a_b*", "a|b, {c}")


def points(truth, names):
    truth = np.asarray(truth, dtype=np.int64)
    return Dataset(np.zeros((len(truth), 1)), ("x",), truth, tuple(names), name="toy")


def test_the_shelf_is_complete_and_every_law_introduces_itself():
    assert list(LAWS) == KEYS
    for key, law in LAWS.items():
        assert law.key == key
        assert law.title
        assert law.source
        assert law.explanation.endswith(".")


@pytest.mark.parametrize("key", KEYS)
def test_labels_are_masses_on_the_frame_of_the_data(key):
    data = load_sample("iris")
    labels = build_labels(key, data, seed=1)
    assert len(labels) == 150
    assert labels.frame == data.frame
    MassTable(labels.frame, labels.focal, labels.mass)
    assert (labels.mass.sum(axis=0) > 0).all()
    assert labels.mass.sum(axis=1) == pytest.approx(1, abs=1e-14)


@pytest.mark.parametrize("key", KEYS)
def test_same_seed_same_labels(key):
    data = load_sample("crabs")
    first, again, other = (build_labels(key, data, seed=seed) for seed in (5, 5, 6))
    assert np.array_equal(first.focal, again.focal)
    assert np.array_equal(first.mass, again.mass)
    drawn = key not in {"hard", "probabilistic", "guess-doubt", "plausibility"}
    assert (np.array_equal(first.mass, other.mass)) is not drawn


@pytest.mark.parametrize("key", KEYS)
def test_rows_without_a_truth_stay_vacuous(key):
    data = points([0, -1, 1, 2, -1, 0] * 20, "abc")
    labels = build_labels(key, data, seed=2)
    unknown = data.truth == -1
    assert (labels.mass_of(labels.frame.omega)[unknown] == 1).all()
    assert (labels.mass_of(labels.frame.omega)[~unknown] < 1).any()
    assert describe_unknown(data).startswith("40 rows have no true class")


@pytest.mark.parametrize("key", KEYS)
def test_no_known_row_at_all_gives_vacuous_labels(key):
    labels = build_labels(key, points([-1, -1], "ab"))
    assert (labels.mass_of(labels.frame.omega) == 1).all()


@pytest.mark.parametrize("key", KEYS)
def test_data_without_truth_are_refused_in_words(key):
    with pytest.raises(DataError, match=r"starts from the true classes, .* 'Butterfly' has none"):
        build_labels(key, load_sample("butterfly"))


@pytest.mark.parametrize("key", KEYS)
def test_a_single_class_is_certain_or_refused_in_words(key):
    data = points([0, 0, 0], ["only"])
    if key in NEED_TWO_CLASSES:
        with pytest.raises(DataError, match=r"needs at least 2 classes; .* 'toy' has 1"):
            build_labels(key, data)
    else:
        assert build_labels(key, data).mass_of(1).tolist() == [1, 1, 1]


@pytest.mark.parametrize("key", KEYS)
def test_odd_class_names_pass_untouched(key):
    labels = build_labels(key, points([0, 1, 2, 3] * 5, ODD_NAMES))
    assert labels.frame.names == ODD_NAMES


@pytest.mark.parametrize("key", KEYS)
def test_every_setting_works_at_both_its_limits_or_says_why_not(key):
    data = points([0, 1, 2, 3, 4] * 4, "abcde")
    for parameter in LAWS[key].parameters:
        for value in parameter.choices or (parameter.low, parameter.high, parameter.default):
            if value is None:
                continue
            try:
                labels = build_labels(key, data, **{parameter.name: value})
            except DataError as refusal:
                assert "No Beta" in str(refusal) or "does not fit" in str(refusal)
                continue
            assert labels.mass.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("key", KEYS)
def test_a_hundred_thousand_rows_in_well_under_a_second(key):
    data = load_sample("gaussians", size=100_000, classes=4, seed=1)
    build_labels(key, load_sample("iris"))
    start = time.process_time()
    build_labels(key, data)
    assert time.process_time() - start < 0.9


@pytest.mark.parametrize("key", sorted(set(KEYS) - {"epsilon-noise"}))
def test_many_classes(key):
    settings = {"how": "given size"} if key == "sets" else {}
    labels = build_labels(key, load_sample("many-clusters", clusters=50), seed=1, **settings)
    assert labels.frame.size == 50
    assert np.allclose(labels.mass.sum(axis=1), 1, rtol=0, atol=1e-12)


def test_tables_that_would_not_fit_are_refused_with_their_size():
    data = load_sample("many-clusters", clusters=60, per_cluster=1000)
    with pytest.raises(DataError, match=r"different sets of classes over 60,000 rows"):
        build_labels("sets", data)
    with pytest.raises(DataError, match=r"60 classes have too many nested sets for 60,000 rows"):
        build_labels("nonspecificity", data)


def test_bad_requests_say_what_there_is():
    iris = load_sample("iris")
    with pytest.raises(DataError, match="no law of labels called 'soft'; there are hard"):
        build_labels("soft", iris)
    with pytest.raises(DataError, match="Mean nonspecificity must be between 0 and 1"):
        build_labels("nonspecificity", iris, ns=1.2)
    with pytest.raises(DataError, match=r"below sqrt\(mean \(1 - mean\)\) = 0.3"):
        build_labels("expert-doubt", iris, mean=0.1, deviation=0.35)
