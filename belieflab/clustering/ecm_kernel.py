"""One pass of evidential c-means over the rows: masses, criterion and the sums for prototypes.

Rows are taken in blocks that stay in the cache, features along the first axis, so that inner
loops run over neighbouring numbers. Nothing of size n × F is kept unless the masses are wanted,
and nothing of size n × F × p ever: the prototypes need only Σ_i m_ij^β and Σ_i m_ij^β (x_i - v̄_j).
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel, summing_kernel
from belieflab.stop_kernel import stop_requested

BLOCK = 128

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]


@summing_kernel
def weigh_distances(
    features: Floats,
    spread: Floats,
    at: int,
    n: int,
    centre: Floats,
    factor: Floats,
    price: float,
    whitened: Floats,
    out: Floats,
) -> None:
    """|A|^α d² of n rows from `at` on, d² = ‖Fᵀ (x - v̄)‖² (+ spread_i where it is given).

    `factor` [shape=(p, p)], lower triangular, or (0, 0) for Euclidean distances.
    """
    p = centre.shape[0]
    for i in range(n):
        out[i] = 0.0
    for f in range(p):
        if factor.shape[0] == 0:
            row, value = features[f], centre[f]
            for i in range(n):
                gap = row[at + i] - value
                out[i] += gap * gap
        else:
            for i in range(n):
                whitened[i] = 0.0
            for g in range(f, p):
                row, value, weight = features[g], centre[g], factor[g, f]
                for i in range(n):
                    whitened[i] += weight * (row[at + i] - value)
            for i in range(n):
                out[i] += whitened[i] * whitened[i]
    if spread.shape[0] > 0:
        for i in range(n):
            out[i] += spread[at + i]
    for i in range(n):
        out[i] *= price


@kernel
def compare_with_least(costs: Floats, prices: Floats, n: int, least: Floats) -> None:
    """Turn costs a_j [shape=(sets, BLOCK)] into ratios min_j a_j / a_j, in 0..1.

    A point on a prototype has least cost 0: the limit shares its mass among the sets at distance
    0 by |A|^(-α), and gives the others none.
    """
    n_sets = costs.shape[0]
    for i in range(n):
        least[i] = np.inf
    for j in range(n_sets):
        for i in range(n):
            least[i] = min(least[i], costs[j, i])
    on_a_prototype = False
    for i in range(n):
        on_a_prototype |= least[i] == 0.0
    if not on_a_prototype:
        for j in range(n_sets):
            for i in range(n):
                costs[j, i] = least[i] / costs[j, i]
        return
    for j in range(n_sets):
        for i in range(n):
            if least[i] > 0.0:
                costs[j, i] = least[i] / costs[j, i]
            else:
                costs[j, i] = 1.0 / prices[j] if costs[j, i] == 0.0 else 0.0


@summing_kernel
def share_mass(
    ratios: Floats, shares: Floats, n: int, power: float, least: Floats, total: Floats
) -> float:
    """Masses m_ij = u_ij / Σ_j u_ij with u = ratio^(1/(β-1)); returns the criterion.

    At these masses Σ_j a_ij m_ij^β = min_j a_ij · (Σ_j u_ij)^(1-β), which `least` take. `ratios`
    become m_ij^β, for u^(β-1) is the ratio again; `shares` take the masses.
    """
    n_sets = ratios.shape[0]
    for i in range(n):
        total[i] = 0.0
    if power == 1.0:
        for j in range(n_sets):
            for i in range(n):
                total[i] += ratios[j, i]
        criterion = 0.0
        for i in range(n):
            total[i] = 1.0 / total[i]
            least[i] *= total[i]
            criterion += least[i]
        for j in range(n_sets):
            for i in range(n):
                share = ratios[j, i] * total[i]
                shares[j, i] = share
                ratios[j, i] = share * share
        return criterion
    for j in range(n_sets):
        for i in range(n):
            shares[j, i] = ratios[j, i] ** power
            total[i] += shares[j, i]
    criterion = 0.0
    for i in range(n):
        total[i] = 1.0 / total[i]
        least[i] *= total[i] ** (1.0 / power)
        criterion += least[i]
    for j in range(n_sets):
        for i in range(n):
            shares[j, i] *= total[i]
            ratios[j, i] = shares[j, i] ** (1.0 + 1.0 / power)
    return criterion


@summing_kernel
def weigh_rows(weights: Floats, powers: Floats, costs: Floats) -> float:
    """Multiply m_ij^β [shape=(sets, BLOCK)] by the rows' weights; returns Σ_i w_i cost_i."""
    criterion = 0.0
    for i in range(len(weights)):
        criterion += weights[i] * costs[i]
    for j in range(len(powers)):
        for i in range(len(weights)):
            powers[j, i] *= weights[i]
    return criterion


