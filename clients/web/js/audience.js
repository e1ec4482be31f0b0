/** The screens of pagerview: what each shows, and the shape that pages have there. */

/** The milliseconds between two requests. */
const PAUSE = 2000;

/** Tells `changed` with the screens after each answer. */
export class Audience extends EventTarget {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    super();
    this.viewer = viewer;
    /** @type {object[]} */
    this.screens = [];
    viewer.link.addEventListener('screens', ({ detail }) => {
      this.screens = detail;
      this.dispatchEvent(new CustomEvent('changed', { detail }));
    });
    const ask = () => viewer.mayCommand && viewer.link.send({ screens: true });
    viewer.addEventListener('loaded', ask);
    setInterval(ask, PAUSE);
  }

  /** Width by height of the largest screen of the shown window, best an open one; else, of the window. */
  get shape() {
    const { viewer: { window, state }, screens } = this;
    const size = ({ offline, width, height }) => (offline ? 0 : 1e9) + width * height;
    const [first] = screens.filter((screen) => screen.window === window).sort((a, b) => size(b) - size(a));
    return shapeOf(first ?? state.windows.get(window)?.size);
  }
}

/** @param {{width: number, height: number}|undefined} size */
export function shapeOf(size) {
  return size && size.width > 0 && size.height > 0 ? size.width / size.height : 1;
}
