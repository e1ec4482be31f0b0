/** The screens of the operator's page: what each shows, in a small picture, and what is wrong. */
import { shapeOf } from './audience.js';
import { make, moment } from './page-list.js';
import { Preview } from './preview.js';

export class ScreenCards {
  /** @param {HTMLElement} list @param {import('./audience.js').Audience} audience */
  constructor(list, audience) {
    this.list = list;
    this.viewer = audience.viewer;
    audience.addEventListener('changed', ({ detail }) => this.draw(detail));
  }

  /** @param {object[]} screens */
  draw(screens) {
    const { list } = this;
    const rows = screens.length > 0 ? screens : [null];
    while (list.children.length > rows.length) list.lastElementChild.remove();
    rows.forEach((screen, index) => {
      const row = list.children[index] ?? list.appendChild(this.row());
      this.fill(row, screen);
    });
  }

  row() {
    const picture = make('div', { className: 'stage preview', inert: true });
    const parts = { name: make('b'), page: make('small'), state: make('small') };
    const row = make('li', {}, picture, make('div', {}, parts.name, parts.page, parts.state));
    return Object.assign(row, { parts, picture, preview: new Preview(picture, this.viewer) });
  }

  fill(row, screen) {
    const { viewer } = this;
    const { parts: { name, page, state }, picture, preview } = row;
    picture.hidden = screen === null;
    row.classList.toggle('none', screen === null);
    name.textContent = screen === null ? 'No screen is open.' : screen.name || screen.address;
    page.hidden = state.hidden = screen === null;
    if (screen === null) return;
    picture.style.setProperty('--shape', shapeOf(screen));
    picture.classList.toggle('gone', screen.offline === true);
    const record = viewer.state.controllers.get(screen.page) ?? null;
    preview.show(record, record && (viewer.state.controllers.get(record.parent) ?? null));
    page.textContent = screen.page ? viewer.state.title(screen.page) : 'nothing';
    const size = `${screen.width} × ${screen.height}`;
    const seen = Math.floor(Date.now() / 1000) - screen.lastSeen;
    state.textContent = screen.offline ? `offline since ${moment(seen)}`
      : screen.errors > 0 ? `${screen.failed ? 'cannot show its page' : `${screen.errors} errors`}: ${screen.error}`
        : `${size} · ${screen.window}`;
    state.classList.toggle('failed', screen.offline === true || screen.errors > 0);
  }
}
