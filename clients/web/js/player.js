/**
 * Plays running transitions on the stage.
 *
 * One of the clock runs by itself, on the compositor. One that is held moves with its progress;
 * when it is let go the daemon is done at once, and what is left of the movement is played here.
 */
import * as alongside from './alongside.js';
import { curl } from './curl.js';
import * as tracks from './tracks.js';
import { ownMatrix } from './transform.js';

/** Seconds that the rest of a movement takes after it was let go. */
const SHORTEST_REST = 0.12;
const LONGEST_REST = 0.4;

/** @typedef {{record: object, started: boolean, ended: string|null, going: boolean,
 *   progress: number, animations: Animation[], undo: (() => void)[], staying: string[]}} Scene */

export class Player {
  /** @param {import('./stage.js').Stage} stage @param {() => void} redraw */
  constructor(stage, redraw) {
    this.stage = stage;
    this.redraw = redraw;
    /** @type {Map<string, Scene>} */
    this.scenes = new Map();
    /** The transition that this browser holds, moved here without waiting for the daemon. */
    this.held = null;
    /** How far that is; the reply that names it may come before the event that begins it. */
    this.heldProgress = 0;
    this.lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  }

  /** @param {object} record a transition's @param {number} elapsed seconds since it began */
  begin(record, elapsed = 0) {
    if (!record.animated || (record.duration === 0 && !record.interactive)) return;
    this.scenes.set(record.transition, {
      record, started: false, ended: null, going: false, elapsed,
      progress: record.transition === this.held ? this.heldProgress : record.progress ?? 0,
      animations: [], undo: [],
      staying: [record.from, record.to].filter((id) => id !== null),
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

  /** Everything at once, such as when another snapshot has come. */
  clear() {
    for (const id of [...this.scenes.keys()]) this.drop(id);
    this.held = null;
  }

  /** Ids of views that the stage must keep although the state has none of them any more. */
  staying() {
    const ids = new Set();
    for (const scene of this.scenes.values()) {
      if (!scene.started) continue;
      for (const id of scene.staying) ids.add(id);
      for (const goal of scene.record.alongside ?? []) ids.add(goal?.view);
    }
    return ids;
  }

  /** Before the stage is drawn: what has ended lets go of its views. */
  settle() {
    for (const [id, scene] of this.scenes) {
      if (scene.ended === null || scene.going) continue;
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

  /** Whether another transition of the same container has come after it. */
  isReplaced(id, { record }) {
    const later = [...this.scenes].slice([...this.scenes.keys()].indexOf(id) + 1);
    return later.some(([, scene]) => scene.record.container === record.container);
  }

  /** After the stage was drawn: what has begun starts, what was moved moves. */
  play() {
    for (const scene of this.scenes.values()) {
      if (!scene.started) this.start(scene);
      if (!scene.record.interactive || scene.going) continue;
      const time = scene.progress * this.length(scene);
      for (const animation of scene.animations) animation.currentTime = time;
    }
  }

  /** Milliseconds. A held one of no duration is given some to be moved through. */
  length({ record }) {
    return (record.duration > 0 ? record.duration : 1) * 1000;
  }

  start(scene) {
    const { record } = scene;
    const hasTracks = record.tracks.from.length + record.tracks.to.length > 0;
    const moving = this.lessMotion.matches && hasTracks ? tracks.STILL_TRACKS : record.tracks;
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

  /** Views that move along have come to a running transition: all begin anew, where it is. */
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

  /** It was let go: it goes on to its end, or back. */
  playRest(id, scene, goal) {
    const way = Math.abs(goal - scene.progress);
    const duration = this.length(scene);
    const seconds = Math.min(LONGEST_REST, Math.max(SHORTEST_REST, (way * duration) / 1000));
    const rate = (way * duration) / (seconds * 1000);
    scene.going = true;
    for (const animation of scene.animations) {
      animation.currentTime = scene.progress * duration;
      animation.updatePlaybackRate(goal === 1 ? rate : -rate);
      animation.play();
    }
    Promise.all(scene.animations.map((animation) => animation.finished)).then(
      () => this.finish(id, scene),
      // Cancelled, since something else has taken its place.
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

  /** The stage has another size: what depends on it is made anew, at the same place. */
  resize() {
    for (const scene of this.scenes.values()) {
      if (scene.started && !scene.going) this.restart(scene);
    }
    this.redraw();
  }

  /** Lets a transition begin anew at the place where it is. */
  restart(scene) {
    const time = scene.animations[0]?.currentTime ?? 0;
    for (const animation of scene.animations) animation.cancel();
    for (const undo of scene.undo) undo();
    Object.assign(scene, { started: false, animations: [], undo: [], elapsed: time / 1000 });
  }
}
