/** The pages before and after those that pagers show, which are loaded before they are shown. */

export class Neighbours {
  /** @param {import('./state.js').State} state */
  constructor(state) {
    this.state = state;
    /** The pagers of the pages that come next if users turn on in the same direction.
     * @type {Map<string, string>} */
    this.next = new Map();
    /** The pagers of all neighbours. @type {Map<string, string>} */
    this.all = new Map();
    /** The last index of each shown pager, and whether the page before that was after it.
     * @type {Map<string, {index: number, isBackwards: boolean}>} */
    this.turns = new Map();
  }

  /** @param {Set<string>} shown ids of the shown views */
  find(shown) {
    this.next.clear();
    this.all.clear();
    const turns = new Map();
    for (const id of shown) {
      const record = this.state.controllers.get(id);
      const { pages, index } = record ?? {};
      if (!Array.isArray(pages) || typeof index !== 'number' || pages.length < 2) continue;
      const isBackwards = this.isBackwards(id, record);
      turns.set(id, { index, isBackwards });
      const after = this.page(record, index + Math.max(1, Math.ceil(record.pagesPerView ?? 1)));
      const before = this.page(record, index - 1);
      for (const page of [after, before]) if (page !== undefined) this.all.set(page, id);
      const next = isBackwards ? before : after;
      if (next !== undefined) this.next.set(next, id);
    }
    this.turns = turns;
  }

  /** Returns whether the last turn of a pager was to the page before. */
  isBackwards(id, { pages, index, wrap }) {
    const last = this.turns.get(id);
    if (!last || last.index === index) return last?.isBackwards ?? false;
    const count = pages.length;
    return index === (wrap === true && count > 2 ? (last.index - 1 + count) % count : last.index - 1);
  }

  /** Returns the page at an index, which continues at the other end if the pages wrap. */
  page({ pages, wrap }, index) {
    const count = pages.length;
    return pages[wrap === true ? (index + count) % count : index];
  }
}
