"""After the warm-up nothing compiles any more."""

import numpy as np

from belieflab import MassTable
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors import learning_kernel as learning
from belieflab.neighbors import network_kernel as network
from belieflab.neighbors import pooling_kernel as pooling
from belieflab.neighbors import row_pooling_kernel as row_pooling
from belieflab.neighbors import search_kernel as search
from belieflab.neighbors.warmup import warm_up

KERNELS = (
    search.select_nearest, search.sort_rows, search.drop_own, search.measure_pairs,
    search.scan_points, search.measure_along, search.keep_nearest,
    pooling.pool_simple, pooling.decide_simple, pooling.multiply_contextual,
    row_pooling.pool_rows, row_pooling.share_rows, row_pooling.decide_rows,
    learning.squared_error, learning.squared_error_of_simple, learning.negative_log_likelihood,
    learning.log_contours,
    network.predict_masses, network.loss_and_slopes,
)  # fmt: skip


def test_every_kernel_is_compiled_for_what_fits_pass_to_it():
    warm_up()
    before = [kernel.signatures for kernel in KERNELS]
    assert all(before)
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 3
    doubtful = MassTable.from_guess_and_doubt(y, rng.uniform(0.1, 0.9, 40))
    rich = MassTable(range(3), np.arange(8), rng.dirichlet(np.ones(8), size=40))
    for labels in (y, doubtful, rich):
        for gamma in ("class", "single", "jousselme", "learned", "contextual"):
            model = EvidentialKNN(4, gamma=gamma).fit(X, labels)
            model.predict(X[::-1])
            model.explain(X[0])
            model.leave_one_out_errors()
        EvidentialNetwork(2, max_iter=2, random_state=0).fit(X, labels).predict(X)
    distances = np.linalg.norm(X[:, None] - X, axis=2)
    for algorithm in ("auto", "kd_tree", "brute"):
        EvidentialKNN(4, algorithm=algorithm).fit(X, y).leave_one_out_errors()
    EvidentialKNN(4, metric="precomputed").fit(distances, y).predict(distances)
    assert [kernel.signatures for kernel in KERNELS] == before
