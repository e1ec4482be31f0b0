/** Sheets at detents: their heights, and the swipe between them. */
import { CURVES } from './tracks.js';

/** Returns the height of a detent in a window. @param {{id: string, height?: number}} detent */
function height({ id, height: own }, { height: all }) {
  if (typeof own === 'number') return Math.min(own, all);
  return id === 'medium' ? Math.round(all / 2) : all;
}

/**
 * Returns whether a user can interact with the views below a presented controller.
 * @param {object} record of the presented controller @param {{height: number}} size the window's
 */
export function isUndimmed({ sheet, frame }, size) {
  const largest = sheet?.detents?.find(({ id }) => id === sheet.largestUndimmedDetent);
  return largest !== undefined && frame.height <= height(largest, size);
}

/**
 * Animates a view to its next frame.
 * @param {HTMLElement} element @param {{duration: number, curve: string}} event
 */
export function glide(element, { duration, curve }) {
  const { style } = element;
  const timing = `${duration}s ${CURVES[curve] ?? 'ease-in-out'}`;
  style.transition = `top ${timing}, height ${timing}`;
  setTimeout(() => (style.transition = ''), duration * 1000);
}

/** A swipe on a sheet or a column, which sends its command when the finger is lifted. */
export class LateSwipe {
  /**
   * @param {import('./viewer.js').Viewer} viewer @param {string} method
   * @param {string} id of the controller @param {string} direction
   */
  constructor(viewer, method, id, direction) {
    this.viewer = viewer;
    this.method = method;
    this.params = { id, direction };
    this.progress = 0;
  }

  /** @param {number} progress of the swipe, 0 to 1 */
  move(progress) {
    this.progress = Math.min(1, Math.max(0, progress));
  }

  /** @param {'finish'|'cancel'} how */
  let(how) {
    if (how === 'finish') this.viewer.command(this.method, this.params);
  }
}
