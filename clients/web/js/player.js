/**
 * Plays running transitions on the stage.
 *
 * A timed transition runs on the browser's compositor. An interactive transition follows its
 * progress. When it is finished or cancelled, the daemon ends it at once, and the player shows the
 * rest of the movement.
 */
import * as alongside from './alongside.js';
import { curl } from './curl.js';
import { isPending } from './pending.js';
import * as tracks from './tracks.js';
import { ownMatrix } from './transform.js';

/** The minimum and maximum seconds for the rest of the movement after an interactive transition. */
const SHORTEST_REST = 0.12;
const LONGEST_REST = 0.4;
/** See `patience`. */
const LONGEST_WAIT = 3000;

/**
 * @typedef {{record: object, started: boolean, ended: string|null, going: boolean,
 *   progress: number, animations: Animation[], undo: (() => void)[], staying: string[],
 *   isCut: boolean, isWaiting: boolean, isLate: boolean, isBack: boolean,
 *   end: number}} Scene
 *   `isCut`: the turn is not animated. `isWaiting`: it has not begun on this screen. `isLate`: it
 *   begins after the daemon's, as the new page had to be loaded. `isBack`: meanwhile, another turn
 *   has gone back. `end`: the end of the waiting.
 */

export class Player {
  /** @param {import('./stage.js').Stage} stage @param {() => void} redraw */
  constructor(stage, redraw) {
    this.stage = stage;
    this.redraw = redraw;
    /** @type {Map<string, Scene>} */
    this.scenes = new Map();
    /** The id of this browser's interactive transition, which does not wait for the daemon. */
    this.held = null;
    /** The progress of `held`. The reply to its command may arrive before its first event. */
    this.heldProgress = 0;
    /** The maximum milliseconds for which an old page stays because the new one is not loaded. */
    this.patience = LONGEST_WAIT;
    /** Returns whether a page that cannot be shown is skipped, so that the old one stays meanwhile. */
    this.skips = () => false;
    this.lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  }

  /** @param {object} record of a transition @param {number} elapsed seconds since its beginning */
  begin(record, elapsed = 0) {
    const { transition, container, interactive } = record;
    const isCut = !record.animated || (record.duration === 0 && !interactive);
    const before = [...this.scenes].find(
      ([, scene]) => scene.isLate && scene.isWaiting && scene.record.container === container);
    const from = before ? before[1].record.from : record.from;
    if (before && from === record.to) {
      // The old page is still shown, and stays. The other one stays hidden until it is removed.
      before[1].isBack = true;
      return;
    }
    if (before) this.drop(before[0]);
    if (isCut && (from === null || record.to === null)) return;
    this.scenes.set(transition, {
      record: { ...record, from }, started: false, ended: null, going: false, elapsed, isCut,
      isWaiting: !interactive, isLate: false, isBack: false,
      end: before?.[1].end ?? performance.now() + this.patience,
      progress: transition === this.held ? this.heldProgress : record.progress ?? 0,
      animations: [], undo: [],
      staying: [from, record.to].filter((id) => id !== null),
    });
  }

  /** @param {string} id @param {number} progress */
  move(id, progress) {
    const place = Math.min(1, Math.max(0, progress));
    if (id === this.held) this.heldProgress = place;
    const scene = this.scenes.get(id);
    if (scene && !scene.going) scene.progress = place;
  }

  end(id, outcome) {
    const scene = this.scenes.get(id);
    if (scene) scene.ended = outcome;
  }

  /** Ends everything at once, for example for a new snapshot. */
  clear() {
    for (const id of [...this.scenes.keys()]) this.drop(id);
    this.held = null;
  }

  /** Returns the ids of views that the stage must keep although they are no longer in the state. */
  staying() {
    const ids = new Set();
    for (const scene of this.scenes.values()) {
      if (!scene.started && !scene.isWaiting) continue;
      for (const id of scene.staying) ids.add(id);
      for (const goal of scene.record.alongside ?? []) ids.add(goal?.view);
    }
    return ids;
  }

