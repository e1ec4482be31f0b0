"""Compares transitions in the browser with reference pictures.

PAGERD_WRITE_PICTURES=1 writes new reference pictures. Look at them before you keep them.
"""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from conftest import held, still


@pytest.fixture
def page(browse, view):
    """A page on which no earlier test has moved the pointer, which would show the bar."""
    return browse(view.address, fresh=True)


PICTURES = Path(__file__).parent / "pictures"
#: The share of pixels that may differ, for example at the edges of letters.
TOLERANCE = 0.02


def differing(seen, kept):
    """Returns the share of pixels with a visible difference."""
    difference = ImageChops.difference(seen.convert("RGB"), kept.convert("RGB")).convert("L")
    return sum(difference.histogram()[40:]) / (seen.width * seen.height)


@pytest.mark.parametrize(
    "name, style, progress, scheme",
    [
        ("curl", "curlUp", 0.5, "light"), ("curl-dark", "curlUp", 0.5, "dark"),
        ("curl-down", "curlDown", 0.3, "light"), ("dissolve", "crossDissolve", 0.5, "light"),
        ("flip", "flipFromLeft", 0.3, "light"), ("cover", "coverVertical", 0.5, "light"),
        ("slide", "slide", 0.5, "light"),
    ])
def test_transitions_match_reference_pictures(daemon, view, browse, name, style, progress, scheme):
    page = browse(view.address, fresh=True, color_scheme=scheme)
    held(page, daemon.hold(progress, index=1, transition=style), progress)
    seen = still(page)
    path = PICTURES / f"{name}.png"
    if os.environ.get("PAGERD_WRITE_PICTURES"):
        seen.convert("RGB").quantize(256).save(path, optimize=True)
    share = differing(seen, Image.open(path))
    if share > TOLERANCE:
        seen.save(path.with_suffix(".seen.png"))
    assert share <= TOLERANCE, f"{share:.1%} of {name}.png differs; compare {name}.seen.png"


def test_the_next_page_does_not_shine_through_at_the_edges_of_a_curling_page(daemon, page):
    held(page, daemon.hold(0.36, index=1, transition="curlUp"), 0.36)
    seen = still(page).convert("RGB")
    colours = {seen.getpixel((x, y)) for x in range(seen.width // 4) for y in (0, seen.height - 1)}
    assert colours == {(255, 255, 255)}


def test_a_different_picture_is_detected(daemon, page):
    held(page, daemon.hold(0.6, index=1, transition="curlUp"), 0.6)
    seen = still(page)
    assert differing(seen, Image.open(PICTURES / "curl.png")) > 3 * TOLERANCE
