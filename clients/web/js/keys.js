/**
 * Swipes by arrow keys. Holding a key moves the page; also holding the opposite key moves it back;
 * Escape cancels. A short press changes the page. With Alt, an arrow key goes back or forward in
 * the history, as in a browser. P pauses or resumes a pager that advances automatically.
 */
import { RequestedValues } from './requested.js';
import { containerAt, isVertical, leadsForward, mayTurn, turnsPages } from './swipe.js';

/** The seconds in which a held key completes a page change. */
const SWEEP = 0.7;
/** The maximum seconds by which one frame advances, so that a busy browser skips no page. */
const LONGEST_FRAME = 0.1;

const ARROWS = {
  ArrowLeft: { axis: 'x', direction: 'right', opposite: 'ArrowRight' },
  ArrowRight: { axis: 'x', direction: 'left', opposite: 'ArrowLeft' },
  ArrowUp: { axis: 'y', direction: 'down', opposite: 'ArrowDown' },
  ArrowDown: { axis: 'y', direction: 'up', opposite: 'ArrowUp' },
};

/** Keys that scroll a focused text. */
const SCROLLS = { ArrowUp: true, ArrowDown: true };

/** For each arrow key with Alt: the name of the command and of the member with its target. */
const TRAVEL = { ArrowLeft: 'back', ArrowRight: 'forward' };

/** Elements in which arrows and letters have another meaning; the whole of the operator's page. */
const OCCUPIED = 'input, textarea, select, [role=tree], [role=log], dialog, details, button, a, [data-own-keys]';

/** Returns whether the focused element needs a key; an element of the bar needs only Space. */
function needs(element, key) {
  return element.closest?.('.bar') ? key === ' ' : Boolean(element.closest?.(OCCUPIED));
}

export class Keys {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.sweep = SWEEP;
    this.requestedPauses = new RequestedValues(viewer);
    /** @type {null|{key: string, swipe: import('./swipe.js').Swipe, sign: number}} */
    this.held = null;
    addEventListener('keydown', (event) => this.down(event));
    addEventListener('keyup', (event) => this.up(event));
    addEventListener('blur', () => this.let('cancel'));
  }

  down(event) {
    if (event.ctrlKey || event.metaKey || !this.viewer.mayCommand) return;
    if (event.altKey) {
      if (!event.repeat && !this.held && this.travel(event.key)) event.preventDefault();
      return;
    }
    const isArrow = event.key in ARROWS;
    if (this.held) {
      if (event.key === 'Escape') this.let('cancel');
      else if (event.key === ARROWS[this.held.key].opposite) this.held.sign = -1;
      if (isArrow) event.preventDefault();
      return;
    }
    if (event.repeat || needs(event.target, event.key)) return;
    // A clicker may have keys for up and down, while the slides turn to the side.
    const taken = (isArrow && this.begin(event.key)) || this.jump(event.key, event.shiftKey, event.target);
    if (taken) event.preventDefault();
  }

  /** @returns {boolean} whether a pager takes the key */
  begin(key) {
    const { axis, direction } = ARROWS[key];
    const pager = this.pager((record) =>
      isVertical(record) === (axis === 'y') && mayTurn(record, leadsForward(record, direction)));
    if (!pager) return false;
    const { steps } = this.viewer;
    const isForward = leadsForward(pager, direction);
    if (steps.turning) {
      steps.press(pager, isForward);
      return true;
    }
    if (steps.take(pager, isForward)) return true;
    const swipe = this.viewer.swipe({
      method: `${pager.kind}.swipe`, params: { id: pager.id, direction },
    });
    steps.queue(() => swipe.ended);
    this.held = { key, swipe, sign: 1 };
    let last = performance.now();
    const step = (now) => {
      if (this.held?.swipe !== swipe || swipe.isOver) {
        if (this.held?.swipe === swipe) this.held = null;
        return;
      }
      const change = (Math.min((now - last) / 1000, LONGEST_FRAME) / this.sweep) * this.held.sign;
      last = now;
      swipe.move(swipe.progress + change);
      if (swipe.progress >= 1) this.let('finish');
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    return true;
  }

  up(event) {
    if (!this.held) return;
    if (event.key === this.held.key) this.let(this.held.sign > 0 ? 'finish' : 'cancel');
    else if (event.key === ARROWS[this.held.key].opposite) this.held.sign = 1;
  }

  let(how) {
    this.held?.swipe.let(how);
    this.held = null;
  }

  /** Changes pages by keys that are not held. @returns {boolean} whether a pager takes the key */
  jump(key, isShifted, target) {
    if (key === 'p') return this.pause();
    // A text that is longer than the page scrolls.
    const scrolls = target.closest?.('[tabindex="0"]') && key in SCROLLS;
    if (scrolls) return false;
    const forward = key === 'PageDown' || key === 'ArrowDown' || (key === ' ' && !isShifted);
    const back = key === 'PageUp' || key === 'ArrowUp' || (key === ' ' && isShifted);
    const pager = this.pager((record) => !(forward || back) || mayTurn(record, forward));
    if (!pager) return false;
    const { id, kind } = pager;
    if (forward || back) this.viewer.steps.press(pager, forward);
    else if (kind !== 'pager') return false;
    else if (key === 'Home') this.viewer.steps.turn('pager.select', { id, index: 0, user: true });
    else if (key === 'End') {
      this.viewer.steps.turn('pager.select', { id, index: pager.pages.length - 1, user: true });
    } else return false;
    return true;
  }

  /**
   * Pauses or resumes `autoAdvance`. A user's page change may also have paused it.
   * @returns {boolean} whether there is a pager with `autoAdvance`
   */
  pause() {
    const pager = this.pager((record) => typeof record.autoAdvance === 'number');
    if (!pager) return false;
    const { id } = pager;
    const isPaused = this.requestedPauses.get(id, pager.paused || pager.autoAdvanceHeld);
    this.requestedPauses.set(id, !isPaused, isPaused ? 'pager.resume' : 'pager.pause', { id });
    return true;
  }

  /** Goes back or forward in the history. @returns {boolean} whether a container has one */
  travel(key) {
    const member = TRAVEL[key];
    const { state, window } = this.viewer;
    if (!member || window === null) return false;
    const container = containerAt(state, window, null, (record) =>
      typeof record[member] === 'string' && (!record.pages ||
        mayTurn(record, record.pages.indexOf(record[member]) > record.index)));
    if (!container) return false;
    const { id, kind } = container;
    this.viewer.steps.turn(`${kind}.${member}`, { id, user: true });
    return true;
  }

  pager(accepts) {
    const { state, window } = this.viewer;
    if (window === null) return null;
    return containerAt(state, window, null, (record) =>
      turnsPages(record) && accepts(record));
  }
}