  /** Releases the views of ended transitions. Must be called before the stage is drawn. */
  settle() {
    for (const [id, scene] of this.scenes) {
      if (scene.ended === null || scene.going) continue;
      if (scene.isWaiting && (scene.isBack || scene.ended === 'completed')) continue;
      if (scene.isLate && scene.ended === 'completed' && !this.isReplaced(id, scene)) {
        this.finishLater(id, scene);
        continue;
      }
      const goal = { __proto__: null, completed: 1, cancelled: 0 }[scene.ended];
      const hasRest =
        scene.started && scene.record.interactive && goal !== undefined &&
        Math.abs(goal - scene.progress) > 0.01 && !this.isReplaced(id, scene);
      if (hasRest) this.playRest(id, scene, goal);
      else this.drop(id);
    }
    for (const [id, scene] of this.scenes) {
      if (scene.going && this.isReplaced(id, scene)) this.drop(id);
    }
  }

  /** Returns whether a later transition of the same container exists. */
  isReplaced(id, { record }) {
    const later = [...this.scenes].slice([...this.scenes.keys()].indexOf(id) + 1);
    return later.some(([, scene]) => scene.record.container === record.container);
  }

  /**
   * Starts new transitions and moves interactive ones. Must be called after a drawing.
   * @returns {boolean} whether views are released, so that another drawing is necessary
   */
  play() {
    let isReleased = false;
    for (const [id, scene] of this.scenes) {
      if (scene.isWaiting) {
        if (this.mustWait(scene)) {
          this.wait(scene);
          continue;
        }
        if (scene.isCut || scene.isBack || (scene.ended !== null && !scene.isLate)) {
          this.drop(id);
          isReleased = true;
          continue;
        }
        this.begun(scene);
      }
      if (!scene.started) this.start(scene);
      // The daemon's transition has ended during the wait.
      if (scene.isLate && scene.ended !== null && !scene.going) this.finishLater(id, scene);
      if (!scene.record.interactive || scene.going) continue;
      const time = scene.progress * this.length(scene);
      for (const animation of scene.animations) animation.currentTime = time;
    }
    return isReleased;
  }

  /** Returns whether the old page must stay because the new one is not loaded yet. */
  mustWait({ record, end, isBack }) {
    const { views, state } = this.stage;
    const [from, to] = [views.get(record.from), views.get(record.to)];
    if (isBack) return typeof state.record(record.to)?.superview === 'string';
    if (!from || !to || performance.now() >= end) return false;
    // An alarm appears and ends at once.
    if ([record.from, record.to].some((id) => state.isAlarm(id))) return false;
    if (to.outer.querySelector('[data-problem]') && this.skips(record.container)) return true;
    return isPending(to.outer) && !isPending(from.outer);
  }

  wait(scene) {
    if (scene.isLate) return;
    scene.isLate = true;
    const { outer } = this.stage.views.get(scene.record.to);
    outer.classList.add('awaited');
    const timer = setTimeout(this.redraw, scene.end - performance.now());
    scene.undo.push(() => {
      clearTimeout(timer);
      outer.classList.remove('awaited');
    });
  }

  /** Ends the waiting of a transition, which then begins. */
  begun(scene) {
    for (const undo of scene.undo) undo();
    scene.undo = [];
    scene.isWaiting = false;
    if (scene.isLate) scene.elapsed = 0;
  }

  /** Lets the animations of a transition end after the daemon's, because they began later: by no
   * more than `patience`, although a daemon's clock that is set by hand may end it at any time. */
  finishLater(id, scene) {
    scene.going = true;
    this.afterAnimations(id, scene);
    setTimeout(() => this.finish(id, scene), this.patience);
  }

  /** Returns the milliseconds of a transition: one second if it has no duration. */
  length({ record }) {
    return (record.duration > 0 ? record.duration : 1) * 1000;
  }

