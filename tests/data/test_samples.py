import numpy as np
import pytest

from belieflab import DataError
from belieflab.data import SAMPLES, load_sample
from belieflab.data.samples import own_labels
from belieflab.data.seeds import LABELS, POINTS, stream

KEYS = (
    "iris wine breast-cancer crabs butterfly four-class picture gaussians many-clusters rings "
    "moons weibull bernoulli"
).split()


def test_every_sample_is_registered_and_describes_itself():
    assert list(SAMPLES) == KEYS
    for key, sample in SAMPLES.items():
        assert sample.key == key
        assert sample.title
        assert sample.good_for.endswith(".")
        assert load_sample(key).source.endswith(".")


@pytest.mark.parametrize("key", KEYS)
def test_same_seed_same_points(key):
    first, again, other = (load_sample(key, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(first.X, again.X)
    assert (np.array_equal(first.X, other.X)) is not SAMPLES[key].generated


@pytest.mark.parametrize("key", [key for key in KEYS if SAMPLES[key].generated])
def test_every_setting_works_at_both_its_limits(key):
    for parameter in SAMPLES[key].parameters:
        for value in (parameter.low, parameter.high):
            settings = {parameter.name: value}
            if parameter.name != "per_cluster" and key == "many-clusters":
                settings["per_cluster"] = 5
            data = load_sample(key, **settings)
            assert np.isfinite(data.X).all()
            assert data.frame is not None
            assert data.truth is not None


def test_points_and_labels_draw_different_numbers():
    assert not np.array_equal(stream(7, POINTS).random(5), stream(7, LABELS).random(5))


def test_bad_requests_say_what_there_is():
    with pytest.raises(DataError, match="no sample called 'irish'; there are iris, wine"):
        load_sample("irish")
    with pytest.raises(DataError, match="Unknown setting 'size'"):
        load_sample("iris", size=3)
    with pytest.raises(DataError, match="Classes must be between 2 and 12; 13 was given"):
        load_sample("gaussians", classes=13)
    with pytest.raises(DataError, match="A seed is a whole number from 0 up; -1 was given"):
        load_sample("gaussians", seed=-1)


def test_the_bernoulli_sample_brings_its_labels():
    data = load_sample("bernoulli")
    labels = own_labels("bernoulli", data)
    assert labels is not None
    assert labels.contour().tolist() == [[0, 1]] * 3 + [[0.5, 0.5]] + [[1, 0]] * 2
    assert (labels.mass_of(0) == 0).all()
    assert labels.frame == data.frame
    assert data.truth.tolist() == [1, 1, 1, -1, 0, 0]


def test_other_samples_bring_none():
    assert own_labels("iris", load_sample("iris")) is None
