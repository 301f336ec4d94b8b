"""After the warm-up no method compiles anything."""

import numpy as np
from scipy.spatial.distance import cdist

from belieflab.clustering import (
    CECM,
    ECM,
    EVCLUS,
    RECM,
    EKNNclus,
    cecm_kernel,
    ecm_kernel,
    ecm_sums_kernel,
    eknnclus_kernel,
    evclus_kernel,
    graph_kernel,
    lattice_kernel,
    relational_kernel,
    set_members_kernel,
)
from belieflab.clustering.warmup import warm_up


def test_every_kernel_is_compiled_for_what_fits_pass_to_it():
    warm_up()
    kernels = (
        ecm_kernel.assign, ecm_kernel.share_by_distance, eknnclus_kernel.sweep,
        eknnclus_kernel.same_label_weight, evclus_kernel.sweep, evclus_kernel.squared_errors,
        cecm_kernel.settle, relational_kernel.sum_rows, evclus_kernel.explain,
        lattice_kernel.square_distances, lattice_kernel.sweep_class, lattice_kernel.class_errors,
        ecm_sums_kernel.sum_squared_masses, graph_kernel.symmetric_part,
        set_members_kernel.add_members, set_members_kernel.add_sets,
        set_members_kernel.add_pairs, set_members_kernel.sum_pairs,
    )  # fmt: skip
    before = [kernel.signatures for kernel in kernels]
    assert all(before)
    X = np.random.default_rng(1).normal(size=(40, 3))
    for model in (ECM(3, beta=1.5, metric="mahalanobis"), ECM(2, init=X[:2], focal="simple")):
        model.fit(X).predict_mass(X)
    RECM(2).fit(np.round(cdist(X, X), 9))
    EVCLUS(3, "pairs").fit(X).predict(X)
    EVCLUS(3, "pairs", n_partners=5).fit(np.append(X, X, axis=0))
    ECM(2).fit(X, sample_weight=np.arange(40))
    EKNNclus(6, n_init=3, n_start=5).fit(X).predict(X)
    EKNNclus(6, weights="rows").fit(X, orders=[np.arange(40)])
    CECM(2).fit(X, cannot_link=[(0, 1)])
    assert [kernel.signatures for kernel in kernels] == before
