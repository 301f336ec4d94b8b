import numpy as np
import pytest

from belieflab import MassTable
from belieflab.data.laws import build_labels
from belieflab.data.matching import Matching, assign, complete, match_groups
from belieflab.data.samples import load_sample

NAMES = ("a", "b", "c")
TRUTH = np.array([0, 0, 0, 1, 1, 2])


def test_the_assignment_has_the_largest_overlap_in_all():
    """One by one, group 0 would take class 0 and leave group 1 with nothing."""
    np.testing.assert_array_equal(assign(np.array([[5, 4], [4, 0]])), [1, 0])


def test_groups_take_the_names_and_places_of_their_classes():
    groups = np.array([2, 2, 2, 0, 0, 1])
    found = match_groups(groups, 3, NAMES, truth=TRUTH)
    assert found.places == (1, 2, 0)
    assert found.names("cluster") == ["b", "c", "a"]
    shares = np.eye(3)[groups] * 0.8 + 0.2 / 3
    assert match_groups(shares, 3, NAMES, truth=TRUTH) == found


def test_more_groups_than_classes_keep_apart_beyond_the_classes():
    found = match_groups(np.array([0, 1, 2, 3, 3, 4]), 5, NAMES, truth=TRUTH)
    assert len(set(found.places)) == 5
    assert sorted(found.places) == [0, 1, 2, 3, 4]
    extra = [name for name in found.names("cluster") if name not in NAMES]
    assert extra == ["cluster 4", "cluster 5"]


def test_fewer_groups_than_classes_leave_a_class_out():
    found = match_groups(np.array([1, 1, 1, 1, 1, 0]), 2, NAMES, truth=TRUTH)
    assert found.places == (2, 0)


def test_a_group_without_an_object_of_any_class_has_none():
    known = np.array([0, 0, 0, 1, 1, -1])
    found = match_groups(np.array([1, 1, 1, 0, 0, 2]), 3, NAMES, truth=known)
    assert found.class_of == (1, 0, -1)
    assert found.names("component") == ["b", "a", "component 4"]


def test_labels_count_before_the_truth():
    groups = np.array([0, 0, 0, 1, 1, 2])
    labels = MassTable.from_hard([1, 1, 1, 0, 0, 2], [0, 1, 2])
    found = match_groups(groups, 3, NAMES, labels=labels, truth=TRUTH)
    assert found.places == (1, 0, 2)


@pytest.mark.parametrize(
    "labels",
    [
        MassTable.from_sets([["a", "b", "c"]] * 6, NAMES),
        MassTable.from_probabilities(np.full((6, 3), 1 / 3), NAMES),
        None,
    ],
)
def test_labels_that_say_nothing_leave_it_to_the_truth_or_to_the_order(labels):
    groups = np.array([2, 2, 2, 0, 0, 1])
    assert match_groups(groups, 3, NAMES, labels=labels, truth=TRUTH).places == (1, 2, 0)
    hidden = match_groups(groups, 3, NAMES, labels=labels)
    assert hidden.places == (0, 1, 2) and not hidden.matched
    assert hidden.names("cluster") == ["cluster 1", "cluster 2", "cluster 3"]


def test_doubtful_labels_match_as_the_truth_does():
    iris = load_sample("iris")
    groups = np.array([2, 0, 1])[iris.truth]
    labels = build_labels("expert-doubt", iris, seed=7)
    assert match_groups(groups, 3, iris.class_names, labels=labels).places == (1, 2, 0)


def test_no_classes_at_all():
    assert match_groups(np.array([1, 0]), 2, ()).places == (0, 1)
    assert Matching((-1, -1)).names("component") == ["component 1", "component 2"]


def test_free_numbers_stand_in_for_no_class():
    np.testing.assert_array_equal(complete((2, -1, 0, -1), 5), [2, 1, 0, 3])
