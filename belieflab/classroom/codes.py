"""The code of a session: short enough to read from a blackboard, too long to guess."""

import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0, 1, I, L or O, which are mistaken for each other."""

LENGTH = 8
"""31^8 codes are 850 billion; with `limits` a guess would take longer than any lecture."""

_SEPARATORS = re.compile(r"[\s\-–]+")


def draw_code() -> str:
    """A new code from the machine's source of secrets."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def tidy_code(text: object) -> str:
    """What a person typed as the code it means: capitals without dashes and blanks."""
    return _SEPARATORS.sub("", str(text)[:40]).upper()


def spell_code(code: str) -> str:
    """The code as it is shown: `K7PX-93WM`."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
