"""One source of the literature, and the three ways to print it."""

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

Kind = Literal["article", "inproceedings", "book", "techreport", "misc"]
_VENUE = {
    "article": "journal",
    "inproceedings": "booktitle",
    "book": "publisher",
    "techreport": "institution",
    "misc": "howpublished",
}
_PLACE = re.compile(r"(?P<volume>\d+)(?:\((?P<number>\d+)\))?:(?P<pages>[\d-]+)")


@dataclass(frozen=True)
class Source:
    """A paper or book; `authors` as "Klir, G. J.; Ramer, A.", `place` as "18(2):155-166"."""

    key: str
    authors: str
    year: int
    title: str
    venue: str
    place: str = ""
    doi: str = ""
    kind: Kind = "article"

    @property
    def short(self) -> str:
        """Authors and year as text cites them: "Côme et al. (2009)"."""
        names = [author.split(",")[0] for author in self.authors.split("; ")]
        who = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
        return f"{who} ({self.year})"

    @property
    def line(self) -> str:
        """The full reference as one line of Markdown."""
        where = f"*{self.venue}*" + (f" {self.place}" if self.place else "")
        address = "https://doi.org/" + quote(self.doi, safe="/():;")  # some hold < and >
        link = f" [doi:{self.doi}]({address})" if self.doi else ""
        end = "" if self.title.endswith("?") else "."
        return f"{self.authors} ({self.year}). {self.title}{end} {where}.{link}"

    @property
    def bibtex(self) -> str:
        """The entry of a BibTeX file."""
        fields = {
            "author": " and ".join(self.authors.split("; ")),
            "year": str(self.year),
            "title": f"{{{self.title}}}",
            _VENUE[self.kind]: self.venue,
            **self._place_fields(),
            **({"doi": self.doi} if self.doi else {}),
        }
        body = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
        return f"@{self.kind}{{{self.key},\n{body}}}\n"

    def _place_fields(self) -> dict[str, str]:
        found = _PLACE.fullmatch(self.place)
        if found:
            parts = {name: value for name, value in found.groupdict().items() if value}
            return {**parts, "pages": parts["pages"].replace("-", "--")}
        return {"note": self.place} if self.place else {}
