/** A talk: the pager that a window shows, its slides, and a black screen over it. */

import { isPager } from './swipe.js';

/** The controller that makes the screens black. */
const BLACK = 'black-screen';

export class Talk {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** Resolves when the last toggle of the black screen has ended. */
    this.toggle = Promise.resolve();
    /** What speakers share, if this page has it. @type {import('./shared-talk.js').SharedTalk|null} */
    this.shared = null;
  }

  /** The record of the topmost visible pager, even below a black screen, or null. */
  get pager() {
    const { state, window } = this.viewer;
    if (window === null) return null;
    for (const id of state.frontToBack(window)) {
      const record = state.controllers.get(id);
      if (record && isPager(record) && state.isVisible(id)) return record;
    }
    return null;
  }

  /** Returns the record of a slide by its offset from the shown one. */
  slide(offset) {
    const { pager } = this;
    return pager === null ? null : this.viewer.state.controllers.get(pager.pages[pager.index + offset]) ?? null;
  }

  /** The number of the shown slide, counted from 1, and the number of slides. */
  get place() {
    const { pager } = this;
    return pager === null ? { number: 0, count: 0 } : { number: pager.index + 1, count: pager.pages.length };
  }

  /** @param {'next'|'previous'} direction */
  turn(direction) {
    const { pager } = this;
    if (pager) this.viewer.steps.press(pager, direction === 'next');
  }

  /** @param {number} number from 1 @returns {boolean} whether there is such a slide */
  goTo(number) {
    const { pager } = this;
    if (!pager || !(number >= 1 && number <= pager.pages.length)) return false;
    this.viewer.steps.turn('pager.select', { id: pager.id, index: number - 1, user: true });
    return true;
  }

  get isBlack() {
    return [...this.viewer.state.presented.values()].includes(BLACK);
  }

  /** Whether an alarm is shown. The black screen neither covers it nor takes it away. */
  get isAlarm() {
    return this.viewer.hasAlarm;
  }

  /**
   * Makes the screens black, or shows the slide again. Does nothing during an alarm. Waits until
   * the previous toggle ends.
   */
  toggleBlack() {
    this.toggle = this.toggle.then(async () => {
      if (this.isAlarm) return;
      const isBlack = this.isBlack;
      const result = await (isBlack ? this.endBlack() : this.beginBlack());
      // Frozen screens would not become black.
      if (!isBlack && this.shared?.frozen) this.shared.send({ frozen: false });
      if (result) await this.viewer.caughtUp(result.seq);
    });
    return this.toggle;
  }

  endBlack() {
    const presenter = [...this.viewer.state.presented].find(([, id]) => id === BLACK)[0];
    return this.viewer.command('modal.dismiss', { id: presenter, animated: false });
  }

  async beginBlack() {
    const { viewer } = this;
    const { state, window } = viewer;
    const from = state.presentedIn(window).at(-1) ?? state.windows.get(window)?.root;
    if (!from) return undefined;
    if (!state.controllers.has(BLACK)) {
      await viewer.command('controller.create', {
        id: BLACK, kind: 'view', title: 'Black screen', content: { type: 'text/plain', body: '' },
      });
      await viewer.command('view.set', { view: BLACK, backgroundColor: '#000000' });
    }
    return viewer.command('modal.present', {
      from, controller: BLACK, style: 'overFullScreen', animated: false,
    });
  }
}
