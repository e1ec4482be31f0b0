/** The screens of the operator's page: what each shows, in a small picture, and what is wrong. */
import { make, moment } from './page-list.js';
import { Preview } from './preview.js';

/** The milliseconds between two requests. */
const PAUSE = 2000;

export class ScreenCards {
  /** @param {HTMLElement} list @param {import('./viewer.js').Viewer} viewer */
  constructor(list, viewer) {
    this.list = list;
    this.viewer = viewer;
    viewer.link.addEventListener('screens', ({ detail }) => this.draw(detail));
    const ask = () => viewer.mayCommand && viewer.link.send({ screens: true });
    viewer.addEventListener('loaded', ask);
    setInterval(ask, PAUSE);
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

  fill({ parts: { name, page, state }, picture, preview }, screen) {
    const { viewer } = this;
    picture.hidden = screen === null;
    name.textContent = screen === null ? 'No screen is open.' : screen.name || screen.address;
    page.hidden = state.hidden = screen === null;
    if (screen === null) return;
    const window = viewer.state.windows.get(screen.window);
    if (window) picture.style.setProperty('--shape', window.size.width / window.size.height);
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
