/**
 * Turns the pages of the offline copy, as their pagers and schedules say, while pagerview or the
 * daemon is away. So a wall goes on. `?offline=still` keeps the last page instead.
 *
 * Only pages are shown that the copy contains, and without transitions. Each page is shown for its
 * time, from the turn that this screen has seen.
 */
import { isKept } from './offline-contents.js';
import { isSomething } from './content.js';
import { turnTo } from './local-turn.js';
import { duePages } from './schedule.js';
import { isPager } from './swipe.js';

/** The milliseconds between two looks. */
const PERIOD = 500;

export class OfflineTurns {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** The shown page of each pager, and the time since which it is shown.
     * @type {Map<string, {page: string, since: number}>} */
    this.shown = new Map();
    this.isLooking = false;
    viewer.addEventListener('drawn', () => this.note());
    setInterval(() => this.look(), PERIOD);
  }

  /** The visible pagers that turn by themselves. */
  get pagers() {
    const { state, window } = this.viewer;
    if (window === null) return [];
    return [...state.frontToBack(window)].map((id) => state.controllers.get(id)).filter((record) =>
      record && isPager(record) && typeof record.autoAdvance === 'number' && state.isVisible(record.id));
  }

  /** Notes when pages have appeared. */
  note() {
    const now = performance.now();
    const shown = new Map();
    for (const { id, selected } of this.pagers) {
      const before = this.shown.get(id);
      shown.set(id, before?.page === selected ? before : { page: selected, since: now });
    }
    this.shown = shown;
  }

  async look() {
    const { viewer } = this;
    // Without a copy, nothing but the last page can be shown.
    const hasCopy = viewer.isCopy || viewer.copy.problem === '';
    if (viewer.staleSince === null || !hasCopy || this.isLooking) return;
    this.isLooking = true;
    try {
      for (const { id } of this.pagers) await this.follow(id);
    } finally {
      this.isLooking = false;
    }
  }

  /** Turns the page of a pager if its time is over or it is no longer due. */
  async follow(id) {
    const { state } = this.viewer;
    const pager = state.controllers.get(id);
    const { pagesPerView = 1, peek = 0, paused, autoAdvanceHeld, content } = pager;
    if (pagesPerView !== 1 || peek > 0) return;
    const { playlist } = content ?? {};
    const listed = new Set(Array.isArray(playlist) ? playlist.map(({ page }) => page) : []);
    const due = new Set(listed.size > 0 ? duePages(playlist, Date.now()) : []);
    const isDue = (page) => !listed.has(page) || due.has(page);
    const order = [...new Set([...pager.pages, ...listed])];
    const isOver = !paused && !autoAdvanceHeld && this.isOver(pager);
    if (isDue(pager.selected) && !isOver) return;
    const next = await this.successor(pager, order, isDue);
    if (this.viewer.staleSince === null || state.controllers.get(id) !== pager) return;
    if (next !== null) this.turn(pager, next, order.filter(isDue));
    else this.shown.delete(id);
  }

  /** Returns whether the page of a pager has been shown for its time. */
  isOver({ id, selected, autoAdvance }) {
    const seconds = this.viewer.state.controllers.get(selected)?.dwellTime || autoAdvance;
    const { page, since } = this.shown.get(id) ?? {};
    return page === selected && performance.now() - since >= seconds * 1000;
  }

  /** Returns the next page that is due and in the copy, or null if there is none. */
  async successor({ selected, wrap, rewind, reverse }, order, isDue) {
    const pages = reverse ? order.toReversed() : order;
    const place = pages.indexOf(selected);
    const mayReturn = wrap || rewind || !isDue(selected);
    const candidates = [...pages.slice(place + 1), ...(mayReturn ? pages.slice(0, Math.max(place, 0)) : [])];
    for (const page of candidates) {
      if (isDue(page) && await this.canShow(page)) return page;
    }
    return null;
  }

  async canShow(id) {
    const { state, stage } = this.viewer;
    const record = state.controllers.get(id);
    if (!record || (record.superview !== null && typeof record.superview === 'string')) return false;
    if (record.kind !== 'view') return record.isViewLoaded && record.children.length > 0;
    return !isSomething(record.content) || isKept(stage.pageOf(record), stage.options.folder());
  }

  turn(pager, page, pages) {
    const { viewer } = this;
    turnTo(viewer.state, pager, page, pages);
    this.shown.set(pager.id, { page, since: performance.now() });
    // pagerview may be away, too, so the contents come from the copy.
    viewer.isCopy = true;
    viewer.redraw();
  }
}
