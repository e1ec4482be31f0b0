"""Visitors who use a page of a wall."""

import pytest
from conftest import settled, until

FORM = "<!doctype html><style>input { width: 100vw; height: 100vh }</style><input>"


@pytest.fixture
def book(tmp_path):
    (tmp_path / "form.html").write_text(FORM)
    (tmp_path / "other.html").write_text(FORM)
    (tmp_path / "book.yaml").write_text("""
pager:
  id: book
  autoAdvance: 3600
  wrap: true
  pages:
    - {id: form, file: form.html}
    - {id: other, file: other.html}
""")
    return tmp_path / "book.yaml"


def test_a_page_that_is_only_loaded_does_not_keep_the_shown_one(view, browse):
    page = browse(view.address, fresh=True)
    settled(page)
    until(page, """() => {
        const frames = ['form', 'other'].map((id) => document.querySelector(`[data-view=${id}] iframe`));
        return frames.every((frame) => frame && !frame.classList.contains('pending'));
    }""")
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
