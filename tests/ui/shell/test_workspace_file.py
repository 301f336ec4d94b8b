"""The workspace file: what is saved comes back to the last bit; anything else gets a sentence."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from belieflab import DataError, Frame, MassTable
from belieflab.data.categories import CategoricalColumn
from belieflab.data.dataset import Dataset
from belieflab.data.reading import entries
from belieflab.data.samples import SAMPLES
from belieflab.ui.shell.workspace import Recipe, State, Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace, write
from belieflab.ui.shell.workspace_reader import read

NASTY = ("=1+1", "![x](http://a.b)", 'quote " and, comma', "two\nlines")


def assert_same(one: State, other: State) -> None:
    assert (one.dataset is None) == (other.dataset is None)
    if one.dataset is not None and other.dataset is not None:
        np.testing.assert_array_equal(one.dataset.X, other.dataset.X)
        assert one.dataset.feature_names == other.dataset.feature_names
        assert one.dataset.class_names == other.dataset.class_names
        assert one.dataset.class_kind == other.dataset.class_kind
        assert (one.dataset.name, one.dataset.source) == (other.dataset.name, other.dataset.source)
        np.testing.assert_array_equal(one.dataset.truth, other.dataset.truth)
        columns = [
            [(each.name, each.levels, each.values) for each in dataset.categories]
            for dataset in (one.dataset, other.dataset)
        ]
        assert columns[0] == columns[1]
    assert (one.labels is None) == (other.labels is None)
    if one.labels is not None and other.labels is not None:
        assert one.labels.frame.values == other.labels.frame.values
        np.testing.assert_array_equal(one.labels.focal, other.labels.focal)
        np.testing.assert_array_equal(one.labels.mass, other.labels.mass)
    assert one.seed == other.seed
    assert one.label_note == other.label_note
    assert one.data_recipe == other.data_recipe
    assert one.label_recipe == other.label_recipe
    assert one.sample_labels == other.sample_labels


def painted() -> State:
    """Points from a brush and labels from a hand, with awkward numbers and names."""
    rng = np.random.default_rng(1)
    X = np.vstack([rng.normal(size=(20, 4)) * 1e-7, [[0.1 + 0.2, -0.0, 5e-324, 1.7e308]]])
    truth = np.r_[rng.integers(0, 3, 20), -1]
    dataset = Dataset(X, NASTY, truth, NASTY[:3], name="=painted", source="a brush")
    labels = MassTable(NASTY[:3], [1, 3, 4, 7, 0], rng.dirichlet(np.ones(5), size=21))
    return State(dataset=dataset, labels=labels, label_note="21 labels by hand", seed=123)


@pytest.fixture(scope="module")
def content() -> bytes:
    return write(SavedWorkspace(painted()))


def repacked(content: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The same archive with its files changed."""
    with zipfile.ZipFile(io.BytesIO(content)) as given:
        files = {name: given.read(name) for name in given.namelist()}
    change(files)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return buffer.getvalue()


