"""The E steps of the models of annotators: every answer is read once, class by class.

Products over the answers about an object are kept near 1 by dividing by their largest factor, so
that an object with thousands of answers neither overflows nor vanishes.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

BLOCK = 4096
"""Objects between two looks at the flag."""


@kernel
def posterior_row(prior: Floats, product: Floats) -> float:
    """Turn a product of likelihoods into a posterior in place; returns the sum of prior x product.

    Where the product is 0 for every class with a prior, the answers contradict each other and the
    prior stands.
    """
    total = 0.0
    for k in range(len(prior)):
        product[k] *= prior[k]
        total += product[k]
    for k in range(len(prior)):
        product[k] = product[k] / total if total > 0 else prior[k]
    return total


@kernel
def rescale(product: Floats) -> float:
    """Divide by the largest factor; returns its logarithm."""
    largest = product.max()
    if not largest > 0:
        return -np.inf
    for k in range(len(product)):
        product[k] /= largest
    return float(np.log(largest))


@kernel
def expect_reliable(
    first: Codes,
    who: Codes,
    said: Floats,
    prior: Floats,
    reliability: Floats,
    flag: Codes,
    posterior: Floats,
    able: Floats,
) -> float:
    """Posteriors of the classes [shape=(n, K)] and of "able" [shape=(A,)]; the log-likelihood.

    Answers are sorted by object; those about object i are `first[i]` to `first[i + 1]`. `said` is
    K BetP of each answer [shape=(A, K)]: L_a(k) = 1 - ρ_j + ρ_j said_ak.
    """
    n_classes = said.shape[1]
    total = 0.0
    for i in range(len(first) - 1):
        if i % BLOCK == 0 and stop_requested(flag):
            return total
        row = posterior[i]
        row[:] = 1.0
        for a in range(first[i], first[i + 1]):
            rho = reliability[who[a]]
            for k in range(n_classes):
                row[k] *= 1.0 - rho + rho * said[a, k]
            if (a - first[i]) % 16 == 15:
                total += rescale(row)
        total += rescale(row)
        total += np.log(posterior_row(prior, row))
        for a in range(first[i], first[i + 1]):
            rho = reliability[who[a]]
            expected = 0.0
            for k in range(n_classes):
                if row[k] > 0:
                    expected += row[k] * rho * said[a, k] / (1.0 - rho + rho * said[a, k])
            able[a] = expected
    return total


@kernel
def expect_confused(
    first: Codes,
    group: Codes,
    who: Codes,
    starts: Codes,
    members: Codes,
    values: Floats,
    prior: Floats,
    confusion: Floats,
    flag: Codes,
    posterior: Floats,
    counts: Floats,
    likelihoods: Floats,
    sums: Floats,
) -> float:
    """Posteriors [shape=(n, K)] and the expected confusions added to `counts` [shape=(J, K, K)].

    L_a(k) = Σ_l π_j[k, l] said_al: the class l that j had in mind, and the other members of his set
    at random. Answers of one annotator that say the same form a group, which has one L: `group` of
    each answer [shape=(A,)], `who` of each group [shape=(G,)]; `members[starts[g]:starts[g + 1]]`
    are the l with said_gl > 0. Both `confusion` and `counts` have l before k, so that the loops
    over k read memory in order. `likelihoods` and `sums` are memory to work in [shape=(G, K)].
    """
    likelihoods[:] = 0.0
    sums[:] = 0.0
    for g in range(len(who)):
        likelihood = likelihoods[g]
        for entry in range(starts[g], starts[g + 1]):
            column, value = confusion[who[g], members[entry]], values[entry]
            for k in range(len(prior)):
                likelihood[k] += column[k] * value
    total = multiply_groups(first, group, likelihoods, prior, flag, posterior, sums)
    for g in range(len(who)):
        weight = sums[g]
        for k in range(len(prior)):
            weight[k] = weight[k] / likelihoods[g, k] if likelihoods[g, k] > 0 else 0.0
        for entry in range(starts[g], starts[g + 1]):
            column, value = confusion[who[g], members[entry]], values[entry]
            count = counts[who[g], members[entry]]
            for k in range(len(prior)):
                count[k] += weight[k] * column[k] * value
    return total


@kernel
def multiply_groups(
    first: Codes,
    group: Codes,
    likelihoods: Floats,
    prior: Floats,
    flag: Codes,
    posterior: Floats,
    sums: Floats,
) -> float:
    """Posteriors [shape=(n, K)], and their sums over the answers of each group [shape=(G, K)].

    Returns the log-likelihood.
    """
    total = 0.0
    for i in range(len(first) - 1):
        if i % BLOCK == 0 and stop_requested(flag):
            return total
        row = posterior[i]
        row[:] = 1.0
        for a in range(first[i], first[i + 1]):
            likelihood = likelihoods[group[a]]
            for k in range(len(prior)):
                row[k] *= likelihood[k]
            if (a - first[i]) % 16 == 15:
                total += rescale(row)
        total += rescale(row)
        total += np.log(posterior_row(prior, row))
        for a in range(first[i], first[i + 1]):
            collected = sums[group[a]]
            for k in range(len(prior)):
                collected[k] += row[k]
    return total


@kernel
def information(
    first: Codes,
    who: Codes,
    said: Floats,
    posterior: Floats,
    reliability: Floats,
    found: Floats,
) -> None:
    """Add the observed information about each reliability to `found` [shape=(J,)].

    With q_a the mean of said_a under what all other answers say, the likelihood of answer a is
    1 - ρ + ρ q_a, and its part of the information ((q_a - 1) / (1 - ρ + ρ q_a))².
    """
    n_classes = said.shape[1]
    for i in range(len(first) - 1):
        for a in range(first[i], first[i + 1]):
            rho = reliability[who[a]]
            mean = weight = 0.0
            for k in range(n_classes):
                if posterior[i, k] > 0:
                    others = posterior[i, k] / (1.0 - rho + rho * said[a, k])
                    weight += others
                    mean += others * said[a, k]
            q = mean / weight
            slope = (q - 1.0) / (1.0 - rho + rho * q)
            found[who[a]] += slope * slope
