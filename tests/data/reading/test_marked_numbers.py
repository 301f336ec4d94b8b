"""Numbers with signs or units are no ids, texts or classes, and are read as numbers where asked."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from belieflab.data.reading import (
    describe_guess,
    describe_marked,
    describe_table,
    find_questions,
    guess_roles,
    marked_numbers,
    read_table,
    sniff,
)

READ = {
    ("45%", "7 %", "12.5 %"): (45.0, 7.0, 12.5),
    ("$1,200.50", "$3.00", "$14,000"): (1200.5, 3.0, 14_000.0),
    ("1.366,70", "12,50", "99"): (1366.7, 12.5, 99.0),
    ("12.345", "1,5", "-2"): (12_345.0, 1.5, -2.0),
    ("1 234", "12\N{NARROW NO-BREAK SPACE}000,5", "3"): (1234.0, 12_000.5, 3.0),
    ("1'234.5", "2", "-7"): (1234.5, 2.0, -7.0),
    ("1,234,567", "1", "2"): (1_234_567.0, 1.0, 2.0),
    ("3 kg", "4.5 kg", "12 kg"): (3.0, 4.5, 12.0),
    ("20 °C", "21.5 °C", "-3 °C"): (20.0, 21.5, -3.0),
}
NOT_READ = [
    ("1", "2", "3"),
    ("1,5", "2,5", "3"),
    ("€5", "$6", "$7"),
    ("3 kg", "4 g", "5 kg"),
    ("1,234.5", "1.234,5", "1"),
    ("elm 1", "elm 2", "elm 3"),
    ("12a", "13a", "14a"),
    ("2024-01-01", "2024-01-02", "2024-01-03"),
    ("1,2,3", "4,5,6", "7,8,9"),
    ("45%", "x", "7%"),
    ("45%", "7%"),
]


@pytest.mark.parametrize("cells", READ)
def test_numbers_with_signs_are_named_and_read_when_asked(cells: tuple[str, ...]) -> None:
    rows = [f'"{cell}";{k}' for k, cell in enumerate([*cells, ""])]
    content = "\n".join(["amount;x", *rows]).encode()
    guess = sniff(content, "a.csv")
    table = read_table(content, guess)
    assert marked_numbers(table) == {"amount": cells[0]}
    assert guess_roles(table).of["amount"] == "ignore"
    assert cells[0] in describe_marked({"amount": cells[0]})
    asked = replace(guess, unmarked=True)
    numbers = read_table(content, asked)["amount"]
    assert tuple(numbers[:-1]) == READ[cells] and np.isnan(numbers.iloc[-1])
    assert "without their signs" in describe_guess(asked)


@pytest.mark.parametrize("cells", NOT_READ)
def test_other_texts_stay_what_they_are(cells: tuple[str, ...]) -> None:
    assert not marked_numbers(pd.DataFrame({"amount": pd.Series(cells, dtype="str")}))


def test_shares_in_percent_are_no_ids_and_no_classes_and_then_labels() -> None:
    shares = [(60.5, 39.5), (12.0, 88.0), (71.25, 28.75)] * 4
    rows = [f"{k / 7:.3f},{a}%,{b}%" for k, (a, b) in enumerate(shares)]
    content = "\n".join(["x,p_elm,p_fir", *rows]).encode()
    guess = sniff(content, "a.csv")
    table = read_table(content, guess)
    roles = guess_roles(table)
    assert not roles.columns("truth") and not find_questions(table, roles)
    numbers = read_table(content, replace(guess, unmarked=True))
    assert guess_roles(numbers).columns("label") == ["p_elm", "p_fir"]


def test_a_comma_cuts_thousands_where_numbers_have_a_point() -> None:
    content = b"amount;x\n1,963;0.5\n12,100;1.5\n99;2.5\n7;0.25"
    table = read_table(content, replace(sniff(content, "a.csv"), unmarked=True))
    assert table["amount"].tolist() == [1963.0, 12_100.0, 99.0, 7.0]


def test_ids_called_so_are_no_numbers() -> None:
    table = pd.DataFrame({"tree id": ["1,200", "1,300", "1,400"], "x": [1.0, 2.0, 4.0]})
    assert not marked_numbers(table) and guess_roles(table).of["tree id"] == "id"


def test_the_line_names_what_is_ignored_and_cuts_long_headings() -> None:
    long = "a heading of a questionnaire " * 9
    days = pd.date_range("2024-01-01", periods=12).astype(str)
    table = pd.DataFrame({"x": np.arange(12) / 7, long: ["elm", "fir"] * 6, "day": days})
    line = describe_table(table, guess_roles(table))
    assert ", ignored: day, labels: none" in line and len(line) < 150
    many = table.assign(**{f"day {k}": days for k in range(5)})
    assert ", 6 columns ignored, labels: none" in describe_table(many, guess_roles(many))
