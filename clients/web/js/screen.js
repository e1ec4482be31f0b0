/** What this screen tells pagerview of itself, for the register of screens. */

/** Milliseconds between two reports where nothing has changed, and at least. */
const REGULAR = 10_000;
const SHORTEST = 500;
/** Characters of a name; pagerview keeps no more. */
const LONGEST = 128;

export class Screen {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** The `name` of the address, by which people know the screen. */
    this.name = new URLSearchParams(location.search).get('name')?.slice(0, LONGEST) ?? '';
    this.error = '';
    this.errors = 0;
    this.told = '';
    this.toldAt = -Infinity;
    addEventListener('error', ({ message }) => this.failed(message));
    addEventListener('unhandledrejection', ({ reason }) => this.failed(String(reason)));
    viewer.link.addEventListener('welcome', () => (this.told = ''));
    setInterval(() => this.tell(), SHORTEST);
  }

  failed(message) {
    this.error = String(message).slice(0, 2 * LONGEST);
    this.errors += 1;
  }

  /** The id of the page that lies on top, empty where there is none. */
  get page() {
    const { state, window } = this.viewer;
    if (window === null) return '';
    for (const id of state.frontToBack(window)) {
      const view = this.viewer.stage.views.get(id);
      if (view?.outer.classList.contains('page') && !view.outer.inert && state.isVisible(id)) return id;
    }
    return '';
  }

  tell() {
    const { viewer } = this;
    if (viewer.absence !== '') return;
    const report = {
      name: this.name, window: viewer.window ?? '', page: this.page, width: innerWidth,
      height: innerHeight, error: this.error, errors: this.errors,
      offlineCopy: viewer.copy.problem === '',
    };
    const text = JSON.stringify(report);
    const now = performance.now();
    if (text === this.told && now - this.toldAt < REGULAR) return;
    this.told = text;
    this.toldAt = now;
    viewer.link.send({ screen: report });
  }
}
