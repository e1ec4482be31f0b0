"""Checks the links and the spelling of every Markdown file.

A word that hunspell does not know is a mistake, a name that needs `backquotes`, or a term of the
project. docs/dev/words.txt lists the terms.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from conftest import ROOT

WORDS = ROOT / "docs" / "dev" / "words.txt"
TOP = ("docs", "clients", "Tests", "Sources")
DOCUMENTS = sorted(
    path
    for paths in (ROOT.glob("*.md"), *((ROOT / top).rglob("*.md") for top in TOP))
    for path in paths
    if not {"build", ".build", ".pytest_cache", "node_modules", "decks"} & set(path.parts)
)
#: Generated from declarations: their sentences are in Swift files, and many words are names.
GENERATED = {"PROTOCOL.md", "RULES.md"}
#: Words with digits or with a capital inside are names or abbreviations.
NAME = re.compile(r"\d|\w[A-Z]")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yields the lines outside code, with their numbers."""
    is_code, before = False, ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not (line.startswith("    ") and not before.lstrip().startswith("-")):
            yield number, re.sub(r"`[^`]*`", "", line)
        before = line if line.strip() and not line.startswith("    ") else before


@cache
def anchors(path: Path) -> set[str]:
    """Returns the anchors of a file's headings, as GitHub generates them."""
    found: set[str] = set()
    is_code = False
    for line in path.read_text().splitlines():
        if line.startswith("```"):
            is_code = not is_code
        heading = re.fullmatch(r"#+ (.+)", line)
        if heading and not is_code:
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            same = sum(one == anchor or one.startswith(f"{anchor}-again") for one in found)
            found.add(f"{anchor}-{same}" if same else anchor)
    return found


def broken(path: Path) -> list[str]:
    """Returns the relative links whose target does not exist."""
    found: list[str] = []
    for number, line in prose(path):
        for target in LINK.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (path.parent / name).resolve() if name else path
            is_there = file.exists() and (
                not anchor or (file.suffix == ".md" and anchor in anchors(file))
            )
            if not is_there:
                found.append(f"{os.path.relpath(path, ROOT)}:{number}: {target}")
    return found


def unknown(text: str) -> list[str]:
    """Returns the words that neither hunspell nor the word list knows."""
    known = WORDS.read_text().split()
    done = subprocess.run(
        ["hunspell", "-d", "en_US,en_GB", "-i", "utf-8", "-l"],
        input=text,
        check=True,
        capture_output=True,
        text=True,
    )
    found = set(done.stdout.split()).difference(known)
    return sorted(word for word in found if not NAME.search(word))


def test_every_relative_link_has_a_target() -> None:
    assert [link for path in DOCUMENTS for link in broken(path)] == []


def words(path: Path) -> str:
    """Returns a file's prose without links, file names and names of members."""
    lines = (re.sub(r"\[([^\]]*)\]\(", r"\1 [](", line) for _, line in prose(path))
    text = "\n".join(LINK.sub(" ", line) for line in lines)
    return re.sub(r"https?://\S+|<[^>]*>|\S*[/_\\]\S*|\w+\.\w+", " ", text)


def test_every_word_is_spelled_right() -> None:
    texts = {path: words(path) for path in DOCUMENTS if path.name not in GENERATED}
    wrong = unknown("\n".join(texts.values()))
    places = {
        word: [path.name for path in texts if re.search(rf"\b{word}\b", texts[path])]
        for word in wrong
    }
    assert places == {}


def test_broken_links_outside_code_are_found(tmp_path: Path) -> None:
    copy = tmp_path / "page.md"
    copy.write_text("# A title\n[a](#a-title) [b](#another) [c](missing.md)\n```\n[d](code.md)\n```\n")
    assert anchors(copy) == {"a-title"}
    lines = [line for _, line in prose(copy)]
    assert len(lines) == 2 and LINK.findall(lines[1]) == ["#a-title", "#another", "missing.md"]
    assert [link.rpartition(" ")[2] for link in broken(copy)] == ["#another", "missing.md"]


def test_a_misspelt_word_is_found() -> None:
    assert unknown("The contaner has a page") == ["contaner"]


def test_the_word_list_is_sorted_and_has_no_word_twice() -> None:
    words = WORDS.read_text().split()
    assert words == sorted(set(words))
