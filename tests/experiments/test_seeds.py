import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.experiments.seeds import canonical, derive, derive_integer, digest

plain = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from("abc"),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from("abc"), inner),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from("abcde"), plain))
def test_the_order_of_names_does_not_matter(values):
    turned = dict(reversed(values.items()))
    assert canonical(values) == canonical(turned)
    assert derive_integer(3, values) == derive_integer(3, turned)


def test_equal_numbers_have_one_text():
    assert canonical({"size": 500, "mean": 0.2}) == canonical({"mean": 0.2, "size": 500.0})


def test_other_names_or_seeds_give_other_numbers():
    drawn = {derive_integer(seed, name) for seed in range(5) for name in ("points", "labels")}
    assert len(drawn) == 10


def test_seeds_never_change_between_versions():
    """A store from last year must go on with the same numbers."""
    assert digest("assess", {"a": 1}) == "26a15e6dc9243a337a1324ead5304900"
    assert derive_integer(0, "points") == 5699973586211608234


def test_a_negative_seed_is_refused():
    with pytest.raises(DataError, match="from 0 up"):
        derive(-1, "points")
