/** An animated resize of a window, whose contents move to their final places. */

/** The maximum time of a browser's timer, in milliseconds. */
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

  /** Ends the resize at once. */
  end() {
    clearTimeout(this.timer);
    this.root.classList.remove('resizing');
  }
}
