/**
 * Input into a page in use, which delays `autoAdvance` as a page turn by the user does.
 *
 * Frames do not tell their input to this page. But the browser notes the activation by a key or a
 * click also for the pages around a frame, and this page sees which element has the focus.
 */
import { containerAt, isPager } from './swipe.js';

/** The milliseconds between two looks, and the longest pause between two reports. */
const PERIOD = 500;
const LONGEST_PAUSE = 5000;
/** The part of the interval of `autoAdvance` after which input is reported again. */
const PART = 4;

export class Interaction {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.reportedAt = -Infinity;
    this.scrolledAt = -Infinity;
    viewer.stage.root.addEventListener('wheel', () => (this.scrolledAt = performance.now()), { passive: true });
    setInterval(() => this.look(), PERIOD);
  }

  /** Whether the user has used the content of a page since the last look. */
  get isUsed() {
    if (performance.now() - this.scrolledAt < 2 * PERIOD) return true;
    const { activeElement } = document;
    if (activeElement?.localName !== 'iframe' || !this.viewer.stage.root.contains(activeElement)) return false;
    // A page that is only loaded may have taken the focus.
    if (activeElement.closest('[inert]')) return false;
    // A browser without this interface cannot tell a frame that is used from one that was used.
    return document.hasFocus() && (navigator.userActivation?.isActive ?? true);
  }

  look() {
    const { viewer } = this;
    if (!viewer.mayCommand || viewer.window === null || !this.isUsed) return;
    const pager = containerAt(viewer.state, viewer.window, null, (record) =>
      isPager(record) && typeof record.autoAdvance === 'number');
    if (!pager || pager.paused) return;
    const dwell = viewer.state.controllers.get(pager.selected)?.dwellTime || pager.autoAdvance;
    const pause = Math.min((Math.min(dwell, pager.resumeAfter ?? dwell) * 1000) / PART, LONGEST_PAUSE);
    if (performance.now() - this.reportedAt < pause) return;
    this.reportedAt = performance.now();
    viewer.command('pager.interact', { id: pager.id });
  }
}
