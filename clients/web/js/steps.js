/**
 * Incremental lists. If the theme of a page has `incremental: true`, the items of its lists appear
 * one after the other. The `step` of the page's content is the number of shown items. So all
 * screens show the same items.
 */
import { RequestedValues } from './requested.js';
import { inherited } from './theme.js';

/** Shows the first `count` list items of a text and hides the rest. @param {HTMLElement} text */
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
     * Resolves when the latest page change by a key or button is drawn. Null if none is pending.
     * @type {Promise<void>|null}
     */
    this.turning = null;
  }

  /**
   * Shows one more or one less item of the page that a pager shows. If there is no such item,
   * changes the page. First waits for a pending page change, so that this affects the new page.
   * @param {object} pager its record
   */
  press({ id }, isForward) {
    this.queue(() => {
      const pager = this.viewer.state.controllers.get(id);
      if (!pager || this.take(pager, isForward)) return null;
      return this.change(`${pager.kind}.${isForward ? 'next' : 'previous'}`, { id, user: true });
    });
  }

  /** Sends a command that changes the page, after all pending page changes. */
  turn(method, params) {
    this.queue(() => this.change(method, params));
  }

  async change(method, params) {
    const result = await this.viewer.command(method, params);
    if (result) await this.viewer.drawn(result.seq);
  }

  /**
   * Calls `begin` as soon as no page change is pending.
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
   * Shows one more or one less item of the page that a pager shows.
   * @param {object} pager its record @returns {boolean} false if the page must change instead
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
