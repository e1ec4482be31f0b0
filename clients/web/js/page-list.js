/** The pages of one list of the book, which an operator switches on and off, times and sorts. */
import { Preview } from './preview.js';
import { isDue } from './schedule.js';

/** @param {string} tag @param {object} members @param {...(Node|string)} children */
export function make(tag, members = {}, ...children) {
  const element = Object.assign(document.createElement(tag), members);
  element.append(...children);
  return element;
}

/**
 * Makes a field for seconds. It is marked while the operator changes it.
 * @param {(seconds: number|null) => void} save receives null for an empty field
 */
function secondsField(save) {
  const input = make('input', { type: 'number', step: 'any', className: 'seconds', inputMode: 'decimal' });
  input.oninput = () => { input.isTouched = true; };
  // A value that is as before makes no change.
  input.onblur = () => { input.isTouched = false; };
  input.onchange = () => {
    if (!input.reportValidity()) return;
    input.isTouched = false;
    save(input.value === '' ? null : input.valueAsNumber);
  };
  return input;
}

/** Sets the value of a field, unless the operator is changing it. */
function fill(input, value) {
  if (!input.isTouched) input.value = value;
}

export class PageList {
  /**
   * @param {import('./viewer.js').Viewer} viewer
   * @param {(change: object) => Promise<boolean>} edit @param {(id: string) => void} show
   * @param {(page: import('./book-link.js').Page) => void} openTimes
   */
  constructor(viewer, edit, show, openTimes) {
    Object.assign(this, { viewer, edit, show, openTimes, rows: new Map(), list: null });
    this.heading = make('h3');
    this.seconds = secondsField((value) => this.edit({ advance: this.list.id, value }));
    this.seconds.placeholder = 'never';
    this.advance = make('p', { className: 'advance' }, make('label', {}, 'Turn the page every ', this.seconds, ' seconds'));
    this.pages = make('ol', { className: 'pages' });
    this.element = make('div', { className: 'list' }, this.heading, this.advance, this.pages);
    // A page is drawn only when it becomes visible.
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        target.isSeen ||= isIntersecting;
        if (isIntersecting) this.rows.get(target.dataset.page)?.draw();
      }
    }, { rootMargin: '50%' });
  }

  /**
   * @param {import('./book-link.js').List} list
   * @param {{isOnly: boolean, mayEdit: boolean, canChangePages: boolean}} options
   */
  update(list, { isOnly, mayEdit, canChangePages }) {
    this.list = list;
    this.mayEdit = mayEdit && canChangePages;
    this.heading.hidden = isOnly;
    this.heading.textContent = this.viewer.state.title(list.id);
    this.advance.hidden = !list.canAdvance;
    fill(this.seconds, list.autoAdvance ?? '');
    this.seconds.disabled = !mayEdit;
    const ids = new Set(list.pages.map(({ id }) => id));
    for (const [id, row] of this.rows) {
      if (ids.has(id)) continue;
      row.element.remove();
      this.rows.delete(id);
    }
    for (const page of list.pages) {
      if (!this.rows.has(page.id)) this.rows.set(page.id, new Row(this, page.id));
      this.rows.get(page.id).update(page);
    }
    this.arrange(list.pages.map(({ id }) => id));
  }

  /** Brings the rows into an order; the focused one stays in the document. @param {string[]} ids */
  arrange(ids) {
    const focused = document.activeElement;
    ids.forEach((id, index) => {
      const { element } = this.rows.get(id);
      if (this.pages.children[index] !== element) this.pages.insertBefore(element, this.pages.children[index] ?? null);
    });
    if (focused !== document.activeElement && this.pages.contains(focused)) focused.focus();
    ids.forEach((id, index) => this.rows.get(id).place(index, ids.length));
  }

  /** The ids in the order on the page. */
  get order() {
    return [...this.pages.children].map((element) => element.dataset.page);
  }

  /** Writes the order on the page. */
  async sort() {
    const { order } = this;
    order.forEach((id, index) => this.rows.get(id).place(index, order.length));
    await this.edit({ order: this.list.id, value: order });
  }

  /** Returns to the order of the book, after a refusal. */
  restore() {
    this.arrange(this.list.pages.map(({ id }) => id));
  }

  draw() {
    for (const row of this.rows.values()) row.draw();
  }

  /** Whether the wall shows the pages in the book's order. Null if it cannot be known. */
  get isFollowed() {
    const record = this.viewer.state.controllers.get(this.list.id);
    const shown = record?.pages ?? record?.controllers;
    if (!shown) return false;
    const due = this.list.pages.filter(({ enabled, schedule }) => enabled && isDue(normal(schedule), Date.now()));
    return due.map(({ id }) => id).join() === shown.join();
  }
}

