"""Network classifiers written straight from López-Cruz et al. (2013), slow and obvious."""

import itertools

import numpy as np


def parents_of(arcs, child):
    return sorted(parent for parent, to in arcs if to == child)


def regression(X, t, child, parents):
    """Weighted least squares of a feature on its parents: coefficients, intercept first, and σ²."""
    design = np.column_stack([np.ones(len(X)), X[:, parents]])
    root = np.sqrt(t)[:, None]
    beta, *_ = np.linalg.lstsq(design * root, X[:, child] * root[:, 0], rcond=None)
    residual = X[:, child] - design @ beta
    return beta, (t * residual**2).sum() / t.sum()


def m_step(X, t, arcs, floors):
    """Eq. 5 and 6: class prior, and per class and feature (coefficients, σ²)."""
    families = []
    for k in range(t.shape[1]):
        row = []
        for j in range(X.shape[1]):
            beta, variance = regression(X, t[:, k], j, parents_of(arcs, j))
            row.append((beta, max(variance, floors[j])))
        families.append(row)
    return t.sum(axis=0) / t.sum(), families


def log_joint(X, theta, families, arcs):
    """ln θ_k f_k(x) [shape=(n, K)]."""
    out = np.tile(np.log(theta), (len(X), 1))
    for k, row in enumerate(families):
        for j, (beta, variance) in enumerate(row):
            design = np.column_stack([np.ones(len(X)), X[:, parents_of(arcs, j)]])
            residual = X[:, j] - design @ beta
            out[:, k] += -0.5 * (np.log(2 * np.pi * variance) + residual**2 / variance)
    return out


def em(X, plausibility, start, arcs, floor, n_steps):
    """The likelihood after each of so many M steps, eq. 3, and the last joint densities."""
    floors, t, trace = floor * X.var(axis=0), start, []
    for _ in range(n_steps):
        theta, families = m_step(X, t, arcs, floors)
        joint = log_joint(X, theta, families, arcs)
        weighted = np.exp(joint) * plausibility
        trace.append(np.log(weighted.sum(axis=1)).sum())
        t = weighted / weighted.sum(axis=1, keepdims=True)
    return np.array(trace), joint


def expected_score(X, t, arcs, floors):
    """Expected complete log-likelihood of the features less ½ d ln n, by summing over the rows."""
    _, families = m_step(X, t, arcs, floors)
    joint = log_joint(X, np.ones(t.shape[1]), families, arcs)
    n_families = t.shape[1] * (2 * X.shape[1] + len(arcs))
    return (t * joint).sum() - 0.5 * n_families * np.log(len(X))


def is_acyclic(arcs, p):
    left = set(range(p))
    while left:
        free = [j for j in left if not any(c == j and a in left for a, c in arcs)]
        if not free:
            return False
        left -= set(free)
    return True


def neighbours_of(arcs, p):
    """Every structure one move away: arc added, deleted or reversed."""
    arcs = set(arcs)
    for arc in itertools.permutations(range(p), 2):
        if arc in arcs:
            yield arcs - {arc}
            turned = (arcs - {arc}) | {arc[::-1]}
            if is_acyclic(turned, p):
                yield turned
        elif arc[::-1] not in arcs and is_acyclic(arcs | {arc}, p):
            yield arcs | {arc}
