"""Slow, obvious versions of the clustering equations; the fast ones must equal them."""

import numpy as np


def members(mask):
    return [k for k in range(int(mask).bit_length()) if int(mask) >> k & 1]


def ecm_masses(X, prototypes, focal, alpha, beta, delta):
    """Masses and criterion of evidential c-means, one object and one set at a time."""
    mass, criterion = np.zeros((len(X), len(focal))), 0.0
    for i, x in enumerate(X):
        costs = []
        for mask in focal:
            if mask == 0:
                costs.append(delta**2)
                continue
            inside = members(mask)
            centre = prototypes[inside].mean(axis=0)
            costs.append(len(inside) ** alpha * ((x - centre) ** 2).sum())
        strengths = np.array([cost ** (-1 / (beta - 1)) for cost in costs])
        mass[i] = strengths / strengths.sum()
        criterion += (mass[i] ** beta * costs).sum()
    return mass, criterion


def ecm_prototypes(X, mass, focal, n_clusters, alpha, beta):
    """The solution of H V = B as the design writes it."""
    H, B = np.zeros((n_clusters, n_clusters)), np.zeros((n_clusters, X.shape[1]))
    for j, mask in enumerate(focal):
        weight = mass[:, j] ** beta
        for row in members(mask):
            B[row] += len(members(mask)) ** (alpha - 1) * weight @ X
            for column in members(mask):
                H[row, column] += len(members(mask)) ** (alpha - 2) * weight.sum()
    return np.linalg.solve(H, B)


def fuzzy_c_means(X, centres, beta, n_iter):
    for _ in range(n_iter):
        squared = ((X[:, None] - centres) ** 2).sum(axis=2)
        degrees = squared ** (-1 / (beta - 1))
        degrees /= degrees.sum(axis=1, keepdims=True)
        weights = degrees**beta
        centres = weights.T @ X / weights.sum(axis=0)[:, None]
    return centres, degrees


def neighbour_weights(D, n_neighbors, q, beta):
    """v_ij of EKNNclus on a matrix of distances; zero outside the neighbourhoods."""
    n = len(D)
    nearest = [sorted((D[i, j], j) for j in range(n) if j != i)[:n_neighbors] for i in range(n)]
    gamma = 1 / np.quantile([d**beta for row in nearest for d, _ in row], q)
    V = np.zeros((n, n))
    for i, row in enumerate(nearest):
        for d, j in row:
            V[i, j] = -np.log(1 - np.exp(-gamma * d**beta))
    return V


def energy(V, labels):
    same = labels[:, None] == labels
    return -0.5 * (V * same).sum()


def conflict(focal, one, two):
    """κ = Σ_{A∩B=∅} m(A) m'(B)."""
    return sum(
        x * y
        for a, x in zip(focal, one, strict=True)
        for b, y in zip(focal, two, strict=True)
        if a & b == 0
    )


def stress(D, focal, mass, d0):
    """EVCLUS's stress over all pairs."""
    errors = squares = 0.0
    for i in range(len(D)):
        for j in range(i):
            target = 1 - np.exp(np.log(0.05) * (D[i, j] / d0) ** 2)
            errors += (conflict(focal, mass[i], mass[j]) - target) ** 2
            squares += target**2
    return errors / squares


def constraint_penalty(focal, mass, must_link, cannot_link):
    """[Σ_ML pl(different) + Σ_CL pl(same)] / (|ML| + |CL|), as the design writes it."""
    total = 0.0
    singles = [j for j, mask in enumerate(focal) if mask > 0 and mask & (mask - 1) == 0]
    empty = list(focal).index(0)
    for i, j in must_link:
        mi, mj = mass[i], mass[j]
        total += 1 - mi[empty] - mj[empty] + mi[empty] * mj[empty]
        total -= sum(mi[k] * mj[k] for k in singles)
    for i, j in cannot_link:
        total += 1 - conflict(focal, mass[i], mass[j])
    return total / (len(must_link) + len(cannot_link))


def sweep_all(V, labels, order, keeps_on_ties):
    """EKNNclus: every object in turn takes the label with the most weight; then renumbered."""
    labels = labels.copy()
    for i in order:
        support = {}
        for j in np.flatnonzero(V[i]):
            support[labels[j]] = support.get(labels[j], 0.0) + V[i, j]
        best = max(support.values())
        ties = sorted(label for label, value in support.items() if value >= best * (1 - 1e-12))
        if not (keeps_on_ties and labels[i] in ties):
            labels[i] = ties[0]
    return np.unique(labels, return_inverse=True)[1]
