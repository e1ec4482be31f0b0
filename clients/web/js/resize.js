/** A window whose size changes in time: what lies in it glides to where it will be. */

/** The longest time of a browser's timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

export class Resize {
  /** @param {HTMLElement} root of the stage */
  constructor(root) {
    this.root = root;
    this.timer = 0;
  }

  /** @param {number} duration seconds */
  begin(duration) {
    this.end();
    this.root.style.setProperty('--resize', `${duration}s`);
    this.root.classList.add('resizing');
    this.timer = setTimeout(() => this.end(), Math.min(duration * 1000, LONGEST));
  }

  /** Everything is at its end at once. */
  end() {
    clearTimeout(this.timer);
    this.root.classList.remove('resizing');
  }
}
