"""The benchmark of active learning says what it found; here with few repetitions."""

import re

from benchmarks import active_iris


def test_the_curves_end_is_reported(monkeypatch):
    monkeypatch.setattr(active_iris, "REPETITIONS", 2)
    (measured,) = active_iris.run()
    assert measured.peer_s == 10
    assert re.search(r"γᵢ-EKNN · least confidence 0\.\d+ ± 0\.\d+, weighted k-NN", measured.what)
