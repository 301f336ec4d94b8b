"""A run behind a page: only what is missing, what fails is reported, a stop loses nothing."""

import gc
import threading

import pytest

from belieflab.experiments import Assessment, DataChoice, LawChoice, MethodChoice, Sweep, list_jobs
from belieflab.experiments.cells import Job
from belieflab.experiments.cluster import ADDRESS_VARIABLE
from belieflab.ui.method import experiment_run
from belieflab.ui.method.experiment_run import Book, ExperimentRun, curve_by_curve


def small_jobs(*methods: MethodChoice, replicates: int = 3) -> list[Job]:
    sweep = Sweep(
        name="small",
        data=(DataChoice("gaussians", {"size": 40, "distance": 3.0}),),
        law=LawChoice("expert-doubt", "mean"),
        levels=(0.1, 0.3),
        methods=methods or (MethodChoice("supervised"), MethodChoice("knn")),
        test=Assessment("folds", folds=3),
    )
    return list_jobs(sweep.cells, replicates, 0)


@pytest.fixture
def book(tmp_path) -> Book:
    return Book(tmp_path / "results.sqlite")


def computed(jobs: list[Job], book: Book, **how) -> ExperimentRun:
    run = ExperimentRun(jobs, book, **how)
    run.start()
    run.join(60)
    run.raise_failure()
    return run


def test_only_what_is_missing_is_computed(book):
    first = computed(small_jobs(replicates=2), book)
    assert (len(first.steps), first.finished, first.share_done) == (8, True, 1.0)
    more = computed(small_jobs(replicates=3), book)
    assert len(more.steps) == 4
    assert not book.missing(small_jobs(replicates=3))
    again = Book(book.path)
    again.read(0, [job.cell for job in small_jobs()])
    assert len(again.results(0, [job.cell for job in small_jobs()])) == 12


def test_a_temporary_book_takes_its_file_along():
    book = Book.temporary("results.sqlite")
    folder = book.path.parent
    computed(small_jobs(replicates=1), book)
    assert book.path.exists()
    del book
    gc.collect()
    assert not folder.exists()


def test_the_first_replicate_comes_curve_by_curve(book):
    run = computed(small_jobs(), book)
    methods = [result.job.cell.parameters["method"]["key"] for result in run.steps[:4]]
    assert methods == ["supervised", "supervised", "knn", "knn"]
    jobs = small_jobs(replicates=1)
    assert sorted(map(id, curve_by_curve(jobs))) == sorted(map(id, jobs))


def test_a_cell_that_cannot_be_computed_is_reported_and_the_others_go_on(book):
    jobs = small_jobs(MethodChoice("eknn", {"neighbors": 70}), MethodChoice("supervised"))
    run = computed(jobs, book)
    assert run.error is None and run.finished
    assert len(run.steps) == 6
    assert len(book.failures) == 2
    assert all("neighbours need at least" in sentence for sentence in book.failures.values())
    assert {job.cell.key for job in book.missing(jobs)} == set(book.failures)


def test_a_stop_keeps_everything_and_the_next_run_adds_the_rest(book, monkeypatch):
    jobs = small_jobs()
    begun, go_on = threading.Event(), threading.Event()
    compute = experiment_run.run

    def watched(*args, **kwargs):
        for progress in compute(*args, **kwargs):
            begun.set()
            go_on.wait(30)
            yield progress

    monkeypatch.setattr(experiment_run, "run", watched)
    run = ExperimentRun(jobs, book)
    run.start()
    assert begun.wait(30)
    run.stop()
    assert not run.running
    go_on.set()
    run.join(30)
    assert run.stopped and not run.finished
    n_known = len(run.steps)
    assert 1 <= n_known < len(jobs)
    assert len(book.missing(jobs)) == len(jobs) - n_known
    rest = computed(jobs, book)
    assert len(rest.steps) == len(jobs) - n_known


def test_other_processes_take_over_once_they_are_there(book, monkeypatch):
    asked = []
    compute = experiment_run.run

    def watched(jobs, store, *, workers, **more):
        asked.append(workers)
        return compute(jobs, store, workers=1, **more)

    def ready_at_once(ready):
        ready.set()

    monkeypatch.setattr(experiment_run, "run", watched)
    monkeypatch.setattr(experiment_run, "CORES", 2)
    monkeypatch.setattr(experiment_run, "POOL_SECONDS", 0.0)
    monkeypatch.setattr(experiment_run, "_start_processes", ready_at_once)
    run = computed(small_jobs(), book)
    assert len(run.steps) == 12
    assert asked[0] == 1 and asked[-1] == 2
    monkeypatch.setattr(experiment_run, "POOL_SECONDS", 1e6)
    asked.clear()
    computed(small_jobs(replicates=4), book)
    assert set(asked) == {1}  # little work is done before other processes have started
    asked.clear()
    computed(small_jobs(replicates=6), book, eager=False)
    assert asked == [2]


def test_a_cluster_that_does_not_answer_is_reported(book, monkeypatch):
    monkeypatch.setattr("belieflab.experiments.cluster.CONNECT_SECONDS", 1)
    monkeypatch.setenv(ADDRESS_VARIABLE, " tcp://127.0.0.1:9 ")
    run = computed(small_jobs(), book)
    assert "Dask" in run.error and run.finished
    assert len(book.missing(small_jobs())) == 12
