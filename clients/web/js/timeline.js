/** A timeline for each transition from its beginning to its end, with the events during it. */
import { DrawingRate } from './drawing-rate.js';
import { isOfKind } from './state-events.js';

/** The maximum number of timelines. */
const KEPT = 12;
/** The maximum number of marks on a timeline. */
const MARKS = 400;

/** Returns whether an event gets a mark: it is a callback or an event of a container kind. */
function isMarked({ category }) {
  if (!category) return false;
  return category === 'lifecycle' || category === 'containment' || isOfKind(category);
}

export class Timeline {
  /** @param {HTMLElement} list @param {import('./viewer.js').Viewer} viewer */
  constructor(list, viewer) {
    this.list = list;
    this.viewer = viewer;
    /** The timelines by transition. @type {Map<string, object>} */
    this.lines = new Map();
    this.drawing = new DrawingRate(() => this.draw());
    /** The events of the current transaction so far, in which a transition may still begin. */
    this.turn = { revision: -1, events: [] };
    viewer.addEventListener('applied', ({ detail }) => this.take(detail));
    viewer.addEventListener('loaded', () => this.load());
  }

  load() {
    this.lines.clear();
    for (const record of this.viewer.state.transitions.values()) this.add(record, record.began);
    this.drawing.request();
  }

  add(record, time) {
    this.lines.set(record.transition, {
      record, began: time, ended: null, last: time, outcome: null, marks: [], recent: [],
    });
    while (this.lines.size > KEPT) {
      const [oldest] = this.lines.keys();
      this.lines.get(oldest).row?.remove();
      this.lines.delete(oldest);
    }
  }

  take(events) {
    for (const event of events) {
      if (event.revision !== this.turn.revision) {
        this.turn = { revision: event.revision, events: [] };
      }
      if (this.turn.events.length < MARKS) this.turn.events.push(event);
      if (event.category === 'transition') this.takeOwn(event);
      else if (isMarked(event)) this.mark(event);
    }
    this.drawing.request();
  }

  takeOwn(event) {
    if (event.event === 'began') {
      this.add({ ...event, container: event.subject }, event.time);
      const line = this.lines.get(event.transition);
      const { container, from, to } = line.record;
      for (const before of this.turn.events) {
        if (isMarked(before) && [container, from, to].includes(before.subject)) {
          this.put(line, before);
        }
      }
      this.put(line, event);
      return;
    }
    const line = this.lines.get(event.transition);
    if (!line) return;
    line.last = event.time;
    this.put(line, event);
    if (event.event === 'ended') {
      line.ended = event.time;
      line.outcome = event.outcome;
    }
  }

  /** Adds marks for the events of a transition's controllers while it is running. */
  mark(event) {
    for (const line of this.lines.values()) {
      const { container, from, to } = line.record;
      if (line.ended !== null && event.time > line.ended) continue;
      if ([container, from, to].includes(event.subject)) this.put(line, event);
    }
  }

  put(line, event) {
    if (line.marks.length >= MARKS) return;
    const value = event.event === 'progressed' ? ` ${Math.round(event.progress * 100)} %` : '';
    line.marks.push({
      time: event.time, name: `${event.subject} ${event.event}${value}`, kind: event.category,
    });
  }

  draw() {
    for (const line of this.lines.values()) {
      const mark = `${line.marks.length} ${line.outcome}`;
      if (line.drawn === mark) continue;
      line.drawn = mark;
      line.row ??= this.row(line);
      this.fill(line);
    }
    for (const row of [...this.list.children]) {
      if (![...this.lines.values()].some((line) => line.row === row)) row.remove();
    }
  }

  row(line) {
    const row = document.createElement('li');
    const head = document.createElement('div');
    head.className = 'head';
    const bar = document.createElement('div');
    bar.className = 'line';
    const steps = document.createElement('details');
    const summary = document.createElement('summary');
    const list = document.createElement('ol');
    steps.append(summary, list);
    row.append(head, bar, steps);
    Object.assign(line, { head, bar, summary, steps: list });
    this.list.prepend(row);
    return row;
  }

  fill(line) {
    const { record, marks, began, ended, outcome } = line;
    const duration = ended === null ? null : ended - began;
    line.head.textContent =
      `${record.transition} ${record.style} ${record.from ?? '–'} → ${record.to ?? '–'}` +
      (record.interactive ? ', held' : '') + (outcome ? `, ${outcome}` : ', running') +
      (duration === null ? '' : ` after ${duration.toFixed(3)} s`);
    const whole = Math.max(ended === null ? record.duration : duration, line.last - began, 0.001);
    line.bar.classList.toggle('running', ended === null);
    line.bar.replaceChildren(...marks.map(({ time, name, kind }) => {
      const mark = document.createElement('span');
      mark.className = `mark ${kind}`;
      mark.style.left = `${Math.min(1, Math.max(0, (time - began) / whole)) * 100}%`;
      mark.title = `${(time - began).toFixed(3)} s  ${name}`;
      return mark;
    }));
    line.summary.textContent = `${marks.length} steps`;
    line.steps.replaceChildren(...marks.map(({ time, name }) => {
      const step = document.createElement('li');
      step.textContent = `${(time - began).toFixed(3)} s  ${name}`;
      return step;
    }));
  }
}