/** Returns a schedule whose lists are lists. A book may give one text instead. */
function normal(schedule) {
  if (!schedule) return null;
  const list = (value) => (typeof value === 'string' ? [value] : value);
  const { days, hours, dates, timeZone } = schedule;
  return { days: list(days), hours: list(hours), dates: list(dates), timeZone };
}

/** Returns a schedule in words. */
function inWords({ days, hours, dates, timeZone }) {
  const list = (value) => (Array.isArray(value) ? value.join(', ') : value);
  return [days?.length === 7 ? 'every day' : list(days), list(hours), list(dates), timeZone].filter(Boolean).join(' · ');
}

class Row {
  /** @param {PageList} list @param {string} id */
  constructor(list, id) {
    this.list = list;
    this.id = id;
    const { viewer } = list;
    this.grip = make('button', { type: 'button', className: 'grip', textContent: '⠿', tabIndex: -1 });
    this.grip.setAttribute('aria-hidden', 'true');
    this.picture = make('div', { className: 'stage preview', inert: true });
    this.preview = new Preview(this.picture, viewer);
    this.title = make('b');
    this.source = make('small');
    this.state = make('small');
    this.times = make('small');
    this.problem = make('small', { className: 'failed' });
    this.isOn = make('input', { type: 'checkbox' });
    this.isOn.onchange = () => list.edit({ enable: id, value: this.isOn.checked });
    this.seconds = secondsField((value) => list.edit({ time: id, value }));
    this.duration = make('label', {}, this.seconds, ' s');
    this.plan = make('button', { type: 'button', textContent: 'Times …' });
    this.plan.onclick = () => list.openTimes(this.page);
    this.up = this.stepper('↑', -1);
    this.down = this.stepper('↓', 1);
    this.show = make('button', { type: 'button', textContent: 'Show' });
    this.show.onclick = () => list.show(id);
    this.element = make('li', {}, this.grip, this.picture,
      make('div', { className: 'about' }, this.title, this.source, this.state, this.times, this.problem),
      make('div', { className: 'controls' }, make('label', {}, this.isOn, 'On'), this.duration, this.plan,
        make('span', { className: 'steps' }, this.up, this.down, this.show)));
    this.element.dataset.page = id;
    this.grip.onpointerdown = (event) => this.drag(event);
    list.observer.observe(this.element);
  }

  stepper(text, step) {
    const button = make('button', { type: 'button', textContent: text, className: 'step' });
    button.onclick = () => this.move(step);
    return button;
  }

