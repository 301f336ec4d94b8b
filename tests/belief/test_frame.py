import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab import DataError, Frame

NASTY = [
    "a,b",
    "{x}",
    "∅",
    "Ω",
    '"quoted"',
    " padded ",
    "a|b",
    "*",
    "<img src=x>",
    "![x](http://y)",
]
names = st.text(min_size=1, max_size=6).filter(lambda text: text.strip())


def test_every_subset_of_nasty_names_reads_back_as_it_was_written():
    frame = Frame(NASTY)
    assert [frame.parse(frame.format(mask)) for mask in range(1 << 10)] == list(range(1 << 10))


@given(st.lists(names, min_size=1, max_size=5, unique=True), st.data())
def test_every_subset_of_any_frame_reads_back_as_it_was_written(classes, data):
    frame = Frame(classes)
    mask = data.draw(st.integers(0, frame.omega))
    assert frame.parse(frame.format(mask)) == mask


def test_subsets_are_written_in_the_signs_of_the_field():
    frame = Frame(["setosa", "versicolor", "virginica"])
    assert [frame.format(m) for m in (0, 1, 5, 7)] == [
        "∅",
        "{setosa}",
        "{setosa, virginica}",
        "Ω",
    ]
    assert Frame(["only"]).format(1) == "{only}"


def test_bit_62_is_the_last_class_of_the_largest_frame():
    frame = Frame(range(63))
    assert frame.omega == 2**63 - 1
    assert int(frame.singletons[-1]) == 2**62
    assert frame.members(2**62) == ("62",)
    assert frame.parse(frame.format(2**62 | 1)) == 2**62 | 1


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Frame([]), "at least one class name"),
        (lambda: Frame(range(4097)), "at most 4096 classes, but 4097 were given"),
        (lambda: Frame(["a", "a"]), "'a' appears twice"),
        (lambda: Frame(["a", " "]), "Class 2 of the frame has an empty name"),
        (lambda: Frame("ab").members(4), "mask 4 does not fit a frame of 2 classes"),
        (lambda: Frame("ab").members(-1), "mask -1 does not fit"),
        (lambda: Frame("ab").check_mask(1.5), "1.5"),
        (lambda: Frame("ab").index("c"), "Unknown class 'c'; the classes are a, b"),
        (lambda: Frame("ab").parse("{a, c}"), "Unknown class 'c'"),
        (lambda: Frame("ab").parse('{"a}'), "not closed"),
        (lambda: Frame("ab").parse("a b"), "is not a subset"),
        (lambda: Frame(range(21)).powerset(), "2^21 subsets"),
    ],
)
def test_bad_frames_and_subsets_are_refused_in_a_sentence(make, sentence):
    with pytest.raises(DataError) as error:
        make()
    assert sentence in str(error.value)