@summing_kernel
def add_moments(
    weights: Floats, features: Floats, at: int, n: int, centre: Floats, first: Floats,
    second: Floats, weighted: Floats,
) -> float:  # fmt: skip
    """Add Σ w d and, where wanted, the lower half of Σ w d dᵀ, d = x - v̄; returns Σ w."""
    p = first.shape[0]
    count = 0.0
    for i in range(n):
        count += weights[i]
    for f in range(p):
        row, middle = features[f], centre[f]
        value = 0.0
        for i in range(n):
            value += weights[i] * (row[at + i] - middle)
        first[f] += value
    for f in range(second.shape[0]):
        row, middle = features[f], centre[f]
        for i in range(n):
            weighted[i] = weights[i] * (row[at + i] - middle)
        for g in range(f + 1):
            row, middle = features[g], centre[g]
            value = 0.0
            for i in range(n):
                value += weighted[i] * (row[at + i] - middle)
            second[f, g] += value
    return count


@kernel
def assign(
    features: Floats,
    spread: Floats,
    weights: Floats,
    centres: Floats,
    factors: Floats,
    prices: Floats,
    noise: float,
    power: float,
    counts: Floats,
    firsts: Floats,
    seconds: Floats,
    mass: Floats,
    stop: Flag,
) -> float:
    """Best masses of the rows for the set prototypes; returns their criterion.

    m_ij ∝ (|A_j|^α d_ij²)^(-1/(β-1)), ∅: (δ²)^(-1/(β-1)) (Masson and Denœux 2008).
    Shapes, S nonempty sets: features (p, n); spread and weights (n,) or (0,); centres (S, p);
    factors (S, p, p) or (S, 0, 0); prices (S,) = |A|^α; noise δ², or -1 where ∅ is no focal set;
    power 1/(β-1). Written: counts (S,) = Σ w m^β; firsts (S, p) = Σ w m^β (x - v̄); seconds
    (S, p, p) or (S, 0, 0); mass (n, S), with ∅ (n, 1+S), its column first, or (0, 0) when not
    wanted. Once the flag `stop` [shape=(1,)] is set it ends, and nothing written is complete.
    """
    end = features.shape[1]
    n_sets = centres.shape[0]
    shift = 1 if noise >= 0.0 else 0
    n_columns = shift + n_sets
    columns = np.empty((n_columns, BLOCK))
    shares = np.empty((n_columns, BLOCK))
    least, total = np.empty(BLOCK), np.empty(BLOCK)
    all_prices = np.ones(n_columns)
    all_prices[shift:] = prices
    counts[:] = 0.0
    firsts[:] = 0.0
    seconds[:] = 0.0
    criterion = 0.0
    for at in range(0, end, BLOCK):
        if stop_requested(stop):
            break
        n = min(BLOCK, end - at)
        for j in range(n_sets):
            weigh_distances(
                features,
                spread,
                at,
                n,
                centres[j],
                factors[j],
                prices[j],
                total,
                columns[shift + j],
            )
        if noise >= 0.0:
            for i in range(n):
                columns[0, i] = noise
        compare_with_least(columns, all_prices, n, least)
        cost = share_mass(columns, shares, n, power, least, total)
        if weights.shape[0] > 0:
            cost = weigh_rows(weights[at : at + n], columns, least)
        criterion += cost
        for j in range(n_sets):
            counts[j] += add_moments(
                columns[shift + j], features, at, n, centres[j], firsts[j], seconds[j], total
            )
        if mass.shape[0] > 0:
            for i in range(n):
                for j in range(n_columns):
                    mass[at + i, j] = shares[j, i]
    return criterion


@kernel
def share_by_distance(
    squares: Floats, prices: Floats, noise: float, power: float, mass: Floats, powers: Floats
) -> float:
    """Best masses for given squared distances [shape=(n, S)]; returns their criterion.

    Written: mass (n, S), with ∅ (n, 1+S), its column first; powers (n, S) = m^β of the nonempty
    sets. `prices` and `noise` as in `assign`.
    """
    n_rows, n_sets = squares.shape
    shift = 1 if noise >= 0.0 else 0
    n_columns = shift + n_sets
    columns = np.empty((n_columns, BLOCK))
    shares = np.empty((n_columns, BLOCK))
    least, total = np.empty(BLOCK), np.empty(BLOCK)
    all_prices = np.ones(n_columns)
    all_prices[shift:] = prices
    criterion = 0.0
    for at in range(0, n_rows, BLOCK):
        n = min(BLOCK, n_rows - at)
        for i in range(n):
            if noise >= 0.0:
                columns[0, i] = noise
            for j in range(n_sets):
                columns[shift + j, i] = prices[j] * squares[at + i, j]
        compare_with_least(columns, all_prices, n, least)
        criterion += share_mass(columns, shares, n, power, least, total)
        for i in range(n):
            for j in range(n_columns):
                mass[at + i, j] = shares[j, i]
            for j in range(n_sets):
                powers[at + i, j] = columns[shift + j, i]
    return criterion
