/** The description of this screen that pagerview keeps in its register of screens. */

import { isVisible } from './frames.js';

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
    /** The problems on screen that are already reported. @type {WeakMap<Element, string>} */
    this.known = new WeakMap();
    /** Whether the page cannot be shown. */
    this.isFailed = false;
    addEventListener('message', (event) => this.hear(event));
    viewer.addEventListener('drawn', () => this.look());
    viewer.link.addEventListener('welcome', () => (this.told = ''));
    setInterval(() => this.tell(), SHORTEST);
  }

  /** Reports contents that cannot be shown, when they are on screen or their page is selected. */
  look() {
    const { stage, page, state } = this.viewer;
    for (const element of stage.root.querySelectorAll('[data-problem], [data-remark]')) {
      const { problem = element.dataset.remark } = element.dataset;
      const id = element.closest('.view')?.dataset.view ?? '';
      const isShown = id === page || isVisible(element);
      if (this.known.get(element) === problem || !isShown) continue;
      this.known.set(element, problem);
      this.failed(`${id}: ${problem}`);
    }
    const content = stage.views.get(page)?.content;
    this.isFailed = state.controllers.get(page)?.appearance === 'appeared'
      && Boolean(content?.matches('[data-problem]') || content?.querySelector('[data-problem]'));
  }

  /** Takes an error of a script in a frame of the book. @param {MessageEvent} event */
  hear({ source, data }) {
    if (typeof data?.pagerError !== 'string') return;
    const frames = this.viewer.stage.root.querySelectorAll('iframe');
    const frame = [...frames].find(({ contentWindow }) => contentWindow === source);
    if (!frame) return;
    // The frame of a page that comes next is loaded already.
    frame.dataset.remark = data.pagerError.slice(0, 2 * LONGEST);
    this.look();
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
      failed: this.isFailed,
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
