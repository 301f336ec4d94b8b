import pytest

from belieflab import DataError
from belieflab.experiments import parse_sweep, read_sweep, write_sweep

TEXT = """
name: my comparison
data:
  - iris
  - key: gaussians
    settings: {dimension: 10, size: 500}
    title: N = 500
law: {key: expert-doubt, varied: mean, settings: {deviation: 0.2}}
levels: [0.1, 0.2, 0.4]
methods: [soft, {key: eknn, settings: {gamma: jousselme}}]
replicates: 30
test: {kind: folds, folds: 5}
"""


def test_a_sweep_reads_as_it_is_written(sweep, tmp_path):
    assert parse_sweep(write_sweep(sweep)) == sweep
    path = tmp_path / "sweep.yaml"
    path.write_text(TEXT, encoding="utf-8")
    read = read_sweep(path)
    assert [data.name for data in read.data] == ["Iris", "N = 500"]
    assert [method.name for method in read.methods] == ["Soft labels", "Evidential k-NN"]
    assert (read.replicates, read.test.folds, read.levels) == (30, 5, (0.1, 0.2, 0.4))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("replicates:", "replicate:", "unknown entry 'replicate'; known are name, data"),
        ("title: N", "titel: N", "In data, entry 2: unknown entry 'titel'"),
        ("varied: mean, ", "", "In law: missing 'varied'"),
        ("levels: [0.1, 0.2, 0.4]", "levels: 0.1", "list of numbers"),
        ("levels: [0.1, 0.2, 0.4]", "levels: [low]", "list of numbers"),
        ("levels: [0.1, 0.2, 0.4]", "", "list of numbers"),
        ("replicates: 30", "replicates: many", "'replicates' is a whole number; found 'many'"),
        ("settings: {deviation: 0.2}", "settings: 3", "name: value"),
        ("- iris", "- [iris]", "name: value"),
        ("methods: [", "methods: {", "not YAML"),
        ("kind: folds", "kind: loo", "A test is one of"),
        ("name: my", "name: !!python/object:os.system my", "not YAML"),
    ],
)
def test_a_wrong_line_is_named(old, new, sentence):
    assert old in TEXT
    with pytest.raises(DataError, match=sentence):
        parse_sweep(TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * 10_000 + "]" * 10_000, "nested too deeply"),
        ("{a: " * 10_000 + "}" * 10_000, "nested too deeply"),
        (f"levels: [1{'0' * 5000}]", "cannot be read"),
        ("levels: 2001-99-99", "cannot be read"),
        (TEXT.replace("0.1, ", f"1{'0' * 400}, "), "list of numbers; found"),
        (TEXT.replace("0.1, ", ".nan, "), "list of numbers; found"),
        (TEXT.replace("0.1, ", ".inf, "), "list of numbers; found"),
        (TEXT.replace("30", f"1{'0' * 400}"), "'replicates' is a whole number; found 1000"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nlevels: [*b, *b]", "aliases are not read"),
        ("levels: &a [*a]", "aliases are not read"),
        (TEXT + "name: another", "'name' stands here twice"),
    ],
)
def test_a_hostile_sweep_gets_a_short_sentence(text, sentence):
    with pytest.raises(DataError, match=sentence) as found:
        parse_sweep(text)
    assert len(str(found.value)) < 300


def test_half_a_character_is_replaced_so_that_the_sweep_can_be_written():
    sweep = parse_sweep(TEXT.replace("my comparison", r'"half \ud800"'))
    assert parse_sweep(write_sweep(sweep).encode().decode()).name == "half \ufffd"


@pytest.mark.parametrize("text", ["", "just words", "- 1\n- 2", "3: 4"])
def test_what_is_no_sweep_is_refused(text):
    with pytest.raises(DataError, match="name: value"):
        parse_sweep(text)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "sweep.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="cannot be read as text"):
        read_sweep(path)
    with pytest.raises(DataError, match="cannot be read"):
        read_sweep(tmp_path / "missing.yaml")