  /** Moves the row by one place. */
  async move(step) {
    const { pages } = this.list;
    const other = step < 0 ? this.element.previousElementSibling : this.element.nextElementSibling;
    if (!other) return;
    const button = step < 0 ? this.up : this.down;
    pages.insertBefore(this.element, step < 0 ? other : other.nextElementSibling);
    await this.list.sort();
    (button.disabled ? (step < 0 ? this.down : this.up) : button).focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** Moves the row with the pointer, until it is released. */
  drag(event) {
    const { element, grip, list } = this;
    if (!list.mayEdit || event.button !== 0) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    element.classList.add('moving');
    list.isDragging = true;
    const before = list.order.join();
    grip.onpointermove = ({ clientY }) => {
      // Near an edge of the window, the list scrolls.
      if (clientY < 60) scrollBy(0, -12);
      else if (clientY > innerHeight - 60) scrollBy(0, 12);
      const middle = (one) => one.getBoundingClientRect().top + one.offsetHeight / 2;
      const { previousElementSibling: previous, nextElementSibling: next } = element;
      // The other rows move, because an element that moves loses the pointer.
      if (previous && clientY < middle(previous)) list.pages.insertBefore(previous, element.nextElementSibling);
      else if (next && clientY > middle(next)) list.pages.insertBefore(next, element);
    };
    const end = () => {
      Object.assign(grip, { onpointermove: null, onpointerup: null, onpointercancel: null });
      element.classList.remove('moving');
      list.isDragging = false;
    };
    grip.onpointerup = () => {
      end();
      if (list.order.join() !== before) list.sort();
    };
    grip.onpointercancel = () => {
      end();
      list.restore();
    };
  }

  /** @param {number} index of the row @param {number} count of the rows */
  place(index, count) {
    const { mayEdit } = this.list;
    this.up.disabled = !mayEdit || index === 0;
    this.down.disabled = !mayEdit || index === count - 1;
  }

  /** @param {import('./book-link.js').Page} page */
  update(page) {
    this.page = page;
    const { mayEdit, list } = this.list;
    this.source.textContent = page.source;
    this.source.hidden = page.source === '' || page.source === page.title;
    this.isOn.checked = page.enabled;
    this.isOn.disabled = !mayEdit;
    this.grip.disabled = !mayEdit;
    this.duration.hidden = !page.isPlain || !list.canAdvance;
    fill(this.seconds, page.duration ?? '');
    this.seconds.placeholder = list.autoAdvance ?? '';
    this.seconds.disabled = !mayEdit;
    this.plan.disabled = !mayEdit;
    this.element.classList.toggle('off', !page.enabled);
    const name = (text) => `${page.title}: ${text}`;
    this.isOn.setAttribute('aria-label', name('on'));
    this.seconds.setAttribute('aria-label', name('seconds on screen'));
    this.plan.setAttribute('aria-label', name('times'));
    this.up.setAttribute('aria-label', name('move up'));
    this.down.setAttribute('aria-label', name('move down'));
    this.show.setAttribute('aria-label', name('show now'));
    this.draw();
  }

  /** Draws what the wall says about the page. */
  draw() {
    const { viewer, list } = this.list;
    const { page, element } = this;
    const record = viewer.state.controllers.get(this.id) ?? null;
    const owner = viewer.state.controllers.get(list.id) ?? null;
    const isShown = owner !== null && owner.selected === this.id;
    const isListed = (owner?.pages ?? owner?.controllers ?? []).includes(this.id);
    const due = isDue(normal(page.schedule), Date.now());
    const state = !page.enabled ? 'off' : isShown ? 'on screen now' : due ? '' : 'not now';
    this.title.textContent = record?.title ?? page.title;
    this.state.textContent = state;
    this.state.hidden = state === '';
    this.state.className = isShown ? 'live' : 'out';
    this.times.hidden = !page.schedule;
    if (page.schedule) {
      const next = page.nextChange === null ? '' : `${due ? ' · until ' : ' · from '}${moment(page.nextChange)}`;
      this.times.textContent = inWords(page.schedule) + (page.enabled ? next : '');
    }
    element.classList.toggle('shown-now', isShown);
    this.show.disabled = !viewer.mayCommand || !isListed || isShown;
    if (element.isSeen) this.preview.show(record, owner);
    // The small picture fails as the page does on a screen.
    const { problem = '' } = this.picture.querySelector('[data-problem]')?.dataset ?? {};
    this.problem.hidden = problem === '';
    if (this.problem.textContent !== problem) this.problem.textContent = problem;
  }
}

/** Returns a time in words: today only the time. @param {number} seconds since 1970 */
export function moment(seconds) {
  const time = new Date(seconds * 1000);
  const clock = { hour: '2-digit', minute: '2-digit' };
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString([], clock)
    : time.toLocaleString([], { weekday: 'short', day: 'numeric', month: 'short', ...clock });
}
