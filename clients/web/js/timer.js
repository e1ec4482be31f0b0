/**
 * The time since a talk began, and the time that is left. All windows of a speaker share it by
 * pagerview. It survives a reload of the page and a restart of pagerview.
 */

const NAME = 'pagerview-timer';

export class Timer {
  /**
   * @param {{timer: HTMLElement, left: HTMLElement, length: HTMLInputElement}} elements
   *   `length`: the minutes of the talk @param {import('./shared-talk.js').SharedTalk} shared
   */
  constructor(elements, shared) {
    this.elements = elements;
    this.shared = shared;
    /** The saved `before` (milliseconds until the last start) and `since` (time of that start). */
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
    this.before = Number(kept.before) || 0;
    this.since = Number(kept.since) || null;
    /** The seconds of the talk, or null. @type {number|null} */
    this.length = Number(kept.length) || null;
    this.isShared = false;
    const { link } = shared.viewer;
    link.addEventListener('welcome', () => (this.isShared = false));
    shared.addEventListener('changed', ({ detail: { timer } }) => timer && this.take(timer));
    // A pagerview that was started again does not know the timer.
    link.addEventListener('snapshot', () => {
      if (!this.isShared && (this.milliseconds > 0 || this.length !== null)) this.tell();
    });
    elements.length.onchange = () => {
      const minutes = elements.length.valueAsNumber;
      this.length = minutes > 0 ? minutes * 60 : null;
      this.keep();
    };
    // The next keys turn slides again.
    elements.length.onkeydown = ({ key }) => {
      if (key === 'Enter') elements.length.blur();
    };
    this.draw();
    setInterval(() => this.draw(), 250);
  }

  get milliseconds() {
    return this.before + (this.since === null ? 0 : Date.now() - this.since);
  }

  get isRunning() {
    return this.since !== null;
  }

  /** Takes the timer of another window. */
  take({ elapsed, isRunning, length }) {
    this.isShared = true;
    this.before = elapsed * 1000;
    this.since = isRunning ? Date.now() : null;
    this.length = length ?? null;
    this.save();
  }

  /** Starts the timer at the first page turn. */
  begin() {
    if (this.since === null && this.before === 0) this.toggle();
  }

  toggle() {
    const now = this.milliseconds;
    this.since = this.since === null ? Date.now() : null;
    this.before = now;
    this.keep();
  }

  reset() {
    this.before = 0;
    this.since = null;
    this.keep();
  }

  keep() {
    this.save();
    this.tell();
  }

  tell() {
    const timer = { elapsed: this.milliseconds / 1000, isRunning: this.isRunning, length: this.length };
    if (this.shared.viewer.link.mayCommand) this.shared.send({ timer });
  }

  save() {
    const { before, since, length } = this;
    sessionStorage.setItem(NAME, JSON.stringify({ before, since, length }));
    this.draw();
  }

  draw() {
    const { timer, left, length } = this.elements;
    const seconds = Math.floor(this.milliseconds / 1000);
    write(timer, clockText(seconds));
    timer.classList.toggle('still', this.since === null);
    const rest = this.length === null ? null : this.length - seconds;
    left.hidden = rest === null;
    if (rest !== null) write(left, rest < 0 ? `${clockText(-rest)} over` : `${clockText(rest)} left`);
    left.classList.toggle('over', rest !== null && rest < 0);
    if (document.activeElement !== length) length.value = this.length === null ? '' : this.length / 60;
  }
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Returns seconds as `59:59` or `1:00:00`. @param {number} seconds */
function clockText(seconds) {
  const two = (number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
