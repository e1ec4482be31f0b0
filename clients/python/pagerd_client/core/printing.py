"""Text from outside, made safe for a terminal or a log."""

from __future__ import annotations

#: The limit of characters in a line of a log or an error.
MOST_CHARACTERS = 1000


def printable(text: str) -> str:
    r"""Returns the text with `\u{1B}` instead of each character that is not displayed as itself.

    These are control characters, line breaks, marks of direction, invisible characters and lone
    surrogates.
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else f"\\u{{{ord(one):X}}}" for one in text)


def line(text: str, most: int) -> str:
    """Returns the text as one printable line of at most `most` characters, cut with `...`."""
    # An escaped character has up to 10 characters, so cut first: a huge text is not escaped.
    shown = printable(text[: most + 1])
    return shown if len(shown) <= most else shown[: most - 3] + "..."
