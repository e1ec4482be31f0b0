/** Swipes by finger, pen and mouse. */
import { LateSwipe } from './sheet.js';
import {
  Swipe, containerAt, isVertical, leadsForward, mayTurn, turnsPages, wayOfTurn,
} from './swipe.js';

/** The pixels along the axis that begin a swipe, or across it that exclude one. */
const SLACK = 8;
/** Pixels per millisecond above which a movement is a flick. */
const FLICK = 0.4;
/** Pixels from the edge within which a swipe pops a page from a stack. */
const EDGE = 28;

export class Gesture {
  /**
   * @param {HTMLElement} stage
   * @param {import('./viewer.js').Viewer} viewer
   */
  constructor(stage, viewer) {
    this.stage = stage;
    this.viewer = viewer;
    /** @type {null|{pointer: number, x: number, y: number, target: Element, swipe: Swipe|null}} */
    this.touch = null;
    stage.addEventListener('pointerdown', (event) => this.down(event));
    stage.addEventListener('pointermove', (event) => this.moved(event));
    stage.addEventListener('pointerup', (event) => this.up(event));
    stage.addEventListener('pointercancel', (event) => this.lost(event));
    // Otherwise the browser would drag a picture or link.
    stage.addEventListener('dragstart', (event) => event.preventDefault());
    stage.addEventListener('click', (event) => this.click(event), { capture: true });
  }

  down(event) {
    if (this.touch || !event.isPrimary || event.button !== 0 || !this.viewer.mayCommand) return;
    this.touch = {
      pointer: event.pointerId, x: event.clientX, y: event.clientY, target: event.target,
      swipe: null, axis: null, trail: [{ time: event.timeStamp, distance: 0 }],
    };
  }

  moved(event) {
    const { touch } = this;
    if (!touch || event.pointerId !== touch.pointer) return;
    const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y];
    if (!touch.swipe) {
      if (Math.hypot(dx, dy) < SLACK) return;
      if (!this.begin(touch, dx, dy)) {
        this.touch = null;
        return;
      }
      this.stage.setPointerCapture(event.pointerId);
      getSelection()?.removeAllRanges();
    }
    let distance = touch.axis === 'x' ? dx * touch.sign : dy * touch.sign;
    if (distance < -SLACK && touch.swipe) {
      // The finger has passed the start, so the gesture continues in the other direction.
      touch.swipe.let('cancel');
      touch.trail = [];
      if (!(touch.axis === 'x' ? this.begin(touch, dx, 0) : this.begin(touch, 0, dy))) {
        this.touch = null;
        return;
      }
      distance = -distance;
    }
    touch.trail.push({ time: event.timeStamp, distance });
    while (touch.trail[0].time < event.timeStamp - 100) touch.trail.shift();
    touch.swipe.move((distance - SLACK) / touch.length);
  }

  /** Begins a swipe of the container under the finger. @returns {boolean} whether there is one */
  begin(touch, dx, dy) {
    const { state, window } = this.viewer;
    const view = touch.target.closest('.view')?.dataset.view ?? null;
    if (window === null || view === null) return false;
    const isAcross = Math.abs(dy) > Math.abs(dx);
    const frame = this.stage.getBoundingClientRect();
    const fromEdge = !isAcross && dx > 0 && touch.x - frame.left < EDGE;
    touch.axis = isAcross ? 'y' : 'x';
    touch.sign = Math.sign(isAcross ? dy : dx);
    const direction = directionOf(touch.axis, touch.sign);
    const accepts = (record) =>
      (turnsPages(record) && isVertical(record) === isAcross &&
        mayTurn(record, leadsForward(record, direction))) ||
      (record.kind === 'navigation' && fromEdge && record.controllers?.length > 1 &&
        record.interactivePopEnabled !== false) ||
      (record.kind === 'split' && !isAcross && movesColumn(record, direction, touch.x, frame));
    const container = containerAt(state, window, view, accepts);
    if (!container) return isAcross && this.beginSheet(touch, view, direction);
    const size = this.viewer.stage.views.get(container.id)?.outer ?? this.stage;
    const length = isAcross ? size.clientHeight : size.clientWidth;
    if (container.kind === 'split') {
      touch.length = Math.max(1, length / 2);
      touch.swipe = new LateSwipe(this.viewer, 'split.swipe', container.id, direction);
      return true;
    }
    touch.length = Math.max(1, wayOfTurn(container, length));
    touch.swipe = this.viewer.swipe(
      container.kind === 'navigation'
        ? { method: 'navigation.pop', params: { id: container.id, user: true } }
        : {
            method: `${container.kind}.swipe`,
            params: { id: container.id, direction },
          });
    return true;
  }

  /** Begins a swipe of the sheet under the finger. @returns {boolean} whether there is one */
  beginSheet(touch, view, direction) {
    const { state } = this.viewer;
    const sheets = new Set(state.presented.values());
    const sheet = containerAt(
      state, this.viewer.window, view,
      ({ id, sheet: detents }) => sheets.has(id) && Boolean(detents));
    if (!sheet) return false;
    const size = this.viewer.stage.views.get(sheet.id)?.outer ?? this.stage;
    touch.length = Math.max(1, size.clientHeight / 2);
    touch.swipe = new LateSwipe(this.viewer, 'modal.swipeSheet', sheet.id, direction);
    return true;
  }

  up(event) {
    const { touch } = this;
    if (!touch || event.pointerId !== touch.pointer) return;
    this.touch = null;
    if (!touch.swipe) return;
    this.moved(event);
    const [first, last] = [touch.trail[0], touch.trail.at(-1)];
    const time = event.timeStamp - (first?.time ?? event.timeStamp);
    const speed = time > 0 ? (last.distance - first.distance) / time : 0;
    const goesOn = Math.abs(speed) > FLICK ? speed > 0 : touch.swipe.progress > 0.5;
    touch.swipe.let(goesOn ? 'finish' : 'cancel');
    this.wasSwipe = true;
    setTimeout(() => (this.wasSwipe = false));
  }

  /** Handles a touch that the browser has cancelled, to scroll or for the system. */
  lost(event) {
    if (this.touch?.pointer !== event.pointerId) return;
    this.touch.swipe?.let('cancel');
    this.touch = null;
  }

  /** Prevents a click on the element under the finger at the end of a swipe. */
  click(event) {
    if (!this.wasSwipe) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function directionOf(axis, sign) {
  if (axis === 'x') return sign < 0 ? 'left' : 'right';
  return sign < 0 ? 'up' : 'down';
}

/**
 * Returns whether a swipe shows a column of a split from its edge, or hides one over the others.
 * @param {object} record of the split @param {string} direction @param {number} x of the touch
 * @param {DOMRect} frame of the stage
 */
function movesColumn(record, direction, x, frame) {
  const { collapsed, presentsWithGesture, primaryEdge, displayMode = '' } = record;
  if (collapsed || presentsWithGesture === false) return false;
  const isTrailing = primaryEdge === 'trailing';
  if ((direction === 'left') !== isTrailing) return displayMode.endsWith('OverSecondary');
  return (isTrailing ? frame.right - x : x - frame.left) < EDGE;
}
