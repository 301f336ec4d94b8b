"""A column of numbers that a cell turns into text is named with that cell."""

import pandas as pd

from belieflab.data.reading import describe_spoiled, guess_roles, read_table, sniff
from belieflab.data.reading.spoiled import spoiled_features


def spoiled(cells: list[str], heading: str = "width") -> dict[str, str]:
    rows = "".join(f'"{cell}",{k * k}.25\n' for k, cell in enumerate(cells))
    content = f"{heading},height\n{rows}".encode()
    table = read_table(content, sniff(content, "trees.csv"))
    return dict(spoiled_features(table, guess_roles(table)))


NUMBERS = [f"{k}.5" for k in range(30)]


def test_a_cell_that_is_no_number_is_named_with_its_row() -> None:
    found = spoiled([*NUMBERS[:12], "", "n.d.", *NUMBERS[12:]])
    assert found == {"width": "row 14 holds 'n.d.'"}
    assert describe_spoiled(found).endswith(
        "'width': row 14 holds 'n.d.'. Correct such cells in the file, or leave them blank."
    )
    assert spoiled([each.replace(".", ",") for each in NUMBERS] + ["abc"]) == {
        "width": "row 31 holds 'abc'"
    }


def test_a_column_that_is_taken_for_the_true_classes_by_its_cell_is_named() -> None:
    grades = [str(k % 4) for k in range(40)]
    assert spoiled([*grades, "x"], heading="grade") == {"grade": "row 41 holds 'x'"}
    assert not spoiled([*grades, "x"], heading="class")


def test_numbers_texts_and_ids_have_no_such_cell() -> None:
    assert not spoiled(NUMBERS)
    assert not spoiled(["oak", "fir", *NUMBERS[:8]])
    assert not spoiled([*NUMBERS, "12b"], heading="tree_id")
    frame = pd.DataFrame({"kind": ["oak", "fir"] * 10, "x": range(20)})
    assert not spoiled_features(frame, guess_roles(frame))
