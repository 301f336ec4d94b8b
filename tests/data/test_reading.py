"""Good files of every kind: sniffed, read, given roles, and turned into points and labels."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

from belieflab import DataError, Frame, MassTable
from belieflab.data import Dataset
from belieflab.data.label_files import LAYOUTS
from belieflab.data.reading import (
    FileGuess,
    Roles,
    describe_guess,
    guess_roles,
    missing_values,
    read_folder,
    read_label_file,
    read_table,
    sniff,
    to_dataset,
    write_dataset,
    write_labels,
    write_table,
)

SAMPLES = Path(__file__).parents[2] / "sample_data"
IRIS = Frame(["setosa", "versicolor", "virginica"])


def table_of(content: bytes, filename: str = "data.csv") -> pd.DataFrame:
    return read_table(content, sniff(content, filename))


def load(content: bytes, filename: str = "data.csv", **options):
    table = table_of(content, filename)
    return to_dataset(table, guess_roles(table), **options)


# -- every kind of file gives the same flowers --------------------------------------------------


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("iris.csv", FileGuess("csv")),
        (
            "iris_decimal_comma.csv",
            FileGuess("csv", encoding="cp1252", delimiter=";", decimal=","),
        ),
        ("iris_no_header.tsv", FileGuess("csv", delimiter="\t", has_header=False)),
        ("iris.arff", FileGuess("arff")),
        ("iris.xlsx", FileGuess("excel", sheets=("flowers",), sheet="flowers")),
        ("iris.parquet", FileGuess("parquet")),
        ("iris_with_doubt.csv", FileGuess("csv")),
    ],
)
def test_every_sample_is_recognised_and_holds_the_same_flowers(file, expected):
    content = (SAMPLES / file).read_bytes()
    assert sniff(content, file) == expected
    assert describe_guess(sniff(content, file))
    loaded = load(content, file, missing="median")
    reference = load((SAMPLES / "iris.csv").read_bytes())
    assert loaded.dataset.class_names == IRIS.names
    assert loaded.dataset.X.shape == (45, 4)
    np.testing.assert_array_equal(loaded.dataset.truth, reference.dataset.truth)
    differs = loaded.dataset.X != reference.dataset.X
    assert differs.sum() == (1 if file.endswith(".arff") else 0)


@pytest.mark.parametrize("layout", [key for key, kind in LAYOUTS.items() if kind.writable])
def test_every_layout_has_an_example_that_reads(layout):
    content = (SAMPLES / LAYOUTS[layout].example).read_bytes()
    read = read_label_file(content, LAYOUTS[layout].example, frame=IRIS, n=45)
    assert read.layout == layout
    assert read.notes == ()
    written = read_label_file(write_labels(read.labels, layout), "again.csv")
    assert written.labels.frame == IRIS
    np.testing.assert_array_equal(written.labels.contour(), read.labels.contour())


def test_every_sample_is_explained():
    explained = (SAMPLES / "README.md").read_text(encoding="utf-8")
    for file in SAMPLES.iterdir():
        assert f"`{file.name}" in explained or file.name == "README.md"


# -- how text files are written -----------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "utf-16-le"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_delimiters_and_encodings(delimiter, encoding, ending):
    rows = [["größe", "weight", "species"], ["1.5", "2", "rosé"], ["2.5", "-3e2", "blau"]] * 1
    rows += [["3.25", ".5", "rosé"], ["4", "5", "blau"]]
    text = ending.join(delimiter.join(row) for row in rows) + ending
    table = table_of(text.encode(encoding))
    assert list(table.columns) == ["größe", "weight", "species"]
    assert table["weight"].tolist() == [2.0, -300.0, 0.5, 5.0]
    assert table["species"].tolist() == ["rosé", "blau", "rosé", "blau"]


def test_decimal_comma_is_found_and_can_be_changed():
    content = b"a;b\n1,5;2\n2,5;3\n"
    guess = sniff(content)
    assert guess.decimal == ","
    assert read_table(content, guess)["a"].tolist() == [1.5, 2.5]
    assert read_table(content, replace(guess, decimal="."))["a"].tolist() == ["1,5", "2,5"]


def test_a_comma_file_with_sets_in_every_row_is_not_cut_at_the_bars():
    table = table_of(b"1.5,2.5,a|b\n1.0,3.5,b|c\n")
    assert table.shape == (2, 3)


def test_the_header_can_be_denied():
    content = b"a,b\n1,2\n3,4\n"
    guess = replace(sniff(content), has_header=False)
    assert read_table(content, guess).shape == (3, 2)
    assert list(read_table(content, guess).columns) == ["column 1", "column 2"]


def test_numbers_keep_all_their_digits():
    values = [0.1, 1 / 3, 1e-310, 1.7976931348623157e308, 5e-324, 123456789.123456789]
    content = write_table(pd.DataFrame({"x": values, "y": values[::-1]}))
    assert table_of(content)["x"].tolist() == values


def test_spaces_after_the_delimiter_are_trimmed():
    table = table_of(b"x, y, species\n1, 2, red\n2, 3, blue\n3, 4, red\n")
    assert list(table.columns) == ["x", "y", "species"]
    assert table["species"].tolist() == ["red", "blue", "red"]


def test_row_names_without_a_heading_get_one():
    table = table_of(b"x y\n1 1.5 2\n2 2.5 3\n3 3.5 4\n")
    assert list(table.columns) == ["row", "x", "y"]
    assert guess_roles(table).of["row"] == "ignore"


def test_quoted_cells_keep_delimiters_and_line_breaks():
    table = table_of(b'"na\nme",x\n"a,\nb",1\n"c""d",2\n')
    assert list(table.columns) == ["na\nme", "x"]
    assert table["na\nme"].tolist() == ["a,\nb", 'c"d']


def test_a_column_that_turns_to_text_far_down_is_read_as_text():
    rows = "".join(f"{k},{k}.5\n" for k in range(5000))
    table = table_of(f"a,b\n{rows}oops,1\n".encode())
    assert table["a"].iloc[-1] == "oops"
    assert table["b"].iloc[-1] == 1.0


def test_codes_with_leading_zeros_stay_text():
    assert table_of(b"code,x\n007,1\n042,2\n")["code"].tolist() == ["007", "042"]


def test_markup_in_names_and_classes_is_plain_text():
    content = b"![x](http://a),<img src=x>\n1,<b>\n2,*c*\n3,<b>\n4,*c*\n"
    loaded = load(content)
    assert loaded.dataset.feature_names == ("![x](http://a)",)
    assert loaded.dataset.class_names == ("*c*", "<b>")


# -- workbooks ----------------------------------------------------------------------------------


def test_a_workbook_offers_its_sheets_and_starts_with_the_first_that_is_not_empty():
    workbook = openpyxl.Workbook()
    workbook.active.title = "empty"
    for title, rows in {
        "one": [["a", "b"], [1, "x"], [None, "y"], [2.5, "x"]],
        "two & three": [[1, 2], [3, 4]],
    }.items():
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    workbook.save(stream)
    guess = sniff(stream.getvalue(), "book.xlsx")
    assert guess.sheets == ("empty", "one", "two & three")
    assert (guess.sheet, guess.has_header) == ("one", True)
    table = read_table(stream.getvalue(), guess)
    assert table["b"].tolist() == ["x", "y", "x"]
    assert table["a"].isna().tolist() == [False, True, False]
    other = replace(guess, sheet="two & three", has_header=False)
    assert read_table(stream.getvalue(), other).to_numpy().tolist() == [[1, 2], [3, 4]]


# -- roles --------------------------------------------------------------------------------------


def test_text_is_offered_as_class_and_never_turned_into_numbers():
    table = table_of(b"id,x,colour,size\n1,0.5,red,big\n2,0.7,blue,big\n3,0.9,red,small\n")
    roles = guess_roles(table)
    assert dict(roles.of) == {"id": "id", "x": "feature", "colour": "category", "size": "truth"}
    with pytest.raises(DataError, match="Row 1 holds 'red' in column 'colour'"):
        to_dataset(table, roles.with_role("colour", "feature"))
    other = roles.with_role("size", "ignore").with_role("colour", "truth")
    assert to_dataset(table, other).dataset.class_names == ("blue", "red")


def test_whole_numbers_in_the_last_column_are_taken_for_codes_of_classes():
    rows = "".join(f"{k / 7},{k / 3},{k % 3}\n" for k in range(30))
    roles = guess_roles(table_of(rows.encode()))
    assert roles.columns("truth") == ["column 3"]


def test_a_label_column_with_blanks_is_a_label_and_without_is_the_truth():
    with_blank = table_of(b"x,label\n1,a\n2,\n3,b\n4,a\n")
    assert guess_roles(with_blank).columns("label") == ["label"]
    without = table_of(b"x,label\n1,a\n2,b\n3,b\n4,a\n")
    assert guess_roles(without).columns("truth") == ["label"]


def test_columns_named_like_the_classes_are_labels():
    table = table_of(b"x,class,a,b\n1,a,0.9,0.1\n2,b,0.2,0.8\n3,a,0.5,0.5\n")
    roles = guess_roles(table)
    assert roles.columns("label") == ["a", "b"]
    assert roles.layout == "probabilities"
    assert to_dataset(table, roles).labels.pignistic()[0].tolist() == [0.9, 0.1]
    read_otherwise = to_dataset(table, Roles(roles.of, "plausibilities"))
    assert read_otherwise.labels.contour()[0] == pytest.approx([0.9, 0.1])


def test_only_one_column_can_be_the_truth_and_some_column_must_be_a_feature():
    table = table_of(b"x,a,b\n1,u,v\n2,u,w\n3,t,v\n")
    with pytest.raises(DataError, match="Only one column can be the truth"):
        to_dataset(table, Roles({"x": "feature", "a": "truth", "b": "truth"}))
    with pytest.raises(DataError, match="No column is a feature"):
        to_dataset(table, Roles({"x": "ignore", "a": "truth", "b": "ignore"}))
    with pytest.raises(DataError, match="no column 'z'"):
        guess_roles(table).with_role("z", "truth")


def test_truth_and_labels_share_one_frame():
    table = table_of(b"x,truth,set\n1,a,a|c\n2,b,*\n3,a,b\n")
    loaded = to_dataset(table, guess_roles(table))
    assert loaded.dataset.class_names == loaded.labels.frame.names == ("a", "b", "c")
    stranger = table_of(b"x,truth,pl:a,pl:b\n1,a,1,0\n2,z,0,1\n")
    with pytest.raises(DataError, match="Row 2 has the true class 'z'"):
        to_dataset(stranger, guess_roles(stranger))


# -- missing values -----------------------------------------------------------------------------


def test_missing_values_are_counted_dropped_or_filled():
    content = (SAMPLES / "iris_missing.csv").read_bytes()
    table = table_of(content)
    report = missing_values(table, guess_roles(table))
    assert report.counts == {
        "sepal length": 1,
        "sepal width": 2,
        "petal length": 1,
        "petal width": 1,
        "species": 1,
    }
    assert (report.rows, report.n_rows, report.empty) == (4, 45, ())
    assert "4 of 45" in report.summary
    dropped = load(content)
    assert dropped.dataset.n == 41
    assert (dropped.dataset.truth == -1).sum() == 1
    assert any("dropped" in note for note in dropped.notes)
    filled = load(content, missing="median")
    assert filled.dataset.n == 45
    assert filled.dataset.X[3, 1] == np.nanmedian(table["sepal width"])


def test_an_empty_column_is_named_and_left_out():
    table = table_of(b"x,gap,c\n1,,a\n2,,b\n3,NA,a\n")
    roles = guess_roles(table)
    assert roles.of["gap"] == "ignore"
    assert missing_values(table, roles).empty == ("gap",)
    assert "No value at all in gap" in missing_values(table, roles).summary
    with pytest.raises(DataError, match="'gap' holds no value"):
        to_dataset(table, roles.with_role("gap", "feature"))


def test_dropping_rows_drops_their_labels_too():
    table = table_of(b"x,guess,doubt\n1,a,0.5\n,b,0.1\n3,b,0.25\n")
    loaded = to_dataset(table, guess_roles(table))
    assert loaded.dataset.X.ravel().tolist() == [1, 3]
    assert loaded.labels.mass_of(loaded.labels.frame.omega).tolist() == [0.5, 0.25]


def test_dropping_every_row_is_refused():
    table = table_of(b"x,y,c\n1,,a\n,2,b\n")
    with pytest.raises(DataError, match="none would be left"):
        to_dataset(table, guess_roles(table))


# -- whole data sets there and back -------------------------------------------------------------


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("layout", [None, "masses", "guess-doubt"])
def test_a_data_set_comes_back_with_truth_and_labels(kind, layout):
    loaded = load((SAMPLES / "iris_with_doubt.csv").read_bytes())
    labels = None if layout is None else loaded.labels
    content = write_dataset(loaded.dataset, labels, layout or "masses", kind)
    back = load(content, f"data.{kind}")
    np.testing.assert_array_equal(back.dataset.X, loaded.dataset.X)
    np.testing.assert_array_equal(back.dataset.truth, loaded.dataset.truth)
    assert back.dataset.feature_names == loaded.dataset.feature_names
    assert back.dataset.class_names == loaded.dataset.class_names
    if labels is not None:
        np.testing.assert_array_equal(back.labels.mass, labels.mass)


def test_the_order_of_classes_survives():
    loaded = load((SAMPLES / "iris.csv").read_bytes())
    names = ("virginica", "setosa", "versicolor", "unseen")
    dataset = replace(loaded.dataset, class_names=names, truth=(loaded.dataset.truth + 1) % 3)
    back = load(write_dataset(dataset))
    assert back.dataset.class_names == names
    np.testing.assert_array_equal(back.dataset.truth, dataset.truth)


def test_formulas_are_guarded_in_csv_and_numbers_stay_numbers():
    table = pd.DataFrame({"=cmd": ["=1+1", "'@x", "plain", "-5"], "x": [-1.5, 2.0, -3.0, 0.0]})
    text = write_table(table).decode()
    assert '"\'=1+1",-1.5' in text
    for line in text.splitlines():
        assert not line.strip('"').startswith(("=", "+", "-", "@"))
    back = table_of(text.encode())
    assert list(back.columns) == ["=cmd", "x"]
    assert back["=cmd"].tolist() == table["=cmd"].tolist()
    assert back["x"].tolist() == table["x"].tolist()


# -- folders and label files --------------------------------------------------------------------


def crowd() -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (SAMPLES / "crowd").iterdir()}


def check_crowd(loaded) -> None:
    assert loaded.dataset.X.shape == (36, 2)
    assert loaded.dataset.class_names == ("Ash", "Beech", "Oak")
    assert loaded.labels.frame.names == ("Ash", "Beech", "Oak")
    raw = np.loadtxt(io.BytesIO(crowd()["y.csv"]), delimiter=";")
    for mask in range(8):
        np.testing.assert_allclose(loaded.labels.mass_of(mask), raw[:, mask], atol=1e-12)
    agreement = (loaded.labels.pignistic().argmax(axis=1) == loaded.dataset.truth).mean()
    assert agreement > 0.8


def test_a_folder_of_crowd_labels_opens_as_it_is():
    loaded = read_folder(crowd())
    check_crowd(loaded)
    assert loaded.notes == () and loaded.dataset.ids[:2] == ("0", "1")


def test_the_folder_also_opens_as_one_zip():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in crowd().items():
            archive.writestr(f"crowd/{name}", content)
        archive.writestr("__MACOSX/crowd/._X.csv", b"\0\0")
    check_crowd(read_folder({"crowd.zip": stream.getvalue()}))


def test_a_folder_without_class_names_or_labels_still_opens():
    files = crowd()
    del files["classes.csv"]
    assert read_folder(files).dataset.class_names == ("0", "1", "2")
    del files["y.csv"]
    assert read_folder(files).labels is None
    del files["y_true.csv"]
    assert read_folder(files).dataset.truth is None


def test_masses_by_number_alone_are_labels_for_known_classes():
    read = read_label_file(crowd()["y.csv"], "y.csv", frame=Frame(["Ash", "Beech", "Oak"]), n=36)
    assert read.layout == "bitmasks"
    with pytest.raises(DataError, match="8 columns are the subsets of 3 classes"):
        read_label_file(crowd()["y.csv"], "y.csv", frame=Frame("ab"), n=36, layout="bitmasks")


def test_a_folder_with_files_that_do_not_fit_together_says_which():
    files = crowd()
    with pytest.raises(DataError, match=r"X\.csv has 36 rows, but y_true\.csv has 35"):
        read_folder({**files, "y_true.csv": files["y_true.csv"][:-2]})
    with pytest.raises(DataError, match=r"needs a file X\.csv"):
        read_folder({"y.csv": files["y.csv"]})
    with pytest.raises(DataError, match=r"y\.csv: The file is empty"):
        read_folder({**files, "y.csv": b""})
    with pytest.raises(DataError, match="number the classes"):
        read_folder({**files, "classes.csv": b"1;Ash\n2;Beech\n3;Oak\n"})


def test_labels_must_match_the_points():
    content = (SAMPLES / "labels_sets.csv").read_bytes()
    with pytest.raises(DataError, match="45 rows of labels, but the data has 150"):
        read_label_file(content, "labels.csv", frame=IRIS, n=150)
    with pytest.raises(DataError, match="'setosa'"):
        read_label_file(content, "labels.csv", frame=Frame("ab"), n=45)


def test_labels_are_found_beside_features_and_the_rest_is_passed_over():
    content = (SAMPLES / "iris_with_doubt.csv").read_bytes()
    read = read_label_file(content, "iris.csv", frame=IRIS, n=45)
    assert read.layout == "guess-doubt"
    assert "sepal length" in read.notes[0]


def test_a_bare_column_of_classes_needs_no_heading():
    read = read_label_file(b"a\nb\nb\n", "y.txt", frame=Frame("ab"), n=3)
    assert read.labels.pignistic().argmax(axis=1).tolist() == [0, 1, 1]


def test_blank_lines_are_unknown_and_forgiven_at_the_end():
    read = read_label_file(b"label\na\n\nb\n\n\n", "y.csv", frame=Frame("ab"), n=3)
    assert read.labels.nonspecificity().tolist() == [0, 1, 0]


def test_a_feature_called_like_the_truth_is_not_lost_in_silence():
    dataset = Dataset(
        np.arange(4.0)[:, None], ("truth",), np.array([0, 1, 0, 1]), class_names=("a", "b")
    )
    with pytest.raises(DataError, match="'truth' appears twice"):
        write_dataset(dataset)


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        ("3 5 3", (3, 5)),
        ("True False True", (False, True)),
        ("a 5 a", ("5", "a")),
        ("01 02 01", ("01", "02")),
    ],
)
def test_classes_of_a_file_are_of_the_kind_they_look_like(cells, values):
    lines = [f"{row},{cell}" for row, cell in enumerate(cells.split())]
    content = "\n".join(["x,truth", *lines]).encode()
    table = read_table(content, sniff(content))
    loaded = to_dataset(table, Roles({"x": "feature", "truth": "truth"}))
    assert loaded.dataset.frame.values == values


@pytest.mark.parametrize("file_kind", ["csv", "parquet"])
@pytest.mark.parametrize("values", [(3, 5), ("3", "5"), (False, True), ("no", "yes")])
def test_written_data_keeps_the_type_of_its_classes(values, file_kind):
    frame = Frame(values)
    dataset = Dataset(np.eye(3), ("a", "b", "c"), np.array([0, 1, 1]), frame.names,
                      class_kind=frame.kind)  # fmt: skip
    labels = MassTable.from_guess_and_doubt([0, 1, 1], 0.5, frame)
    for layout in ("masses", "guess-doubt", "plausibilities"):
        content = write_dataset(dataset, labels, layout, file_kind)
        table = read_table(content, sniff(content, f"data.{file_kind}"))
        loaded = to_dataset(table, guess_roles(table))
        assert loaded.dataset.frame.values == loaded.labels.frame.values == values
