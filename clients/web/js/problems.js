/** The mistakes of the book, in the inspector of a browser with the command token. */

/** The milliseconds between two requests. */
const PAUSE = 5000;

export class Problems {
  /** @param {HTMLElement} list @param {import('./viewer.js').Viewer} viewer */
  constructor(list, viewer) {
    this.list = list;
    this.viewer = viewer;
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
    const texts = [...new Set([...this.reported, ...this.ofPages])];
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