  start(scene) {
    const { record } = scene;
    const hasTracks = record.tracks.from.length + record.tracks.to.length > 0;
    const apart = this.stage.state.controllers.get(record.container);
    const moving = this.lessMotion.matches && hasTracks
      ? tracks.STILL_TRACKS : tracks.spaced(tracks.visible(record.tracks), apart);
    scene.started = true;
    const timing = {
      duration: this.length(scene), fill: 'both',
      easing: record.interactive ? 'linear' : (tracks.CURVES[record.curve] ?? 'linear'),
    };
    const from = this.stage.views.get(record.from);
    const to = this.stage.views.get(record.to);
    const below = tracks.leavingIsAbove(moving, record.direction) ? to : from;
    const above = below === to ? from : to;
    if (from && to && hasTracks) {
      const names = tracks.dissolves(moving) ? ['above', 'adds'] : ['above'];
      above.outer.classList.add(...names);
      scene.undo.push(() => above.outer.classList.remove(...names));
    }
    if (from) this.animate(scene, from, moving.from, timing);
    if (to) this.animate(scene, to, moving.to, timing);
    this.moveAlong(scene, record.alongside, timing);
    for (const animation of scene.animations) {
      if (record.interactive) animation.pause();
      else animation.currentTime = Math.min(scene.elapsed * 1000, timing.duration);
    }
  }

  /** Animates additional views alongside a running transition. */
  along(id, views) {
    const scene = this.scenes.get(id);
    if (!scene) return;
    scene.record.alongside = views;
    if (!scene.started || scene.going) return;
    this.restart(scene);
    this.redraw();
  }

  moveAlong(scene, views, timing) {
    if (!Array.isArray(views)) return;
    for (const goal of views) {
      const view = this.stage.views.get(goal?.view);
      const record = this.stage.state.record(goal?.view);
      if (!view || !record) continue;
      const size = this.stage.sizeAround(record);
      const moves = [
        [view.outer, alongside.keyframes(record, goal, size)],
        [view.inner, alongside.colours(record, goal)],
      ];
      for (const [element, list] of moves) {
        if (list.length) scene.animations.push(element.animate(list, timing));
      }
    }
  }

  animate(scene, view, side, timing) {
    const { clientWidth: width, clientHeight: height } = view.outer;
    const eye = 2 * Math.max(width, height, 1);
    const own = ownMatrix(this.stage.state.record(view.id) ?? {});
    for (const list of [tracks.opacityFrames(side), tracks.transformFrames(side, eye, own)]) {
      if (list.length) scene.animations.push(view.outer.animate(list, timing));
    }
    const curled = tracks.curlFrames(side);
    if (curled.length) {
      const { animations, restore } = curl(view, curled, timing);
      scene.animations.push(...animations);
      scene.undo.push(restore);
    }
    view.outer.classList.add('moving');
    scene.undo.push(() => view.outer.classList.remove('moving'));
  }

  /** Plays the rest of an interactive transition: to its end, or back to its beginning. */
  playRest(id, scene, goal) {
    const distance = Math.abs(goal - scene.progress);
    const duration = this.length(scene);
    const seconds = Math.min(LONGEST_REST, Math.max(SHORTEST_REST, (distance * duration) / 1000));
    const rate = (distance * duration) / (seconds * 1000);
    scene.going = true;
    for (const animation of scene.animations) {
      animation.currentTime = scene.progress * duration;
      animation.updatePlaybackRate(goal === 1 ? rate : -rate);
      animation.play();
    }
    this.afterAnimations(id, scene);
  }

  /** Ends a transition on this screen when its animations have ended. */
  afterAnimations(id, scene) {
    Promise.all(scene.animations.map((animation) => animation.finished)).then(
      () => this.finish(id, scene),
      // The animation was cancelled because a different one has replaced it.
      () => this.finish(id, scene));
  }

  finish(id, scene) {
    if (this.scenes.get(id) !== scene) return;
    this.drop(id);
    this.redraw();
  }

  drop(id) {
    const scene = this.scenes.get(id);
    if (!scene) return;
    this.scenes.delete(id);
    for (const animation of scene.animations) animation.cancel();
    for (const undo of scene.undo) undo();
  }

  /** Recreates the running animations for the new size of the stage; each keeps its time. */
  resize() {
    for (const scene of this.scenes.values()) {
      if (scene.started && !scene.going) this.restart(scene);
    }
    this.redraw();
  }

  /** Recreates the animations of a transition; they continue from its current time. */
  restart(scene) {
    const time = scene.animations[0]?.currentTime ?? 0;
    for (const animation of scene.animations) animation.cancel();
    for (const undo of scene.undo) undo();
    Object.assign(scene, { started: false, animations: [], undo: [], elapsed: time / 1000 });
  }
}
