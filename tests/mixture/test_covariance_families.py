"""The M steps of the fourteen families minimise Σ_k [n_k ln|Σ_k| + tr(W_k Σ_k⁻¹)]."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.mixture.covariance_families import ALIASES, FAMILIES, find_family

WITHIN = [
    ("EII", "VII"), ("EII", "EEI"), ("VII", "VEI"), ("EEI", "VEI"), ("EEI", "EVI"),
    ("VEI", "VVI"), ("EVI", "VVI"), ("EEI", "EEE"), ("VEI", "VEE"), ("EEE", "VEE"),
    ("EEE", "EVE"), ("EVI", "EVE"), ("VVI", "VVE"), ("VEE", "VVE"), ("EVE", "VVE"),
    ("EEV", "VEV"), ("EEV", "EVV"), ("VEV", "VVV"), ("EVV", "VVV"), ("VVE", "VVV"),
]  # fmt: skip
"""Pairs (narrower, wider): every member of the first family belongs to the second."""


def objective(counts, scatters, covariances):
    return sum(
        count * np.linalg.slogdet(covariance)[1] + np.trace(np.linalg.solve(covariance, scatter))
        for count, scatter, covariance in zip(counts, scatters, covariances, strict=True)
    )


def random_sums(seed, n_components, p):
    rng = np.random.default_rng(seed)
    counts = rng.uniform(2, 50, n_components)
    roots = rng.normal(size=(n_components, p, p + 3)) * rng.uniform(0.1, 5, (n_components, p, 1))
    scatters = counts[:, None, None] * roots @ roots.swapaxes(1, 2)
    before = rng.normal(size=(n_components, p, 10))
    return counts, scatters, before @ before.swapaxes(1, 2) / 10


def settle(name, counts, scatters, covariances, rounds=30):
    for _ in range(rounds):
        covariances = FAMILIES[name].estimate(counts, scatters, covariances)
    return covariances


sums = st.builds(random_sums, st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 4))


@settings(max_examples=25)
@given(sums)
def test_a_wider_family_fits_at_least_as_well(given_sums):
    counts, scatters, before = given_sums
    best = {
        name: objective(counts, scatters, settle(name, counts, scatters, before))
        for name in FAMILIES
    }
    for narrow, wide in WITHIN:
        assert best[wide] <= best[narrow] + 1e-6 * abs(best[narrow]), (narrow, wide)


@pytest.mark.parametrize("name", FAMILIES)
@settings(max_examples=15)
@given(sums)
def test_the_m_step_never_raises_the_objective_of_a_member(name, given_sums):
    counts, scatters, before = given_sums
    member = FAMILIES[name].estimate(counts, scatters, before)
    again = FAMILIES[name].estimate(counts, scatters, member)
    start = objective(counts, scatters, member)
    assert objective(counts, scatters, again) <= start + 1e-9 * abs(start)


@pytest.mark.parametrize("name", FAMILIES)
def test_covariances_are_symmetric_and_have_the_letters_they_claim(name):
    counts, scatters, before = random_sums(3, 3, 3)
    covariances = settle(name, counts, scatters, before)
    assert np.allclose(covariances, covariances.swapaxes(1, 2))
    spectra = np.linalg.eigvalsh(covariances)
    volumes = np.exp(np.log(spectra).mean(axis=1))
    shapes = spectra / volumes[:, None]
    volume, shape, orientation = name
    assert (np.ptp(volumes) < 1e-8) == (volume == "E")
    assert (np.ptp(shapes, axis=0).max() < 1e-8) == (shape in "EI")
    if shape == "I":
        assert np.allclose(shapes, 1)
    off_diagonal = covariances - np.einsum("kii->ki", covariances)[:, :, None] * np.eye(3)
    if orientation == "I":
        assert np.abs(off_diagonal).max() == 0
    if orientation == "E":
        assert np.allclose(covariances[0] @ covariances[1], covariances[1] @ covariances[0])


@pytest.mark.parametrize(("n_components", "p"), [(3, 4), (2, 1), (5, 2)])
def test_numbers_of_parameters_are_those_of_mclust(n_components, p):
    k, half = n_components, p * (p - 1) // 2
    expected = {
        "EII": 1, "VII": k, "EEI": p, "VEI": k + p - 1, "EVI": 1 + k * (p - 1), "VVI": k * p,
        "EEE": p + half, "VEE": k - 1 + p + half, "EVE": 1 + half + k * (p - 1),
        "VVE": k + half + k * (p - 1), "EEV": p + k * half, "VEV": k + p - 1 + k * half,
        "EVV": 1 + k * (p - 1) + k * half, "VVV": k * (p + half),
    }  # fmt: skip
    assert {name: family.count(k, p) for name, family in FAMILIES.items()} == expected


def test_plain_names_and_unknown_ones():
    assert {find_family(alias).name for alias in ALIASES} == set(ALIASES.values())
    with pytest.raises(DataError, match="no covariance family 'VVX'"):
        find_family("VVX")
