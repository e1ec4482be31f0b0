/** A talk: the pager that a window shows, its slides, and a black screen over it. */

import { freeID } from './ids.js';
import { isPager } from './swipe.js';

/** The controller that makes the first window black; in others, the window's id follows. */
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

  /** Whether a window is black. */
  get isBlack() {
    return this.blackWindows.length > 0;
  }

  /** The windows that are black, below an alarm too. @returns {string[]} */
  get blackWindows() {
    const { state } = this.viewer;
    return [...state.windows.keys()].filter((window) => state.presentedIn(window).some(isBlack));
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
      const black = this.blackWindows;
      const commands = black.length > 0 ? this.ending(black) : this.beginning();
      if (commands.length === 0) return;
      const result = await this.viewer.command('batch', { commands, atomic: true });
      // Frozen screens would not become black.
      if (black.length === 0 && this.shared?.frozen) this.shared.send({ frozen: false });
      if (result) await this.viewer.caughtUp(result.seq);
    });
    return this.toggle;
  }

  /** Returns the commands that show the pages of black windows again. @param {string[]} windows */
  ending(windows) {
    const { state } = this.viewer;
    return windows.filter((window) => state.alarm(window) === null).map((window) => {
      const chain = [state.windows.get(window).root, ...state.presentedIn(window)];
      return command('modal.dismiss', { id: chain[chain.findIndex(isBlack) - 1], animated: false });
    });
  }

  /** Returns the commands that make all windows without an alarm black. */
  beginning() {
    const { state } = this.viewer;
    const taken = new Set();
    return [...state.windows.values()].flatMap(({ id: window, root }, number) => {
      if (!root || state.alarm(window) !== null) return [];
      const id = freeID(number === 0 ? BLACK : `${BLACK}-${window}`, (one) => taken.has(one));
      taken.add(id);
      const creation = state.controllers.has(id) ? [] : [
        command('controller.create', {
          id, kind: 'view', title: 'Black screen', content: { type: 'text/plain', body: '' },
        }),
        command('view.set', { view: id, backgroundColor: '#000000' }),
      ];
      const from = state.presentedIn(window).at(-1) ?? root;
      return [...creation, command('modal.present', {
        from, controller: id, style: 'overFullScreen', animated: false,
      })];
    });
  }
}

function isBlack(id) {
  return id === BLACK || id.startsWith(`${BLACK}-`);
}

function command(method, params) {
  return { method, params };
}
