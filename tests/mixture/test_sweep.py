"""Figure 3 in cells: each computable alone, the whole resumable."""

import pytest

from belieflab.data.samples import load_sample
from belieflab.mixture.sweep import CellKey, LandscapeSweep, load_paper_sample


@pytest.fixture
def make_sweep():
    dataset = load_sample("gaussians", seed=3, dimension=2, size=150)

    def make(**settings):
        given = {"levels": (0.2, 0.9), "n_label_sets": 2, "n_starts": 12, "seed": 5, "batch": 5}
        return LandscapeSweep(dataset, **(given | settings))

    return make


def run(sweep, n_steps=None):
    steps = []
    for step in sweep.iterate():
        steps.append(step)
        if len(steps) == n_steps:
            break
    return steps


def test_the_papers_points():
    dataset = load_paper_sample(seed=1)
    assert dataset.X.shape == (1000, 10)
    assert len(dataset.class_names) == 2


def test_a_cell_alone_is_the_cell_of_the_sweep(make_sweep):
    sweep = make_sweep()
    run(sweep)
    for key in reversed(sweep.keys):
        *_, alone = make_sweep().grow_cell(key)
        assert alone == sweep.cells[key]


def test_a_stopped_sweep_goes_on_with_what_is_missing(make_sweep):
    whole, stopped = make_sweep(), make_sweep()
    run(whole)
    run(stopped, n_steps=4)
    assert list(stopped.cells) == whole.keys[:1]
    run(stopped)
    assert stopped.cells == whole.cells
    assert run(stopped) == []


def test_steps_grow_cell_by_cell_and_can_be_counted_beforehand(make_sweep):
    sweep = make_sweep()
    steps = run(sweep)
    assert len(steps) == sweep.n_steps == 12
    assert [step.snapshot.n_starts for step in steps[:3]] == [5, 10, 12]
    assert [4 * step.criterion for step in steps] == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]


def test_every_cell_has_labels_and_starts_of_its_own(make_sweep):
    sweep = make_sweep()
    first, second = (sweep.labels_of(CellKey(0.2, j)) for j in range(2))
    assert (first.contour() != second.contour()).any()
    assert first.nonspecificity().mean() == pytest.approx(0.2, abs=0.01)
    other = make_sweep(seed=6).labels_of(CellKey(0.2, 0))
    assert (first.contour() != other.contour()).any()


def test_averages_are_means_and_standard_errors_over_label_sets(make_sweep):
    sweep = make_sweep()
    run(sweep, n_steps=3)
    (early,) = sweep.averages()
    assert (early.level, early.label_sets, early.n_maxima_error) == (0.2, 1, 0.0)
    run(sweep)
    for average in sweep.averages():
        counts = [sweep.cells[CellKey(average.level, j)].n_maxima for j in range(2)]
        assert average.label_sets == 2
        assert average.n_maxima == pytest.approx(sum(counts) / 2)
        # of two values the standard error is half their distance
        assert average.n_maxima_error == pytest.approx(abs(counts[0] - counts[1]) / 2)


def test_vaguer_labels_have_more_maxima_and_longer_runs(make_sweep):
    sweep = make_sweep(n_starts=25)
    run(sweep)
    precise, vague = sweep.averages()
    assert precise.n_maxima < vague.n_maxima
    assert precise.iterations < vague.iterations
