import pytest

from belieflab import DataError, build_labels, load_sample
from belieflab.experiments import Assessment, DataChoice, LawChoice, MethodChoice, list_jobs
from belieflab.experiments.labelled import mark_contents


def test_every_combination_is_a_cell(sweep):
    assert len({cell.key for cell in sweep.cells}) == 1 * 2 * 3


def test_a_method_without_labels_is_one_cell_for_all_levels(any_sweep):
    sweep = any_sweep(methods=(MethodChoice("unsupervised"), MethodChoice("soft")))
    assert len({cell.key for cell in sweep.cells}) == 1 + 2


def test_defaults_written_out_are_the_same_cell(any_sweep):
    short = any_sweep(methods=(MethodChoice("soft"),))
    long = any_sweep(methods=(MethodChoice("soft", {"tol": 1e-6, "start": "labels"}, title="EM"),))
    assert [cell.key for cell in short.cells] == [cell.key for cell in long.cells]


def test_more_methods_and_levels_keep_the_cells_there_were(any_sweep, sweep):
    larger = any_sweep(
        levels=(*sweep.levels, 0.4), methods=(MethodChoice("label-noise"), *sweep.methods)
    )
    assert {cell.key for cell in sweep.cells} < {cell.key for cell in larger.cells}


def test_replicates_come_one_after_another(any_sweep):
    sweep = any_sweep(methods=(MethodChoice("soft"), MethodChoice("knn", replicates=1)))
    jobs = list_jobs(sweep.cells, 3, seed=5)
    assert [job.replicate for job in jobs] == [0, 0, 0, 0, 1, 1, 2, 2]
    assert {job.seed for job in jobs} == {5}


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: DataChoice("irises"), "no data called 'irises'"),
        (lambda: DataChoice("given"), "need the setting 'name'"),
        (lambda: LawChoice("expert", "mean"), "no label law called 'expert'"),
        (lambda: LawChoice("expert-doubt", "level"), "no setting 'level' to vary"),
        (lambda: MethodChoice("svm"), "no classifier called 'svm'"),
        (lambda: Assessment("loo"), "one of fresh, folds, hold-out"),
        (lambda: DataChoice("moons", scaling="log"), "no scaling 'log'"),
        (lambda: Assessment(folds=1), "at least 2 folds"),
        (lambda: Assessment(by="class"), "'random' or 'soft-stratified'"),
    ],
)
def test_what_does_not_exist_is_named(make, sentence):
    with pytest.raises(DataError, match=sentence):
        make()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"levels": ()}, "names no level"),
        ({"levels": (1.5,)}, "between 0 and 1"),
        ({"methods": ()}, "names no method"),
        ({"replicates": 0}, "at least 1 replicate"),
        ({"seed": -2}, "from 0 up"),
        ({"data": (DataChoice("iris"),)}, "cannot be drawn afresh"),
        ({"data": (DataChoice("many-clusters"),)}, "cannot be drawn afresh"),
        ({"data": (DataChoice("rings", {"radius": 2}),)}, "Unknown setting 'radius'"),
        ({"methods": (MethodChoice("soft", {"tolerance": 1}),)}, "Unknown setting 'tolerance'"),
        (
            {
                "methods": (MethodChoice("unsupervised"),),
                "test": Assessment(by="soft-stratified"),
            },
            "cannot be stratified",
        ),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(any_sweep, changes, sentence):
    with pytest.raises(DataError, match=sentence):
        any_sweep(**changes)


def test_names_of_stored_results_on_given_labels_stay_as_they_are():
    dataset = load_sample("iris")
    labels = build_labels("expert-doubt", dataset, seed=1)
    assert mark_contents(dataset, labels) == "29e134e4 0186ed8f"
