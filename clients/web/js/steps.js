/**
 * Incremental lists: where the theme has `incremental: true`, the items of a page's lists appear one
 * after the other. `step` of the page's content is their number, so all screens show the same items.
 */
import { RequestedValues } from './requested.js';
import { inherited } from './theme.js';

/** Hides the items after the first ones, in the order of the text. @param {HTMLElement} text */
export function showItems(text, count) {
  for (const [index, item] of [...text.querySelectorAll('li')].entries()) {
    item.classList.toggle('later', index >= count);
  }
}

/** Returns the number of shown items, or null if all are shown. @returns {number|null} */
export function stepOf(state, record) {
  if (inherited(state, record, 'incremental') !== true) return null;
  const step = record.content?.step;
  return Number.isInteger(step) && step > 0 ? step : 0;
}

export class Steps {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.requested = new RequestedValues(viewer);
    /**
     * Resolves when the last page change by a key or button is drawn; null if all are drawn.
     * @type {Promise<void>|null}
     */
    this.turning = null;
  }

  /**
   * Shows one more item of the page that a pager shows, or one less, or changes the page if there is
   * none. During a page change this waits for its end, because it concerns the next page.
   * @param {object} pager its record
   */
  press({ id }, isForward) {
    this.queue(() => {
      const pager = this.viewer.state.controllers.get(id);
      if (!pager || this.take(pager, isForward)) return null;
      return this.change(`${pager.kind}.${isForward ? 'next' : 'previous'}`, { id, user: true });
    });
  }

  /** Sends a command that changes the page, after the page changes before it. */
  turn(method, params) {
    this.queue(() => this.change(method, params));
  }

  async change(method, params) {
    const result = await this.viewer.command(method, params);
    if (result) await this.viewer.drawn(result.seq);
  }

  /**
   * Begins something as soon as no page change is pending.
   * @param {() => Promise<void>|null} begin returns null if it changes no page
   */
  queue(begin) {
    const turn = this.turning ? this.turning.then(begin) : begin();
    const turning = turn?.finally(() => {
      if (this.turning === turning) this.turning = null;
    });
    if (turning) this.turning = turning;
  }

  /**
   * Shows one more item of the page that a pager shows, or one less.
   * @param {object} pager its record @returns {boolean} false if the page must be turned instead
   */
  take(pager, isForward) {
    const { state, stage } = this.viewer;
    const record = state.controllers.get(pager.selected);
    const text = stage.views.get(pager.selected)?.content;
    const shown = record && text ? this.shown(record) : null;
    const step = shown + (isForward ? 1 : -1);
    if (shown !== null && step >= 0 && step <= text.querySelectorAll('li').length) {
      this.show(record, step);
      return true;
    }
    // The next page begins with its first item, even if it has been shown before.
    const next = isForward && state.controllers.get(pager.pages?.[pager.index + 1]);
    if (next && this.shown(next) > 0) this.show(next, 0);
    return false;
  }

  shown(record) {
    const shown = stepOf(this.viewer.state, record);
    return shown === null ? null : this.requested.get(record.id, shown);
  }

  show(record, step) {
    const { id, content } = record;
    this.requested.set(id, step, 'controller.update', { id, content: { ...content, step } });
  }
}
