"""The small parsers on any text: a value or a sentence, and text that every file can hold."""

from fuzz.links import follow
from fuzz.targets import refused
from hypothesis import example, given
from hypothesis import strategies as st

from belieflab import DataError, Frame
from belieflab.belief.classes import without_surrogates
from belieflab.belief.decision_costs import parse_costs
from belieflab.data.label_files.notation import parse_heading, split_names
from belieflab.data.reading.arff import split_cells
from belieflab.data.reading.numbers import guess_decimal, is_number, is_numeric_column
from belieflab.ui.pages.playground.link import read_link
from belieflab.ui.pages.whatif.settings import parse_levels

ANY = st.text(st.characters(), max_size=60) | st.text('{}"\\,|*=:~-.0123456789aeu \n', max_size=60)
SURROGATE = '"\\ud800"'


@given(ANY)
@example(SURROGATE)
@example("[" * 50_000)
@example('{"' + "a" * 50)
def test_notation(text):
    for read in (
        lambda: split_names(text, "|"),
        lambda: split_names(text, ","),
        lambda: [*(parse_heading(f"label={{{text}}}").classes or ())],
    ):
        try:
            for name in read():
                name.encode("utf-8")
        except DataError as error:
            refused(error)
        except UnicodeEncodeError:
            assert not can_be_written(text)


@given(ANY)
@example("{" + SURROGATE + "}")
def test_sets_of_a_frame(text):
    try:
        Frame(["a", "b", "�"]).parse(text)
    except DataError as error:
        if can_be_written(text):
            refused(error)


@given(ANY)
def test_cells_and_numbers(text):
    assert split_cells(text)
    for decimal in ".,":
        is_number(text, decimal)
        is_numeric_column([text], decimal)
    assert guess_decimal([text]) in {".", ","}


@given(ANY | st.text("0123456789.;, \n-e", max_size=60))
@example("9" * 5_000)
@example("0 1e999; nan 0")
@example("\ud800")
def test_costs_of_decisions(text):
    try:
        costs = parse_costs(text, 2)
        assert costs is None or all(0 <= each < 1e300 for row in costs for each in row)
    except DataError as error:
        if can_be_written(text):
            refused(error)


@given(ANY)
@example("0 to 1e308 by 1e-300")
@example("9" * 5_000)
def test_levels(text):
    try:
        assert all(0 <= level <= 1 for level in parse_levels(text))
    except DataError as error:
        if can_be_written(text):
            refused(error)


@given(st.dictionaries(st.sampled_from(["frame", "m1", "m2", "doubt", "rule", "given"]), ANY))
def test_links_to_the_playground(query):
    try:
        read_link(query)
    except DataError as error:
        assert str(error).strip()


@given(ANY)
@example("9" * 5_000)
@example("1" + "0" * 400)
def test_links_with_any_seed(text):
    follow({"seed": text, "data": "iris"})


@given(st.text(st.characters()))
def test_halves_of_characters_are_replaced_and_nothing_else(text):
    safe = without_surrogates(text)
    safe.encode("utf-8")
    assert safe == text or not can_be_written(text)


def can_be_written(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
