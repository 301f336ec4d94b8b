"""What the README promises is there."""

import re
import subprocess
import sys
from pathlib import Path

from readme import README, example

from belieflab.data.label_files import LAYOUTS
from belieflab.data.reading import READERS


def test_example_prints_what_the_readme_says(root: Path) -> None:
    code, printed = example()
    result = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert (result.stderr, result.stdout) == ("", printed)


def test_example_is_five_lines() -> None:
    code, _ = example()
    statements = [line for line in code.splitlines() if line.strip() and "import" not in line]
    assert len(statements) <= 5


def test_every_link_inside_the_project_leads_somewhere(root: Path) -> None:
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        text = (root / name).read_text(encoding="utf-8")
        links = re.findall(r"\]\(([^)#]+?)\)", text) + re.findall(r'src(?:set)?="([^"]+)"', text)
        missing = [link for link in links if "://" not in link and not (root / link).exists()]
        assert missing == [], name


def test_no_sentence_of_the_changelog_stands_twice(root: Path) -> None:
    text = " ".join((root / "CHANGELOG.md").read_text(encoding="utf-8").split())
    sentences = re.split(r"[.:;] ", text)
    longer = [each.lower() for each in sentences if len(each) > 30]
    assert sorted(longer) == sorted({*longer})


def test_every_make_target_named_is_there(root: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", "Dockerfile", ".github/workflows/test.yml"):
        text = (root / name).read_text(encoding="utf-8")
        named = set(re.findall(r"`make ([a-z-]+)|run: make ([a-z-]+)|RUN make ([a-z-]+)", text))
        assert {target for group in named for target in group if target} <= targets, name


def test_the_plain_pip_lines_are_those_of_make(root: Path) -> None:
    text = README.read_text(encoding="utf-8")
    for line in ("-m venv .venv", "pip install -r requirements.txt", "streamlit run app.py"):
        assert line in text


def test_the_table_of_formats_is_that_of_the_readers() -> None:
    rows = [
        f"| {reader.title} | {', '.join(f'`.{end}`' for end in reader.extensions)} "
        f"| {reader.explanation} |"
        for reader in READERS.values()
    ]
    table = "\n".join(["| format | files | what is read |", "| --- | --- | --- |", *rows])
    assert table + "\n\n" in README.read_text(encoding="utf-8"), table


def test_the_table_of_layouts_is_that_of_the_label_files() -> None:
    rows = [
        f"| {layout.title} | {layout.explanation} "
        f"| [`{layout.example}`](sample_data/{layout.example}) |"
        for layout in LAYOUTS.values()
    ]
    table = "\n".join(["| labels | columns | example |", "| --- | --- | --- |", *rows])
    assert table.replace("a|b", "a\\|b") + "\n\n" in README.read_text(encoding="utf-8"), table
