/**
 * A copy of the daemon's state that events update: the records of windows, controllers, views and
 * running transitions, as in `state.snapshot`, and the order of subviews.
 */
import { RecordChanges } from './record-changes.js';
import { insert, names } from './records.js';
import { appliers } from './state-events.js';

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
    /** The subviews of each superview or window, back to front. @type {Map<string, string[]>} */
    this.subviews = new Map();
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
      if (typeof record.superview === 'string') this.listOf(record.superview).push(record.id);
      if (record.parent === null && typeof record.presentingViewController === 'string') {
        this.presented.set(record.presentingViewController, record.id);
      }
    }
    for (const [id, list] of this.subviews) this.sortSubviews(id, list);
  }

  /** Returns a value for `restore` and for JSON, without running transitions. */
  copy() {
    return {
      seq: this.seq, changes: this.table, windows: [...this.windows.values()],
      controllers: [...this.controllers.values()], views: [...this.views.values()],
      subviews: [...this.subviews], presented: [...this.presented],
    };
  }

  /** Restores a copy. @param {object} copy a result of `copy` */
  restore(copy) {
    this.load({ ...copy, transitions: [] });
    this.subviews = new Map(copy.subviews);
    this.presented = new Map(copy.presented);
  }

  /** Reads the order of a plain view's subviews and a container's children from a snapshot. */
  sortSubviews(id, list) {
    const view = this.views.get(id);
    const order = names(view ?? this.controllers.get(id) ?? {}, view ? 'subviews' : 'children');
    const place = new Map(order.map((name, index) => [name, index]));
    // A window's record lists no views: a presented view is above that of its presenter.
    const height = this.windows.has(id) ? (name) => this.presenters(name) : () => 0;
    list.sort((a, b) => (place.get(a) ?? order.length) - (place.get(b) ?? order.length)
      || height(a) - height(b));
  }

  /** Returns the number of controllers that present a controller, directly or through others. */
  presenters(id) {
    let count = 0;
    let record = this.controllers.get(id);
    while (typeof record?.presentingViewController === 'string' && count < this.controllers.size) {
      record = this.controllers.get(record.presentingViewController);
      count += 1;
    }
    return count;
  }

  /** @param {string} id */
  listOf(id) {
    let list = this.subviews.get(id);
    if (!list) this.subviews.set(id, (list = []));
    return list;
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

  /** Moves a view to another superview, or removes it. */
  move(id, superview, index) {
    const record = this.record(id);
    if (!record) return;
    if (typeof record.superview === 'string') {
      const old = this.listOf(record.superview);
      const place = old.indexOf(id);
      if (place >= 0) old.splice(place, 1);
      if (old.length === 0) this.subviews.delete(record.superview);
    }
    record.superview = superview ?? null;
    if (typeof superview === 'string') insert(this.listOf(superview), index, id);
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
    for (const subview of (this.subviews.get(id) ?? []).toReversed()) {
      if (seen.has(subview)) continue;
      seen.add(subview);
      yield* this.frontToBack(subview, seen, depth + 1);
      yield subview;
    }
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
