/** The list of the latest events, with filters. Only the newest of the matching events get rows. */
import { DrawingRate } from './drawing-rate.js';

/** The maximum number of kept events. */
const KEPT = 5000;
/** The maximum number of rows on the page. */
const ROWS = 200;
const ENVELOPE = new Set([
  'seq', 'prev', 'revision', 'time', 'category', 'subject', 'event', 'cause',
]);

export class Stream {
  /**
   * @param {{list: HTMLElement, filter: HTMLInputElement, categories: HTMLElement,
   *   pause: HTMLButtonElement, count: HTMLElement}} elements
   * @param {import('./viewer.js').Viewer} viewer
   */
  constructor(elements, viewer) {
    this.elements = elements;
    /** @type {object[]} */
    this.events = [];
    this.total = 0;
    /** Matching events without a row yet. */
    this.fresh = [];
    this.rows = 0;
    this.isAtEnd = true;
    this.hidden = new Set();
    this.words = [];
    this.isPaused = false;
    this.drawing = new DrawingRate(() => this.draw());
    viewer.addEventListener('applied', ({ detail }) => this.take(detail));
    elements.list.addEventListener('scroll', ({ target }) => {
      this.isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 24;
    }, { passive: true });
    elements.filter.addEventListener('input', () => this.refilter());
    elements.pause.addEventListener('click', () => this.pause());
    elements.categories.addEventListener('change', ({ target }) => {
      if (target.checked) this.hidden.delete(target.value);
      else this.hidden.add(target.value);
      this.refilter();
    });
  }

  /** Creates a checkbox for each category of events. @param {string[]} names */
  offer(names) {
    this.elements.categories.replaceChildren(...names.map((name) => {
      const label = document.createElement('label');
      const box = document.createElement('input');
      Object.assign(box, { type: 'checkbox', value: name, checked: !this.hidden.has(name) });
      label.append(box, name);
      return label;
    }));
  }

  take(all) {
    // A browser that may only watch receives some events without their category and members.
    const events = all.filter(({ category }) => category);
    this.total += events.length;
    for (const event of events) {
      this.events.push(event);
      if (!this.isPaused && this.matches(event)) this.fresh.push(event);
    }
    if (this.events.length > KEPT * 1.2) this.events.splice(0, this.events.length - KEPT);
    if (this.fresh.length > ROWS * 2) this.fresh.splice(0, this.fresh.length - ROWS);
    this.drawing.request();
  }

  matches(event) {
    if (this.hidden.has(event.category)) return false;
    if (this.words.length === 0) return true;
    const topic = `${event.category}.${event.subject}.${event.event}`.toLowerCase();
    return this.words.every((word) =>
      word.startsWith('-') && word.length > 1 ? !topic.includes(word.slice(1)) : topic.includes(word));
  }

  refilter() {
    this.words = this.elements.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.elements.list.replaceChildren();
    this.rows = 0;
    this.fresh = this.events.filter((event) => this.matches(event)).slice(-ROWS);
    this.drawing.request();
  }

  pause() {
    this.isPaused = !this.isPaused;
    this.elements.pause.setAttribute('aria-pressed', String(this.isPaused));
    if (!this.isPaused) this.refilter();
  }

  /** Removes the oldest rows in one operation, because each operation takes equally long. */
  dropRows(count) {
    const range = document.createRange();
    range.setStart(this.elements.list, 0);
    range.setEnd(this.elements.list, count);
    range.deleteContents();
    this.rows = ROWS;
  }

  draw() {
    const { list, count } = this.elements;
    count.textContent = `${this.total} events`;
    if (this.fresh.length === 0) return;
    const fresh = this.fresh.slice(-ROWS);
    this.fresh = [];
    list.append(...fresh.map(row));
    this.rows += fresh.length;
    if (this.rows > ROWS) this.dropRows(this.rows - ROWS);
    // Scrolls to the end without reading its position, which would force another layout.
    if (this.isAtEnd) list.scrollTop = 1e9;
  }
}

function row(event) {
  const element = document.createElement('div');
  element.dataset.seq = event.seq;
  const part = (name, text) => {
    const span = document.createElement('span');
    span.className = name;
    span.textContent = text;
    element.append(span, ' ');
  };
  part('seq', event.seq);
  part('time', event.time.toFixed(3));
  part(`topic of-${event.category}`, `${event.category}.${event.subject}.${event.event}`);
  const fields = Object.entries(event).filter(([name]) => !ENVELOPE.has(name));
  part('fields', fields.map(([name, value]) => `${name}=${short(value)}`).join('  '));
  return element;
}

function short(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
