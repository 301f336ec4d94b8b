"""In which encoding a text file is written, and its text as UTF-8 bytes."""

import codecs

from belieflab.errors import DataError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PIECE = 1 << 20


class NotText(DataError):
    """The bytes of a file are no text."""


def detect_encoding(content: bytes) -> str:
    """The encoding of a text file; a file that is no text is refused with the place."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return encoding
    start = content[:4096]
    if b"\0" in start:
        for encoding, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[0::2])):
            if zeros.count(0) > 0.6 * len(zeros) and start.count(0) < 0.55 * len(start):
                return encoding
    _refuse_nul(content)
    if _is_utf8(content):
        return "utf-8"
    control = sum(byte < 32 and byte not in b"\t\r\n\f" for byte in start)
    if control > 0.02 * len(start):
        raise NotText("The file holds binary data")
    undefined = bytes((0x81, 0x8D, 0x8F, 0x90, 0x9D))
    return "latin-1" if any(byte in start for byte in undefined) else "cp1252"


def to_utf8(content: bytes, encoding: str) -> memoryview:
    """The text as UTF-8 bytes without a byte order mark; UTF-8 itself is not copied."""
    if encoding in {"utf-8", "utf-8-sig"}:
        if not _is_utf8(content):
            raise DataError("Some bytes of the file are not UTF-8; choose another encoding.")
        marked = content.startswith(codecs.BOM_UTF8)
        return memoryview(content)[len(codecs.BOM_UTF8) if marked else 0 :]
    try:
        return memoryview(content.decode(encoding).encode("utf-8"))
    except UnicodeDecodeError as error:
        if encoding == "cp1252":
            return memoryview(content.decode("latin-1").encode("utf-8"))
        raise DataError(
            f"Byte {error.start + 1} of the file does not belong to the encoding {encoding}; "
            "choose another."
        ) from None
    except (LookupError, UnicodeEncodeError):
        raise DataError(f"The encoding {encoding!r} cannot be used to read this file.") from None


def _refuse_nul(content: bytes) -> None:
    position = content.find(b"\0")
    if position >= 0:
        line = content.count(b"\n", 0, position) + 1
        raise NotText(
            f"Line {line} of the file holds a NUL byte (byte {position + 1}), so it is no text"
        )


def _is_utf8(content: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(content)
    try:
        for start in range(0, len(view), _PIECE):
            decoder.decode(view[start : start + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
