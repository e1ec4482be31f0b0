/** The minutes and seconds since a talk began. They survive a reload of the page. */

const NAME = 'pagerview-timer';

export class Timer {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** The saved `before` (milliseconds until the last start) and `since` (time of that start). */
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
    this.before = Number(kept.before) || 0;
    this.since = Number(kept.since) || null;
    setInterval(() => this.draw(), 250);
    this.draw();
  }

  get milliseconds() {
    return this.before + (this.since === null ? 0 : Date.now() - this.since);
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
    sessionStorage.setItem(NAME, JSON.stringify({ before: this.before, since: this.since }));
    this.draw();
  }

  draw() {
    const seconds = Math.floor(this.milliseconds / 1000);
    const two = (number) => String(number).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    const text = hours > 0 ? `${hours}:${rest}` : rest;
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.classList.toggle('still', this.since === null);
  }
}
