/** The mistakes of the book, in the inspector of a browser with the command token. */

/** The milliseconds between two requests. */
const PAUSE = 5000;

export class Problems {
  /**
   * @param {HTMLElement} list @param {import('./viewer.js').Viewer} viewer
   * @param {() => string|null} known a mistake that the page shows already
   */
  constructor(list, viewer, known = () => null) {
    Object.assign(this, { list, viewer, known });
    this.reported = [];
    viewer.addEventListener('loaded', () => this.ask());
    viewer.addEventListener('drawn', () => this.draw());
    setInterval(() => this.ask(), PAUSE);
  }

  async ask() {
    const { link, mayCommand } = this.viewer;
    if (!mayCommand) return;
    const { book } = await link.request('server.stats').catch(() => ({}));
    const hidden = book?.shown === false ? `${book.path} is not shown: ` : '';
    this.reported = (book?.problems ?? []).map((problem) => hidden + problem);
    this.draw();
  }

  /** The mistakes that pages show as warnings. */
  get ofPages() {
    return [...this.viewer.state.controllers.values()]
      .map((record) => record.content?.problem).filter((text) => typeof text === 'string');
  }

  draw() {
    const known = this.known();
    const texts = [...new Set([...this.reported, ...this.ofPages])]
      .filter((text) => known === null || !text.endsWith(known));
    if (texts.join('\n') === this.drawn) return;
    this.drawn = texts.join('\n');
    this.list.hidden = texts.length === 0;
    this.list.replaceChildren(...texts.map((text) => {
      const row = document.createElement('li');
      row.textContent = text;
      return row;
    }));
  }
}
