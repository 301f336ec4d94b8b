"""Random mass tables for property tests."""

import numpy as np
from hypothesis import strategies as st

from belieflab import MassTable


@st.composite
def tables(draw, *, classes=(1, 4), rows=(1, 3), empty=True, omega=False, normal=False):
    """A table on 1..4 classes. `empty`: ∅ may carry mass; `omega`: Ω always does; `normal`: every
    row also has some mass off ∅, however small."""
    n_classes = draw(st.integers(*classes))
    return draw(tables_on(n_classes, rows=rows, empty=empty, omega=omega, normal=normal))


@st.composite
def tables_on(draw, n_classes, *, rows=(1, 3), empty=True, omega=False, normal=False):
    last = (1 << n_classes) - 1
    masks = st.integers(0 if empty else 1, last)
    focal = draw(st.lists(masks, min_size=1, max_size=1 << n_classes, unique=True))
    if (omega or normal) and last not in focal:
        focal.append(last)
    n = draw(st.integers(*rows))
    weight = st.one_of(st.just(0.0), st.floats(1e-3, 1.0))
    rows_drawn = draw(
        st.lists(st.lists(weight, min_size=len(focal), max_size=len(focal)), min_size=n, max_size=n)
    )
    mass = np.array(rows_drawn)
    if omega or normal:
        mass[:, focal.index(last)] += 0.01
    mass[mass.sum(axis=1) == 0, 0] = 1.0
    names = [f"c{k}" for k in range(n_classes)]
    return MassTable(names, focal, mass / mass.sum(axis=1, keepdims=True))


@st.composite
def several_tables(draw, *, sources=(2, 3), classes=(1, 4), rows=(1, 3), **settings):
    """Tables on one frame with the same number of rows."""
    n_classes = draw(st.integers(*classes))
    n = draw(st.integers(*rows))
    count = draw(st.integers(*sources))
    return [draw(tables_on(n_classes, rows=(n, n), **settings)) for _ in range(count)]
