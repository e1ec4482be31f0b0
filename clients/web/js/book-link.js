/** The book's file behind the wall: what it says, and the changes that an operator makes in it. */

/** The milliseconds between two requests. */
const PAUSE = 2000;
/** The bytes of a file in one message. */
const PART = 384 * 1024;

/** A change that pagerview has refused. Its message is a sentence for the operator. */
export class Refused extends Error {}

/**
 * Tells `changed` when the book, which `book` is, has changed.
 * @typedef {{id: string, title: string, source: string, enabled: boolean, duration: number|null,
 *   schedule: object|null, nextChange: number|null, isPlain: boolean}} Page
 * @typedef {{id: string, kind: string, autoAdvance: number|null, canAdvance: boolean,
 *   pages: Page[]}} List
 */
export class BookLink extends EventTarget {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    super();
    this.viewer = viewer;
    /** @type {{version: string, mayEdit: boolean, isEditable: boolean, problem: string|null,
     *   file?: string, canChangePages?: boolean, mistakes?: string[], lists?: List[]}|null} */
    this.book = null;
    this.lastID = 0;
    this.waiting = new Map();
    this.last = Promise.resolve();
    const { link } = viewer;
    link.addEventListener('book', ({ detail }) => {
      // Without a problem and lists, it is the known version.
      if (!('problem' in detail)) return;
      this.book = detail;
      this.dispatchEvent(new CustomEvent('changed'));
    });
    link.addEventListener('edited', ({ detail }) => {
      const waiting = this.waiting.get(detail.id);
      this.waiting.delete(detail.id);
      if (detail.problem) waiting?.reject(new Refused(detail.problem));
      else waiting?.resolve();
    });
    link.addEventListener('socket', ({ detail }) => {
      if (detail.open) return;
      // The browser may have another token after it has connected again.
      this.book = null;
      for (const { reject } of this.waiting.values()) reject(new Refused('The connection to pagerview is lost.'));
      this.waiting.clear();
    });
    viewer.addEventListener('loaded', () => this.ask());
    setInterval(() => this.ask(), PAUSE);
  }

  ask() {
    if (this.viewer.mayCommand) this.viewer.link.send({ book: this.book?.version ?? '' });
  }

  /** @param {string} kind @param {object} content @returns {Promise<void>} */
  send(kind, content) {
    const id = ++this.lastID;
    if (!this.viewer.mayCommand) return Promise.reject(new Refused('There is no connection to pagerview.'));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.viewer.link.send({ [kind]: { id, ...content } });
    });
  }

  /**
   * Changes the book's file, after the changes before this one, whose answers bring the new version.
   * @param {object} change such as `{enable: 'menu', value: false}` @returns {Promise<void>}
   */
  edit(change) {
    const done = this.last.then(() => this.send('edit', { version: this.book?.version ?? '', ...change }));
    this.last = Promise.allSettled([done]);
    return done;
  }

  /**
   * Sends a file to the book's folder.
   * @param {File} file @param {boolean} replace whether a file with this name is replaced
   * @param {string} list the list of pages that shows it @param {(part: number) => void} tell
   */
  async upload(file, replace, list, tell) {
    for (let at = 0; at === 0 || at < file.size; at += PART) {
      const bytes = new Uint8Array(await file.slice(at, at + PART).arrayBuffer());
      await this.send('upload', { name: file.name, size: file.size, at, replace, list, data: base64(bytes) });
      tell(Math.min(1, (at + bytes.length) / file.size));
    }
    this.ask();
  }
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
