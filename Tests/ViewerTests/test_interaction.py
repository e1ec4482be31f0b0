"""Visitors who use a page of a wall: it stays while they type."""

import pytest
from conftest import settled, until
from test_gestures import recorded

BOOK = """
pager:
  id: book
  autoAdvance: 3600
  wrap: true
  pages:
    - {id: form, file: form.html}
    - {id: other, file: other.html}
"""
FORM = "<!doctype html><style>input { width: 100vw; height: 100vh }</style><input>"


@pytest.fixture
def wall(tmp_path, pool):
    (tmp_path / "form.html").write_text(FORM)
    (tmp_path / "other.html").write_text(FORM)
    (tmp_path / "book.yaml").write_text(BOOK)
    with pool.serving(tmp_path / "book.yaml") as both:
        yield both


def opened(browse, view):
    page = browse(view.address, fresh=True)
    settled(page)
    until(page, """() => {
        const frames = ['form', 'other'].map((id) => document.querySelector(`[data-view=${id}] iframe`));
        return frames.every((frame) => frame && !frame.classList.contains('pending'));
    }""")
    recorded(page)
    return page


def test_a_page_into_which_somebody_types_stays(wall, browse):
    daemon, view = wall
    page = opened(browse, view)
    page.mouse.move(5, 5)
    page.get_by_role("button", name="Use page").click()
    box = page.locator("[data-view=form] iframe").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.type("some words")
    until(page, "asked.length > 0")
    # The keys are for the page alone.
    assert set(page.evaluate("asked")) == {"pager.interact"}
    assert daemon("controller.get", id="book")["selected"] == "form"


def test_a_page_that_is_only_loaded_does_not_keep_the_shown_one(wall, browse):
    _, view = wall
    page = opened(browse, view)
    # A click makes the browser note an activation.
    page.mouse.click(2, 2)
    used = page.evaluate("""async () => {
        const { Interaction } = await import('/js/interaction.js');
        const [view, frame] = ['', ' iframe'].map((part) => document.querySelector(`[data-view=other]${part}`));
        const interaction = new Interaction(viewer);
        Object.assign(view, { inert: false }).classList.remove('prepared');
        frame.focus();
        const whileShown = interaction.isUsed;
        view.inert = true;
        return [whileShown, interaction.isUsed];
    }""")
    assert used == [True, False]
