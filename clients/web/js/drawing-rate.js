/**
 * A limit on the rate of drawing. The first drawing happens in the next frame. Under a constant
 * load there are fewer drawings, so that the browser has time to process events.
 */

/** The milliseconds between two drawings under a constant load. */
const PAUSE = 100;

export class DrawingRate {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.isDue = false;
    this.last = -PAUSE;
  }

  /** Requests a drawing. */
  request() {
    if (this.isDue) return;
    this.isDue = true;
    const wait = this.last + PAUSE - performance.now();
    if (wait > 0) setTimeout(() => this.frame(), wait);
    else this.frame();
  }

  frame() {
    requestAnimationFrame(() => {
      this.isDue = false;
      this.last = performance.now();
      this.draw();
    });
  }
}
