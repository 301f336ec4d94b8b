"""The benchmark of the Credal partition page does what it says."""

from belieflab.clustering.algorithms import ALGORITHMS
from belieflab.data.samples import load_sample
from benchmarks import credal_page


def test_every_method_is_timed_beside_the_promise(monkeypatch):
    monkeypatch.setattr(credal_page, "SAMPLES", ("butterfly",))
    monkeypatch.setattr(credal_page, "ALPHAS", (1.0, 2.0))
    (measured,) = credal_page.run()
    butterfly = load_sample("butterfly")
    assert measured.name == "credal-page" and measured.peer_s == 0.1
    takes_points = [key for key, algorithm in ALGORITHMS.items() if algorithm.accepts(butterfly)]
    assert len(takes_points) >= 4
    assert all(f"{method} " in measured.what for method in takes_points)
