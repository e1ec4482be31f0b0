"""Decks in the syntaxes of other programs: no raw syntax is on the screen.

PAGERD_SHEETS=decks writes the sheets beside the decks: all slides, on a wall and on a phone.
"""

import math
import os
import re
import subprocess
from pathlib import Path

import pytest
from PIL import Image
from io import BytesIO

from conftest import caught_up, settled, until
from programs import PROGRAMS

DECKS = Path(__file__).parent / "decks"
NAMES = sorted(path.name for path in DECKS.glob("*.md"))
SCREENS = {"wall": {"width": 1920, "height": 1080}, "phone": {"width": 390, "height": 844}}
#: What belongs to a syntax and no reader should see, outside of code.
RAW = re.compile(
    r":::|::\w+::|<!--|-->|</?[a-zA-Z][\w:-]*[ />]|\{[#.:]|\]\(|!\[|\.\w+\[|^(?:layout|class|template|name|theme|transition):"
    r"|^---$|^--$|\?\?\?|\.slide|\.element|data-|&\w+;|v-click|\[\^|^\|.*\|$|\[[ x]\] |\$\$|\\begin"
    r"|^[~^] |\[[.!@]|\[TOC\]|\[fit\]|:[+\w]+:|-{5}|\{\{|^footer:", re.MULTILINE)
#: What only the speaker may see.
PRIVATE = ["late ferry", "Speak slowly", "Hidden remark", "last comment", "never sees", "keeper's name"]


def slides(daemon):
    pager = next(record for record in daemon("state.snapshot")["controllers"] if record["kind"] == "pager")
    return pager["id"], pager["pages"]


def shown_text(page):
    """Returns the visible text of the page outside of code, and removes its formulas."""
    return page.evaluate(
        """() => {
            const view = [...document.querySelectorAll('.view.page')].find(
                (one) => !one.closest('.prepared, .kept, .awaited') && one.querySelector('.content > *'));
            const copy = view.querySelector('.content').cloneNode(true);
            for (const part of copy.querySelectorAll('pre, code, .formula')) {
                if (part.matches('.formula') && part.querySelector('.katex') === null
                    && !part.textContent.includes('begin')) continue;
                part.remove();
            }
            document.body.append(copy);
            const text = copy.innerText;
            copy.remove();
            return text;
        }""")


def sheet(walls, phones, path):
    """Writes pictures in rows, those of each screen in the same size."""
    placed, top = [], 0
    for pictures, width, columns in ((walls, 320, 3), (phones, 120, 8)):
        height = round(width * pictures[0].height / pictures[0].width)
        for number, picture in enumerate(pictures):
            place = (number % columns * width, top + number // columns * height)
            placed.append((picture.resize((width, height), Image.LANCZOS), place))
        top += math.ceil(len(pictures) / columns) * height
    whole = Image.new("RGB", (960, top), "#808080")
    for picture, place in placed:
        whole.paste(picture, place)
    whole.save(path, quality=60)


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_shows_no_raw_syntax(name, browse, pool):
    folder = os.environ.get("PAGERD_SHEETS")
    with pool.serving(DECKS / name) as (daemon, view):
        pager, pages = slides(daemon)
        pictures = {screen: [] for screen in SCREENS}
        page = browse(view.address)
        for screen, size in SCREENS.items():
            page.set_viewport_size(size)
            for id in pages:
                caught_up(page, daemon("pager.select", id=pager, page=id, animated=False)["seq"])
                settled(page)
                until(page, "document.querySelector('.pending') === null")
                text = shown_text(page)
                found = RAW.search(text)
                assert found is None, f"{name}, {id}: {found[0]!r} in {text!r}"
                assert not [word for word in PRIVATE if word in text], text
                if folder:
                    pictures[screen].append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
            assert page.title().find("pwned") < 0
    if folder:
        sheet(pictures["wall"], pictures["phone"], Path(folder) / f"{name.removesuffix('.md')}.jpg")


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_is_valid(name):
    done = subprocess.run([PROGRAMS / "pagerd", "validate", DECKS / name], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout
    # Each form that is not supported is reported once.
    warnings = [line for line in done.stdout.splitlines() if line.startswith("warning: ")]
    texts = [re.sub(r"^warning: [^ ]+: ", "", line) for line in warnings if "there is no file" not in line]
    assert len(texts) == len(set(texts)), warnings