def redescribed(content: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    def rewrite(files: dict[str, Any]) -> None:
        description = json.loads(files["workspace.json"])
        change(description)
        files["workspace.json"] = json.dumps(description)

    return repacked(content, rewrite)


def test_painted_points_and_hand_labels_come_back_exactly() -> None:
    saved = SavedWorkspace(painted(), True, {"labels.x": "petal", "labels.size": 3})
    opened = read(write(saved))
    assert_same(saved.state, opened.state)
    assert opened.truth_hidden
    assert opened.settings == saved.settings


def test_ids_and_texts_come_back_and_strange_ones_are_refused() -> None:
    dataset = painted().dataset
    assert dataset is not None
    ids = tuple(f"=leaf {k}\n" for k in range(dataset.n))
    dataset = replace(dataset, ids=ids, texts=("",) * dataset.n)
    content = write(SavedWorkspace(State(dataset=dataset)))
    back = read(content).state.dataset
    assert back is not None and (back.ids, back.texts) == (ids, ("",) * dataset.n)

    def twice(description: dict[str, Any]) -> None:
        description["data"]["ids"][1] = description["data"]["ids"][0]

    with pytest.raises(DataError, match="Rows 1 and 2 have the same id"):
        read(redescribed(content, twice))


def test_the_shape_of_an_image_comes_back_and_a_wrong_one_is_refused() -> None:
    dataset = painted().dataset
    assert dataset is not None
    content = write(SavedWorkspace(State(dataset=replace(dataset, image_shape=(3, 7)))))
    back = read(content).state.dataset
    assert back is not None and back.image_shape == (3, 7)

    def cut(description: dict[str, Any]) -> None:
        description["data"]["image_shape"] = [3, 6]

    with pytest.raises(DataError, match="not the pixels of an image of shape 3 × 6"):
        read(redescribed(content, cut))


def test_an_empty_workspace_comes_back() -> None:
    assert_same(State(seed=5), read(write(SavedWorkspace(State(seed=5)))).state)


@pytest.mark.parametrize("key", sorted(SAMPLES))
def test_a_sample_stays_linkable_after_opening(key: str) -> None:
    workspace = Workspace()
    workspace.set_up(Recipe(key), seed=4)
    if workspace.labels is None and workspace.dataset.truth is not None:
        workspace.build_labels("crowd" if len(workspace.dataset.class_names) > 1 else "hard")
    opened = Workspace()
    opened.restore(read(write(SavedWorkspace(workspace.state))).state)
    assert_same(workspace.state, opened.state)
    assert not opened.unlinkable


@given(
    arrays(np.float64, (3, 2), elements=st.floats(allow_nan=False, allow_infinity=False)),
    st.lists(st.text(min_size=1).filter(str.strip), min_size=2, max_size=4, unique=True),
)
def test_any_finite_numbers_and_any_names_come_back(X: np.ndarray, names: list[str]) -> None:
    state = State(
        dataset=Dataset(X, tuple(names[:2]), None, tuple(names), name=names[0]),
        labels=MassTable.vacuous(3, names),
    )
    assert_same(state, read(write(SavedWorkspace(state))).state)


def test_the_same_workspace_gives_the_same_bytes(content: bytes) -> None:
    assert write(SavedWorkspace(painted())) == content


def test_discounted_labels_come_back_with_what_they_were() -> None:
    state = painted().discounted(0.3)
    opened = read(write(SavedWorkspace(state))).state
    assert_same(state, opened)
    assert_same(painted(), opened.discounted(0.0))


@pytest.mark.parametrize("rate", [True, "0.3", -0.1, 1.5, float("nan"), None])
def test_a_discount_that_is_no_rate_is_refused(content: bytes, rate: object) -> None:
    changed = redescribed(content, lambda text: text["labels"].update(discount=rate))
    with pytest.raises(DataError, match=r"'discount' in workspace.json must be a number from 0"):
        read(changed)


def test_headers_cannot_run_in_a_spreadsheet(content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert packed.read("points.csv").startswith(b"'=1+1,")
        assert packed.testzip() is None


def test_a_recipe_that_no_longer_gives_the_points_is_dropped() -> None:
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians"), Recipe("expert-doubt"))
    content = write(SavedWorkspace(workspace.state))
    for change in (
        lambda d: d["data"]["recipe"]["settings"].update(distance=9.0),
        lambda d: d["data"]["recipe"].update(key="atlantis"),
        lambda d: d["data"]["recipe"]["settings"].update(distance="far"),
        lambda d: d["data"].update(recipe=["gaussians"]),
    ):
        opened = read(redescribed(content, change)).state
        assert opened.data_recipe is None
        assert opened.dataset is not None and workspace.dataset is not None
        np.testing.assert_array_equal(opened.dataset.X, workspace.dataset.X)


@pytest.mark.parametrize("value", [{"a": 1}, [{}], 10**400, [[1]], None, 1e-320])
def test_a_recipe_with_a_setting_that_makes_no_sense_is_dropped(value: object) -> None:
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"classes": 3}), Recipe("expert-doubt", {"mean": 0.3}))

    def change(description: dict[str, Any]) -> None:
        for kind in ("data", "labels"):
            settings = description[kind]["recipe"]["settings"]
            description[kind]["recipe"]["settings"] = dict.fromkeys(settings, value)

    state = read(redescribed(write(SavedWorkspace(workspace.state)), change)).state
    assert state.data_recipe is None and state.label_recipe is None
    assert state.labels is not None


def test_unknown_keys_and_files_are_ignored(content: bytes) -> None:
    more = redescribed(content, lambda d: d.update(weather="fine"))
    more = repacked(more, lambda files: files.update({"readme.txt": b"hello"}))
    assert_same(painted(), read(more).state)


