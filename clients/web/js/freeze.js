/**
 * Keeps a screen of the audience at a page while the speaker turns on. An alarm is shown, and the
 * screen keeps its page again after it. Screens of other windows follow as usual.
 */
import { turnTo } from './local-turn.js';
import { isOfAlarm } from './state.js';

export class Freeze {
  /**
   * @param {import('./viewer.js').Viewer} viewer @param {import('./shared-talk.js').SharedTalk} shared
   */
  constructor(viewer, shared) {
    this.viewer = viewer;
    this.shared = shared;
    shared.addEventListener('changed', ({ detail }) => 'frozen' in detail && this.update());
    viewer.addEventListener('loaded', () => this.update());
    viewer.addEventListener('applied', () => this.resume());
    viewer.link.addEventListener('welcome', () => this.update());
    viewer.link.addEventListener('events', ({ detail }) => this.look(detail));
  }

  /** Whether the shown window has the frozen page, and no alarm covers it. */
  get isDue() {
    const { viewer, shared: { frozen } } = this;
    return frozen !== null && viewer.isHere(frozen.container) && !viewer.hasAlarm;
  }

  update() {
    const { viewer } = this;
    const wasFrozen = viewer.isFrozen;
    viewer.isFrozen = this.isDue;
    if (viewer.isFrozen) this.keep();
    else if (wasFrozen && viewer.hasShown) viewer.link.resynchronize();
  }

  /**
   * Ends the freezing for an alarm. A snapshot may contain one that is not presented yet: then the
   * events about it follow.
   * @param {object[]} events that a frozen screen does not apply
   */
  look(events) {
    const { state } = this.viewer;
    const concernsAlarm = ({ content, subject }) => isOfAlarm(subject, content) || state.isAlarm(subject);
    if (!this.viewer.isFrozen || !events.some(concernsAlarm)) return;
    this.viewer.isFrozen = false;
    this.viewer.link.resynchronize();
  }

  /** Freezes the screen again after an alarm. */
  resume() {
    const { viewer } = this;
    if (!viewer.isFrozen && viewer.state.transitions.size === 0 && this.isDue) this.update();
  }

  /** Shows the frozen page in a state that has another one. */
  keep() {
    const { viewer, shared: { frozen } } = this;
    const pager = viewer.state.controllers.get(frozen.container);
    if (!pager?.pages?.includes(frozen.shown) || pager.selected === frozen.shown) return;
    viewer.player.clear();
    turnTo(viewer.state, pager, frozen.shown, pager.pages);
    viewer.redraw();
  }
}
