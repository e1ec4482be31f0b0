/**
 * An interactive transition that a gesture begins, updates, and finishes or cancels.
 *
 *     asking ──▶ held ──▶ over        asking: the reply or a plugin's decision has not arrived yet;
 *                                     the gesture's changes until then are applied when it arrives
 */

import { isOfAlarm } from './state.js';

export class Swipe {
  /**
   * @param {import('./viewer.js').Viewer} viewer
   * @param {{method: string, params: object}} command that begins it
   */
  constructor(viewer, command) {
    this.viewer = viewer;
    this.link = viewer.link;
    this.player = viewer.player;
    this.progress = 0;
    this.sent = 0;
    /** @type {string|null} */
    this.transition = null;
    /** The end of the gesture while the request was pending: null, 'finish' or 'cancel'. */
    this.release = null;
    this.isOver = false;
    this.isSending = false;
    const { promise, resolve } = Promise.withResolvers();
    /** Resolves when the stage shows the result of the transition. @type {Promise<void>} */
    this.ended = promise;
    this.end = resolve;
    const params = { ...command.params, interactive: true };
    this.begun = this.begin(command.method, params);
  }

  async begin(method, params) {
    // The command was refused, for example at the end of the pages.
    const reply = await this.link.request(method, params).catch(() => null);
    const decision = reply?.pending ? this.viewer.decision(reply.pending).promise : null;
    this.hold(decision ? await decision : reply?.transition);
  }

  hold(transition) {
    if (!transition) {
      this.close();
      return;
    }
    this.transition = transition;
    this.player.held = transition;
    if (this.release) this.let(this.release);
    else this.move(this.progress);
  }

  /** @param {number} progress 0 to 1 */
  move(progress) {
    if (this.isOver || this.release) return;
    this.progress = Math.min(1, Math.max(0, progress));
    if (!this.transition) return;
    // This browser shows the movement at once; other browsers show it after the daemon's event.
    this.player.move(this.transition, this.progress);
    this.viewer.redraw(false);
    this.send();
  }

  /** Sends one message at a time, always with the latest position of the finger. */
  send() {
    if (this.isSending || this.isOver || this.sent === this.progress) return;
    this.isSending = true;
    this.sent = this.progress;
    const next = () => {
      this.isSending = false;
      requestAnimationFrame(() => this.send());
    };
    this.link.request('transition.update', { id: this.transition, progress: this.sent })
      .then(next, () => this.close());
  }

  /** Ends the gesture: finishes or cancels the transition. @param {'finish'|'cancel'} how */
  let(how) {
    if (this.isOver) return;
    this.release = how;
    if (!this.transition) return;
    this.link.request(`transition.${how}`, { id: this.transition }).then(
      ({ seq }) => this.viewer.drawn(seq).then(this.end),
      // Another client or its time limit has already ended the transition.
      () => this.end());
    this.isOver = true;
    this.free();
  }

  close() {
    this.isOver = true;
    this.free();
    this.end();
  }

  /** Lets the player follow the daemon's events again. */
  free() {
    if (this.transition && this.player.held === this.transition) this.player.held = null;
  }
}

/**
 * Returns the innermost container at a position for which `accepts` returns true, or null.
 * @param {import('./state.js').State} state @param {string} window
 * @param {string|null} view the innermost view at the position; null for the topmost container
 */
export function containerAt(state, window, view, accepts) {
  if (view !== null) {
    for (let id = view, depth = 0; id && depth < 512; depth += 1) {
      const record = state.record(id);
      if (!record) return null;
      if (accepts(record)) return record;
      id = record.superview;
    }
    return null;
  }
  for (const id of state.frontToBack(window)) {
    const record = state.controllers.get(id);
    if (!record || !state.isVisible(id)) continue;
    if (accepts(record)) return record;
    // A view that covers the window and has no pages hides the containers below it.
    if (state.presented.size && [...state.presented.values()].includes(id)) return null;
  }
  return null;
}

/**
 * Returns whether a pager has pages. That of an alarm only measures a time.
 * @param {object} record of any controller
 */
export function isPager(record) {
  return record.kind === 'pager' && record.pages?.length > 0 && !isOfAlarm(record.id, record.content);
}

/**
 * Returns whether a user can change the page of a container: of a pager, or of a page controller
 * with a data source.
 * @param {object} record of any controller
 */
export function turnsPages(record) {
  if (record.kind === 'pager') return isPager(record);
  return record.kind === 'page' && Boolean(record.dataSource) && record.controllers?.length > 0;
}

/** @param {object} record of a pager or a page controller */
export function isVertical(record) {
  return (record.navigationOrientation ?? record.direction) === 'vertical';
}

/**
 * Returns the distance that a finger moves for a whole page change, so that pages follow it.
 * @param {object} record of the container @param {number} length of its view as it is drawn
 */
export function wayOfTurn(record, length) {
  const { pagesPerView = 1, spacing = 0, peek = 0, step = 1, inset } = record;
  if (pagesPerView === 1 && spacing === 0 && peek === 0) return length;
  const isAcross = isVertical(record);
  const whole = isAcross ? record.frame.height : record.frame.width;
  const covered = isAcross ? inset.top + inset.bottom : inset.left + inset.right;
  const ends = peek > 0 ? 2 * (peek + spacing) : 0;
  const page = (whole - covered - ends - (pagesPerView - 1) * spacing) / pagesPerView;
  return Math.min(1, (step * (page + spacing)) / whole) * length;
}

/**
 * Returns whether a pager permits the user to change its page in a direction.
 * @param {object} record of the pager @param {boolean} isForward toward later pages
 */
export function mayTurn({ swipeEnabled = true }, isForward) {
  return swipeEnabled === true || swipeEnabled === (isForward ? 'forward' : 'backward');
}

/**
 * Returns whether a swipe leads to later pages.
 * @param {object} record of the pager @param {string} direction the finger's
 */
export function leadsForward({ rightToLeft, bottomToTop }, direction) {
  return direction === (bottomToTop ? 'down' : 'up') || direction === (rightToLeft ? 'right' : 'left');
}
