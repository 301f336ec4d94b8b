"""The code of a session: short enough to read from a blackboard, too long to guess."""

import hmac
import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0, 1, I, L or O, which are mistaken for each other."""

LENGTH = 10
"""31^10 codes are 8e14: a million guesses a second for a day find one in ten thousand sessions.

So wrong codes need not lock anyone out, and a class behind one address cannot be kept out by them.
"""

_SEPARATORS = re.compile(r"[\s\-–]+")


def draw_code() -> str:
    """A new code from the machine's source of secrets."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def tidy_code(text: object) -> str:
    """What a person typed as the code it means: capitals without dashes and blanks.

    Empty, which is no code, where it holds anything else than codes are made of.
    """
    code = _SEPARATORS.sub("", str(text)[:40]).upper()
    return code if set(code) <= set(ALPHABET) else ""


def spell_code(code: str) -> str:
    """The code as it is shown: `K7PX9-3WM4T`."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


class Tokens:
    """What devices are known by: random, and signed, so that nobody can make up one."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def draw(self) -> str:
        """A new token."""
        token = secrets.token_urlsafe(18)
        return f"{token}.{self._sign(token)}"

    def is_ours(self, text: str) -> bool:
        """Whether a token was drawn here."""
        token, _, signature = text.rpartition(".")
        return hmac.compare_digest(self._sign(token).encode(), signature.encode())

    def _sign(self, token: str) -> str:
        return hmac.new(self._key, token.encode(), "sha256").hexdigest()[:32]