def _drop(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda files: files.pop(name)


def _put(name: str, text: str) -> Callable[[dict[str, Any]], None]:
    return lambda files: files.update({name: text})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_drop("workspace.json"), "no workspace file"),
        (_drop("points.csv"), "lacks points.csv"),
        (_drop("truth.csv"), "lacks truth.csv"),
        (_drop("masses.csv"), "lacks masses.csv"),
        (_put("workspace.json", "{"), "not readable JSON"),
        (_put("workspace.json", "[" * 100_000), "not readable JSON"),
        (_put("workspace.json", b"\xff\xfe"), "not readable JSON"),
        (_put("workspace.json", '{"a": ' * 10_000), "not readable JSON"),
        (_put("workspace.json", f'{{"seed": 1{"0" * 5000}}}'), "not readable JSON"),
        (_put("workspace.json", '{"seed": 1, "seed": 2}'), "an entry twice"),
        (_put("workspace.json", "[]"), "does not describe"),
        (_put("points.csv", ""), "no rows"),
        (_put("points.csv", "a\n1\n"), "1 rows and 1 columns"),
        (_put("points.csv", "a,b,c,d\n" + "1,2,3,x\n" * 21), "not a table of numbers"),
        (_put("points.csv", "a,b,c,d\n" + "1,2,3,\n" * 21), "not a table of numbers"),
        (_put("points.csv", "a,b,c,d\n" + "1,2,3,inf\n" * 21), "no finite number"),
        (_put("truth.csv", "class\n" + "5\n" * 21), "code from 0 to 2"),
        (_put("truth.csv", "class\n" + "0.5\n" * 21), "code from 0 to 2"),
        (_put("masses.csv", "a,b,c,d,e\n" + "1,1,0,0,0\n" * 21), "sum to 2"),
        (_put("masses.csv", "a,b,c,d,e\n" + "2,-1,0,0,0\n" * 21), "the mass -1"),
        (_put("masses.csv", "a,b,c,d,e\n" + "nan,1,0,0,0\n" * 21), "mass"),
    ],
)
def test_broken_files_get_a_sentence(
    content: bytes, change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    with pytest.raises(DataError, match=sentence):
        read(repacked(content, change))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d.update(format="other"), "does not describe"),
        (lambda d: d.update(version=2), "version 2"),
        (lambda d: d.update(version="1"), "'version'"),
        (lambda d: d.update(seed=-1), "'seed'"),
        (lambda d: d.update(seed=True), "'seed'"),
        (lambda d: d.update(seed=10**400), "'seed'"),
        (lambda d: d["data"].update(rows=10**400), "'rows'"),
        (lambda d: d["labels"].update(discount=10**400), "'discount'"),
        (lambda d: d["labels"].update(focal=[1, 3, 4, 7, 10**400]), "does not fit"),
        (lambda d: d.pop("seed"), "'seed'"),
        (lambda d: d.update(data=3), "'data'"),
        (lambda d: d.update(data=None), "labels but no points"),
        (lambda d: d["data"].update(name=3), "'name'"),
        (lambda d: d["data"].update(rows=0), "'rows'"),
        (lambda d: d["data"].update(feature_names="abcd"), "'feature_names'"),
        (lambda d: d["data"].update(feature_names=["a"]), "columns"),
        (lambda d: d["data"].update(class_names=["a", "a", "b"]), "twice"),
        (lambda d: d["labels"].update(class_names=["x", "y", "z"]), "speak of"),
        (lambda d: d["labels"].update(focal=[1, 3, 4, 7, 8]), "does not fit"),
        (lambda d: d["labels"].update(focal=[1, 3, 4, 7, 2.5]), "focal"),
        (lambda d: d["labels"].update(focal=[1, 3, 4, 7, 7]), "twice"),
        (lambda d: d["labels"].update(focal=[1, 3, 4, 7, 10**30]), "does not fit"),
        (lambda d: d.update(settings=[1]), "settings"),
        (lambda d: d["data"].update(weights=[10**400] * 21), "'weights'"),
        (lambda d: d["data"].update(weights=[float("nan")] * 21), "'weights'"),
    ],
)
def test_broken_descriptions_get_a_sentence(
    content: bytes, change: Callable[[dict[str, Any]], Any], sentence: str
) -> None:
    workspace = Workspace()
    workspace.load_sample("iris")
    before = workspace.state
    with pytest.raises(DataError, match=sentence):
        workspace.restore(read(redescribed(content, change)).state)
    assert workspace.state is before


@pytest.mark.parametrize("length", [0, 3, 22, 500])
def test_a_file_cut_off_gets_a_sentence(content: bytes, length: int) -> None:
    with pytest.raises(DataError, match="no zip archive"):
        read(content[:length])


