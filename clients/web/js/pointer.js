/** A pointer of the speaker that all screens show. */

/** The milliseconds between two messages, and after which a pointer that is silent disappears. */
const PERIOD = 40;
const REPEAT = 1000;
const SILENCE = 3000;

/** Shows the pointer on a stage. */
export class PointerMark {
  /** @param {HTMLElement} stage @param {import('./shared-talk.js').SharedTalk} shared */
  constructor(stage, shared) {
    this.stage = stage;
    this.mark = document.createElement('div');
    this.mark.className = 'pointer-mark';
    this.mark.hidden = true;
    this.timer = 0;
    stage.parentElement.append(this.mark);
    shared.addEventListener('changed', ({ detail }) => 'pointer' in detail && this.show(detail.pointer));
  }

  /** @param {number[]|false} place x and y, from 0 to 1 */
  show(place) {
    clearTimeout(this.timer);
    this.mark.hidden = !Array.isArray(place);
    if (this.mark.hidden) return;
    const around = this.mark.offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const { left, top, width, height } = this.stage.getBoundingClientRect();
    this.mark.style.left = `${left - around.left + place[0] * width}px`;
    this.mark.style.top = `${top - around.top + place[1] * height}px`;
    this.timer = setTimeout(() => this.show(false), SILENCE);
  }
}

/** Sends the place of the mouse or finger over a stage, while the button is pressed in. */
export class Pointer {
  /**
   * @param {HTMLButtonElement} button @param {HTMLElement} stage
   * @param {import('./shared-talk.js').SharedTalk} shared
   */
  constructor(button, stage, shared) {
    this.button = button;
    this.shared = shared;
    /** The last place, or null while there is none. @type {number[]|null} */
    this.place = null;
    this.sentAt = -Infinity;
    this.isDue = false;
    button.onclick = () => this.toggle();
    const take = (event) => {
      if (!this.isOn) return;
      // The finger points, and does not turn the page.
      event.stopImmediatePropagation();
      const { left, top, width, height } = stage.getBoundingClientRect();
      const part = (length, whole) => Math.round(10_000 * Math.min(1, Math.max(0, length / whole))) / 10_000;
      this.place = [part(event.clientX - left, width), part(event.clientY - top, height)];
      this.send();
    };
    for (const name of ['pointermove', 'pointerdown']) stage.addEventListener(name, take, { capture: true });
    stage.addEventListener('pointerleave', () => this.end());
    setInterval(() => this.isOn && this.place && this.send(), REPEAT);
  }

  get isOn() {
    return this.button.ariaPressed === 'true';
  }

  toggle() {
    this.button.ariaPressed = String(!this.isOn);
    if (!this.isOn) this.end();
  }

  /** Sends the latest place, at most one each `PERIOD`. */
  send() {
    if (this.isDue) return;
    this.isDue = true;
    setTimeout(() => {
      this.isDue = false;
      this.sentAt = performance.now();
      if (this.place) this.shared.send({ pointer: this.place });
    }, Math.max(0, this.sentAt + PERIOD - performance.now()));
  }

  end() {
    if (this.place === null) return;
    this.place = null;
    this.shared.send({ pointer: false });
  }
}
