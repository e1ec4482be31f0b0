/**
 * Draws in the next frame, but not in every one when much happens: nobody reads that fast, and
 * what draws all the time has none left for what comes.
 */

/** Milliseconds between two drawings while there is always something new. */
const PAUSE = 100;

export class Pace {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.isDue = false;
    this.last = -PAUSE;
  }

  /** Something is new. */
  ask() {
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
