/**
 * Turns the page of a pager in this browser's copy of the state alone, without a transition. The
 * next snapshot replaces it.
 * @param {import('./state.js').State} state @param {object} pager its record
 * @param {string} page an id @param {string[]} pages of the pager
 */
export function turnTo(state, pager, page, pages) {
  const old = state.controllers.get(pager.selected);
  const made = state.controllers.get(page);
  if (!made) return;
  if (old) {
    made.frame = { ...old.frame };
    old.appearance = 'disappeared';
    state.move(old.id, null);
  }
  made.appearance = 'appeared';
  made.parent = pager.id;
  Object.assign(pager, { pages, index: pages.indexOf(page), selected: page, children: [page] });
  state.move(page, pager.id, 0);
}
