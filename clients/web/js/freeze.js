/** Keeps a screen of the audience at a page while the speaker turns on. */
import { turnTo } from './local-turn.js';

export class Freeze {
  /**
   * @param {import('./viewer.js').Viewer} viewer @param {import('./shared-talk.js').SharedTalk} shared
   */
  constructor(viewer, shared) {
    this.viewer = viewer;
    this.shared = shared;
    shared.addEventListener('changed', ({ detail }) => 'frozen' in detail && this.update());
    viewer.addEventListener('loaded', () => this.keep());
    viewer.link.addEventListener('welcome', () => this.update());
  }

  update() {
    const { viewer, shared } = this;
    const wasFrozen = viewer.isFrozen;
    viewer.isFrozen = shared.frozen !== null;
    if (viewer.isFrozen) this.keep();
    else if (wasFrozen && viewer.hasShown) viewer.link.resynchronize();
  }

  /** Shows the frozen page in a state that has another one. */
  keep() {
    const { viewer, shared: { frozen } } = this;
    if (frozen === null) return;
    const pager = viewer.state.controllers.get(frozen.container);
    if (!pager?.pages?.includes(frozen.shown) || pager.selected === frozen.shown) return;
    viewer.player.clear();
    turnTo(viewer.state, pager, frozen.shown, pager.pages);
    viewer.redraw();
  }
}
