/** The description of this screen that pagerview keeps in its register of screens. */

/** The milliseconds between two equal reports, and the minimum between any two reports. */
const REGULAR = 10_000;
const SHORTEST = 500;
/** The maximum number of characters of a name, as in pagerview. */
const LONGEST = 128;

export class Screen {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** The parameter `name` of the page's address, which names the screen. */
    this.name = new URLSearchParams(location.search).get('name')?.slice(0, LONGEST) ?? '';
    this.error = '';
    this.errors = 0;
    this.told = '';
    this.toldAt = -Infinity;
    addEventListener('error', ({ message }) => this.failed(message));
    addEventListener('unhandledrejection', ({ reason }) => this.failed(String(reason)));
    /** The problems on screen that are already reported. @type {WeakSet<Element>} */
    this.known = new WeakSet();
    viewer.addEventListener('drawn', () => this.look());
    viewer.link.addEventListener('welcome', () => (this.told = ''));
    setInterval(() => this.tell(), SHORTEST);
  }

  /** Reports contents that cannot be shown, when they are on screen. */
  look() {
    const { root } = this.viewer.stage;
    for (const element of root.querySelectorAll('[data-problem]')) {
      if (this.known.has(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
      this.known.add(element);
      const page = element.closest('.view')?.dataset.view ?? '';
      this.failed(`${page}: ${element.dataset.problem}`);
    }
  }

  failed(message) {
    this.error = String(message).slice(0, 2 * LONGEST);
    this.errors += 1;
  }

  tell() {
    const { viewer } = this;
    if (viewer.absence !== '') return;
    const report = {
      name: this.name, window: viewer.window ?? viewer.wanted ?? '', page: viewer.page, width: innerWidth,
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
