"""Damage done to good files: bytes, lines, cells, numbers, and the members of archives."""

import gzip
import io
import re
import zipfile

import numpy as np

FRAGMENTS = [
    *(b'"', b"'", b",", b";", b"\n", b"\r", b"\r\n", b"\t", b"|", b" ", b"{", b"}", b"[", b"]"),
    *(
        b"\\",
        b"\0",
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"%",
        b"=",
        b"*",
    ),
    *(b"inf", b"nan", b"1e999", b"-1", b"1e-400", b"007", b"9" * 400, b"9" * 5000, b"0x10", b"1_0"),
    *("∅".encode(), "Ω".encode(), "１".encode(), "\u2028".encode(), "\u0085".encode()),
    *(b"PK\x03\x04", b"PAR1", b"@data\n", b"@attribute a {", b"p:", b"pl:", b"label", b"set"),
    *(b"guess", b"doubt", b"row,annotator,answer\n", b"null", b"true", b'"\\ud800"', b"={a, b}"),
    *(b",,,\n", b'""', b'"\n"', b"<", b">", b"&#0;", b"<v>1e999</v>", b"1" * 60 + b"x", b"()" * 30),
]
NUMBERS = [b"0", b"-1", b"1e308", b"1e999", b"4294967295", b"9" * 30, b"0.1.2", b"1,5", b"", b"x"]
_NUMBER = re.compile(rb"\d[\d.]*+")


def damage(content: bytes, rng: np.random.Generator) -> bytes:
    """A copy with one to six changes; what is packed is mostly opened and changed within."""
    if content.startswith(b"\x1f\x8b") and rng.random() < 0.8:
        return _damage_packed(content, rng)
    if content.startswith(b"PK") and rng.random() < 0.8:
        return _damage_member(content, rng)
    for _ in range(rng.integers(1, 7)):
        content = _CHANGES[rng.integers(len(_CHANGES))](content or b"\n", rng)
    return content


def _place(content: bytes, rng: np.random.Generator) -> int:
    """Anywhere, but one time in three at the start, where names and headers stand."""
    end = min(len(content), 80) if rng.random() < 0.33 else len(content)
    return int(rng.integers(end + 1))


def _flip(content: bytes, rng: np.random.Generator) -> bytes:
    at = _place(content, rng)
    return content[:at] + bytes([rng.integers(256)]) + content[at + 1 :]


def _insert(content: bytes, rng: np.random.Generator) -> bytes:
    at, fragment = _place(content, rng), FRAGMENTS[rng.integers(len(FRAGMENTS))]
    return content[:at] + fragment * int(rng.choice([1, 1, 1, 2, 40])) + content[at:]


def _remove(content: bytes, rng: np.random.Generator) -> bytes:
    at = _place(content, rng)
    return content[:at] + content[at + int(rng.integers(1, 60)) :]


def _repeat(content: bytes, rng: np.random.Generator) -> bytes:
    at = _place(content, rng)
    piece = content[at : at + int(rng.integers(1, 60))]
    return content[:at] + piece * int(rng.integers(1, 6)) + content[at:]


def _cut(content: bytes, rng: np.random.Generator) -> bytes:
    return content[: _place(content, rng)]


def _change_number(content: bytes, rng: np.random.Generator) -> bytes:
    found = [*_NUMBER.finditer(content)]
    if not found:
        return content
    one = found[rng.integers(len(found))]
    return content[: one.start()] + NUMBERS[rng.integers(len(NUMBERS))] + content[one.end() :]


def _swap_delimiter(content: bytes, rng: np.random.Generator) -> bytes:
    old, new = (b",;\t| \n"[k : k + 1] for k in rng.integers(6, size=2))
    return content.replace(old, new, int(rng.integers(1, 30)))


def _change_lines(content: bytes, rng: np.random.Generator) -> bytes:
    lines = content.split(b"\n")
    k, j = rng.integers(len(lines), size=2)
    lines[k] = [b"", lines[j], lines[k] + lines[j], lines[k] * 3][rng.integers(4)]
    return b"\n".join(lines)


_CHANGES = (_flip, _insert, _remove, _repeat, _cut, _change_number, _swap_delimiter, _change_lines)


def _damage_packed(content: bytes, rng: np.random.Generator) -> bytes:
    """The file inside damaged; now and then it comes twice, packed twice, or grown large."""
    inside, what = damage(gzip.decompress(content), rng), rng.random()
    if what < 0.05:
        inside += bytes(int(rng.choice([1 << 16, 1 << 24, 200 << 20])))
    packed = gzip.compress(inside, 1, mtime=0)
    if what > 0.95:
        return packed * 2 if what > 0.975 else gzip.compress(packed, mtime=0)
    return packed


def _damage_member(content: bytes, rng: np.random.Generator) -> bytes:
    """One member changed, dropped, renamed or written twice; now and then the bytes as well."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = [(each.filename, archive.read(each)) for each in archive.infolist()]
    k = int(rng.integers(len(members)))
    name, inside = members[k]
    what = rng.random()
    if what < 0.8:
        members[k] = (name, damage(inside, rng))
    elif what < 0.87:
        del members[k]
    elif what < 0.94:
        members[k] = (members[rng.integers(len(members))][0] + "/../x", inside)
    else:
        members.append((name.upper(), inside))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inside in members:
            archive.writestr(zipfile.ZipInfo(name), inside)
    written = stream.getvalue()
    return _flip(written, rng) if rng.random() < 0.1 else written
