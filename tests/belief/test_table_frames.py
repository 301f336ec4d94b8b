import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mass_strategies import tables

from belieflab import DataError, Frame, MassTable
from belieflab.belief import as_mass_table


@given(tables())
def test_a_table_comes_back_from_its_data_frame_to_the_last_bit(table):
    back = MassTable.from_frame(table.to_frame())
    assert back.frame.values == table.frame.values
    np.testing.assert_array_equal(back.focal, table.focal)
    np.testing.assert_array_equal(back.mass, table.mass)


@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=1, max_size=4, unique=True))
def test_any_class_names_come_back(names):
    table = MassTable.from_contour(np.linspace(0.1, 1, 2 * len(names)).reshape(2, -1), names)
    back = MassTable.from_frame(table.to_frame())
    assert back.frame.values == tuple(names)
    np.testing.assert_array_equal(back.mass, table.mass)


def test_polars_tables_of_masses_are_read_with_their_classes_given():
    table = MassTable.from_guess_and_doubt([2, 1], [0.25, 0.5])
    polars = pl.from_pandas(table.to_frame())
    back = MassTable.from_frame(polars, [1, 2])
    assert back.frame.values == (1, 2)
    assert back.equals(table)


def test_columns_without_omega_name_the_classes():
    table = MassTable.from_frame(pl.DataFrame({"{b}": [0.5], "{b, a}": [0.25], "a": [0.25]}))
    assert table.frame.names == ("b", "a")
    assert table.mass.tolist() == [[0.5, 0.25, 0.25]]
    assert MassTable.from_frame(pd.DataFrame({"{0}": [1.0], "∅": [0.0]})).frame.values == (0,)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (pd.DataFrame({"{a}": [0.5], "Ω": [0.5]}), "does not say what the classes are"),
        (pd.DataFrame({"{a}": [0.5], "{b}": [0.6]}), "sum to 1.1"),
        (pd.DataFrame({"{a}": [0.5], "{b}": [None]}), "mass nan"),
        (pd.DataFrame({"{a}": ["x"]}), "numbers only"),
        (np.eye(2), "is a DataFrame"),
    ],
)
def test_what_is_no_table_of_masses_is_refused(table, sentence):
    with pytest.raises(DataError, match=sentence):
        MassTable.from_frame(table)


def test_a_notebook_shows_masses_and_escapes_names():
    html = MassTable.from_guess_and_doubt(["<b>", "ok"], [0.25, 1.0])._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;" in html and "<td>0.75</td>" in html and "<th>Ω</th>" in html
    assert "MassTable: 2 rows, 3 focal sets" in html


def test_a_notebook_shows_a_large_table_in_part():
    html = MassTable.from_hard(np.arange(1000) % 50)._repr_html_()
    assert html.count("<tr>") == 12
    assert html.count("<th>") == 14
    assert "…" in html


CONTOUR = [[1.0, 0.5, 0.0], [0.2, 1.0, 1.0]]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
def test_the_columns_of_a_data_frame_are_the_classes(make):
    columns = dict(zip(("b", "a", "c"), np.array(CONTOUR).T, strict=True))
    table, classes = as_mass_table(make(columns), 2)
    assert classes.tolist() == ["b", "a", "c"]
    np.testing.assert_allclose(table.contour(), CONTOUR)
    assert MassTable.from_contour(make(columns)).frame.values == ("b", "a", "c")
    shares = {name: np.full(2, share) for name, share in (("x", 0.25), ("w", 0.75))}
    probabilities = MassTable.from_probabilities(make(shares))
    assert probabilities.frame.values == ("x", "w")
    np.testing.assert_allclose(probabilities.pignistic(), [[0.25, 0.75]] * 2)


def test_columns_are_put_into_the_order_of_a_given_frame():
    contour = pd.DataFrame(CONTOUR, columns=["b", "a", "c"])
    table = MassTable.from_contour(contour, "abc")
    np.testing.assert_allclose(table.contour(), contour[["a", "b", "c"]])
    np.testing.assert_allclose(MassTable.from_contour(contour, "xyz").contour(), contour)
    with pytest.raises(DataError, match="The columns are b, a, c, but the classes are a, b, x"):
        MassTable.from_contour(contour, "abx")


def test_columns_numbered_by_pandas_are_integers():
    table, classes = as_mass_table(pd.DataFrame(CONTOUR), 2)
    assert classes.dtype == np.int64
    assert table.frame == Frame(range(3))
