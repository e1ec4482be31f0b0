/**
 * A copy of the daemon's state that events update: the records of windows, controllers, views and
 * running transitions, as in `state.snapshot`.
 */
import { RecordChanges } from './record-changes.js';
import { insert, names } from './records.js';
import { appliers } from './state-events.js';

/** The beginning of the ids of an alarm's controllers. Their content has the member `alarm`. */
export const ALARM = 'alarm-';

/** Returns whether an id and a content are those of an alarm. @param {string} id @param {unknown} content */
export function isOfAlarm(id, content) {
  return id?.startsWith(ALARM) && content?.alarm === true;
}

export class State {
  constructor() {
    this.clear();
  }

  clear() {
    this.seq = 0;
    /** @type {Map<string, object>} */
    this.windows = new Map();
    /** @type {Map<string, object>} */
    this.controllers = new Map();
    /** @type {Map<string, object>} */
    this.views = new Map();
    /** @type {Map<string, object>} */
    this.transitions = new Map();
    /** The presented controller of each presenter. @type {Map<string, string>} */
    this.presented = new Map();
    /** The changes that the events of container kinds make to records. */
    this.changes = new RecordChanges([]);
    /** The table from which `changes` was created, as a snapshot contains it. */
    this.table = [];
  }

  /**
   * @param {object} snapshot its `changes` declare the record changes of the events after it
   * @throws {import('./record-changes.js').BadTable} in this case the state does not change
   */
  load(snapshot) {
    const changes = new RecordChanges(snapshot.changes);
    this.clear();
    this.seq = snapshot.seq;
    this.changes = changes;
    this.table = snapshot.changes;
    for (const record of snapshot.windows) this.windows.set(record.id, record);
    for (const record of snapshot.controllers) this.controllers.set(record.id, record);
    for (const record of snapshot.views) this.views.set(record.id, record);
    for (const record of snapshot.transitions) {
      // The progress of a timed transition follows from the time, so events omit it.
      const progress = record.interactive ? record.progress : 0;
      this.transitions.set(record.transition, { ...record, progress });
    }
    for (const record of [...snapshot.controllers, ...snapshot.views]) {
      if (record.parent === null && typeof record.presentingViewController === 'string') {
        this.presented.set(record.presentingViewController, record.id);
      }
    }
  }

  /** Returns a value for `restore` and for JSON, without running transitions. */
  copy() {
    return {
      seq: this.seq, changes: this.table, windows: [...this.windows.values()],
      controllers: [...this.controllers.values()], views: [...this.views.values()],
      presented: [...this.presented],
    };
  }

  /** Restores a copy. @param {object} copy a result of `copy` */
  restore(copy) {
    this.load({ ...copy, transitions: [] });
    this.presented = new Map(copy.presented);
  }

  /** @param {object} event */
  apply(event) {
    this.seq = event.seq;
    if (Object.hasOwn(appliers, event.category)) {
      appliers[event.category](this, event);
    } else {
      const record = this.controllers.get(event.subject);
      if (record) this.changes.apply(record, event);
    }
  }

  /** Returns the record of a controller or plain view. @param {string} id */
  record(id) {
    return this.controllers.get(id) ?? this.views.get(id);
  }

  /** Returns the record of a view or window. @param {string|null} id */
  container(id) {
    return this.record(id) ?? this.windows.get(id);
  }

  /** Returns the subviews of a view or window, back to front. @param {string|null} id */
  subviews(id) {
    return names(this.container(id) ?? {}, 'subviews');
  }

  /** Moves a view to another superview, or removes it. */
  move(id, superview, index) {
    const record = this.record(id);
    if (!record) return;
    const old = this.container(record.superview);
    if (old) old.subviews = names(old, 'subviews').filter((name) => name !== id);
    record.superview = superview ?? null;
    const container = this.container(superview);
    if (!container) return;
    container.subviews = names(container, 'subviews');
    insert(container.subviews, index, id);
  }

  /**
   * Returns the window to show: the wanted one, or the first one if none is wanted.
   * @param {string|null} wanted
   * @returns {object|null} null if there is no such window
   */
  shownWindow(wanted) {
    return (wanted ? this.windows.get(wanted) : this.windows.values().next().value) ?? null;
  }

  /**
   * Yields the views of a window from front to back. Each occurs once, even if superviews form a
   * cycle.
   * @param {string} id of the window or a view
   * @returns {Generator<string>}
   */
  *frontToBack(id, seen = new Set([id]), depth = 0) {
    if (depth > 512) return;
    for (const subview of this.subviews(id).toReversed()) {
      if (seen.has(subview)) continue;
      seen.add(subview);
      yield* this.frontToBack(subview, seen, depth + 1);
      yield subview;
    }
  }

  /** Returns whether a controller belongs to an alarm. @param {string} id */
  isAlarm(id) {
    return isOfAlarm(id, this.controllers.get(id)?.content);
  }

  /**
   * Returns the alarm of a window: its controller, and the one that presents it.
   * @param {string} window @returns {{id: string, presenter: string}|null}
   */
  alarm(window) {
    const chain = [this.windows.get(window)?.root, ...this.presentedIn(window)];
    const index = chain.findIndex((id, place) => place > 0 && this.isAlarm(id));
    return index > 0 ? { id: chain[index], presenter: chain[index - 1] } : null;
  }

  /** Returns the presented controllers of a window, the lowest first. @param {string} window */
  presentedIn(window) {
    const found = [];
    for (let id = this.windows.get(window)?.root; this.presented.has(id) && found.length < 512;) {
      id = this.presented.get(id);
      found.push(id);
    }
    return found;
  }

  /** Returns the title of a controller, or the id of one without a title. @param {string} id */
  title(id) {
    return this.controllers.get(id)?.title ?? id;
  }

  /**
   * Returns whether a view is in a window, and neither it nor a superview is hidden.
   * @param {string} id
   */
  isVisible(id) {
    return this.visibleIn(id) !== null;
  }

  /**
   * Returns the id of the window in which a view is visible.
   * @param {string} id
   * @returns {string|null} null if the view is in no window or hidden
   */
  visibleIn(id) {
    for (let name = id, depth = 0; name && depth < 512; depth += 1) {
      const record = this.record(name);
      if (!record) return this.windows.has(name) ? name : null;
      if (record.hidden) return null;
      name = record.superview;
    }
    return null;
  }
}
