/** The pages before and after those that pagers show, which are loaded before they are shown. */

export class Neighbours {
  /** @param {import('./state.js').State} state */
  constructor(state) {
    this.state = state;
    /** The containers of the pages that come next if users turn on in the same direction. A page that
     * is a container itself comes with those that it shows. @type {Map<string, string>} */
    this.next = new Map();
    /** The containers of all neighbours. @type {Map<string, string>} */
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
      for (const page of [after, before]) this.add(this.all, page, id);
      this.add(this.next, isBackwards ? before : after, id);
    }
    this.turns = turns;
  }

  /** Adds a page, and the pages inside it that will be visible with it, the outer ones first. */
  add(map, page, container) {
    if (typeof page !== 'string' || map.has(page)) return;
    map.set(page, container);
    const record = this.state.controllers.get(page);
    this.add(map, record?.selected ?? record?.top, page);
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