def test_every_damaged_byte_gets_a_sentence_or_changes_nothing(content: bytes) -> None:
    rng = np.random.default_rng(0)
    for place in rng.integers(0, len(content), 200):
        damaged = bytearray(content)
        damaged[place] ^= 0xFF
        try:
            assert_same(painted(), read(bytes(damaged)).state)
        except DataError as error:
            assert str(error).endswith(".")


def test_a_bomb_is_refused_from_its_directory() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("points.csv", bytes(5_000_000))
    claimed = (3_000_000_000).to_bytes(4, "little")
    bomb = buffer.getvalue().replace((5_000_000).to_bytes(4, "little"), claimed)
    with pytest.raises(DataError, match="3,000 MB"):
        read(bomb)


def test_a_bomb_that_lies_in_its_directory_is_refused_while_inflating(content: bytes) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("points.csv", bytes(5_000_000))
    true_size = (5_000_000).to_bytes(4, "little")
    with pytest.raises(DataError):
        entries.read_entries(buffer.getvalue().replace(true_size, (1000).to_bytes(4, "little")))


def test_too_many_and_doubled_entries_are_refused(content: bytes) -> None:
    with pytest.raises(DataError, match="66 files"):
        read(repacked(content, lambda files: files.update({str(k): b"" for k in range(62)})))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        packed.writestr("workspace.json", "{}")
        with pytest.warns(UserWarning, match="Duplicate"):
            packed.writestr("workspace.json", "{}")
    with pytest.raises(DataError, match="same name"):
        read(buffer.getvalue())


def test_masses_that_only_miss_one_by_rounding_stay_as_they_were() -> None:
    state = painted()
    assert state.labels is not None
    mass = state.labels.mass * (1 + 3e-14)
    loose = MassTable._trusted(state.labels.frame, state.labels.focal, mass)
    opened = read(write(SavedWorkspace(replace(state, labels=loose)))).state
    assert opened.labels is not None
    np.testing.assert_array_equal(opened.labels.mass, mass)


def numbered(kind: str) -> State:
    """Three points whose classes print as 0 and 1."""
    frame = Frame.of_kind("01", kind)
    dataset = Dataset(np.eye(3), ("a", "b", "c"), np.array([0, 1, 1]), frame.names, class_kind=kind)
    return State(dataset=dataset, labels=MassTable.from_hard([0, 1, 1], frame))


@pytest.mark.parametrize("kind", ["integer", "text"])
def test_classes_come_back_in_their_own_type(kind):
    assert_same(numbered(kind), read(write(SavedWorkspace(numbered(kind)))).state)


def test_a_file_from_before_kinds_were_stored_holds_text():
    def forget(description):
        del description["data"]["class_kind"], description["labels"]["class_kind"]

    state = read(redescribed(write(SavedWorkspace(numbered("integer"))), forget)).state
    assert state.dataset.frame.values == state.labels.frame.values == ("0", "1")


@pytest.mark.parametrize(
    ("kind", "sentence"), [("boolean", "'0' is not how"), ("odd", "no kind"), (3, "must be a text")]
)
def test_a_kind_that_does_not_fit_the_names_is_refused(kind, sentence):
    def change(description):
        description["data"]["class_kind"] = kind

    with pytest.raises(DataError, match=sentence):
        read(redescribed(write(SavedWorkspace(numbered("integer"))), change))


def with_categories() -> State:
    state = painted()
    assert state.dataset is not None
    codes = np.random.default_rng(2).integers(0, 4, 21)
    columns = (
        CategoricalColumn("=smell\n", NASTY, codes),
        CategoricalColumn("c", ("a",), 0 * codes),
    )
    return replace(state, dataset=replace(state.dataset, categories=columns))


def test_categories_come_back() -> None:
    state = with_categories()
    assert_same(read(write(SavedWorkspace(state))).state, state)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["categories"][0].update(levels=["one"]),
        lambda data: data["categories"].append({"name": "x", "levels": []}),
        lambda data: data.update(categories=[3]),
        lambda data: data["categories"][0].update(name=4),
    ],
)
def test_categories_that_make_no_sense_are_refused(change: Any) -> None:
    content = write(SavedWorkspace(with_categories()))
    with pytest.raises(DataError):
        read(redescribed(content, lambda description: change(description["data"])))


def test_files_without_categories_are_read(content: bytes) -> None:
    old = redescribed(content, lambda description: description["data"].pop("categories"))
    dataset = read(old).state.dataset
    assert dataset is not None
    assert dataset.categories == ()
