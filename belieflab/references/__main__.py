"""`python -m belieflab.references`: write REFERENCES.md and references.bib."""

from pathlib import Path

from belieflab.references.lists import FILES

if __name__ == "__main__":
    for name, compose in FILES.items():
        Path(name).write_text(compose(), encoding="utf-8")
