"""One list of sources: cited by author and year, and printed into two files that are current."""

import re
from calendar import month_name
from pathlib import Path

import pytest

from belieflab import DataError
from belieflab.references import SOURCES, cite, find_source
from belieflab.references.lists import FILES

ROOT = Path(__file__).parents[1]
PACKAGES = ("belieflab", "pages", "tests", "benchmarks")
TEXTS = {".py", ".md", ".js", ".html", ".css", ".toml", ".txt", ".yaml", ".yml", ".bib"}


def test_a_citation_names_authors_year_and_place():
    assert cite("come2009", "eq. 50") == "Côme et al. (2009), eq. 50"
    assert cite("dubois1985") == "Dubois and Prade (1985)"
    assert cite("shafer1976", "page 251") == "Shafer (1976), page 251"
    with pytest.raises(DataError, match="no source called 'nobody1900'"):
        find_source("nobody1900")


def test_every_citation_means_one_source():
    shorts = [source.short for source in SOURCES.values()]
    assert len(set(shorts)) == len(shorts)
    for key, source in SOURCES.items():
        assert re.fullmatch(rf"[a-z]+{source.year}[a-z]*", key), key
        assert source.authors and source.title and source.venue
        assert not source.doi or re.fullmatch(r"10\.\d{4,9}/\S+", source.doi), source.doi


@pytest.mark.parametrize("name", FILES)
def test_the_printed_lists_are_current(name):
    assert (ROOT / name).read_text(encoding="utf-8") == FILES[name](), (
        "python -m belieflab.references"
    )


def test_whoever_is_cited_is_in_the_list():
    """The name before a year, as in "Smets and Kennes 1994" or "Côme et al. (2009)"."""
    known = {
        (re.findall(r"\w+", author.split(",")[0])[-1], source.year)
        for source in SOURCES.values()
        for author in source.authors.split("; ")
    }
    modules = [path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))]
    unknown = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in modules
        for found in re.finditer(
            r"\b([A-Z]\w+)(?:\s+et al\.)?,?\s+\(?((?:19|20)\d\d)\b",
            path.read_text(encoding="utf-8"),
        )
        if found[1] not in month_name and (found[1], int(found[2])) not in known
    ]
    assert not unknown


def test_no_source_is_cited_by_a_number_of_ours():
    numbered = re.compile(r"papers?[ _-]?00[0-4](?!\d)", re.IGNORECASE)
    texts = [path for path in ROOT.glob("*.*") if path.suffix in TEXTS]
    for name in (*PACKAGES, "sample_data"):
        texts += [path for path in (ROOT / name).rglob("*.*") if path.suffix in TEXTS]
    cited = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in texts
        for found in numbered.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not cited
