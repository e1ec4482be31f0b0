/** The changes to records that the events of container kinds cause, from the daemon's table. */

import { get, put } from './records.js';

/** @typedef {(record: object, event: object) => void} Change */

/** The error for an invalid table of changes. */
export class BadTable extends Error {}

export class RecordChanges {
  /**
   * Skips unknown types of changes, because pagerview sends a snapshot after such an event.
   * @param {{category: string, event: string, changes: object[]}[]} events
   * @throws {BadTable}
   */
  constructor(events) {
    /** @type {Map<string, Change[]>} */
    this.changes = new Map(list(events, 'changes').map((event, index) => {
      const path = `changes[${index}]`;
      const topic = `${text(event, 'category', path)}.${text(event, 'event', path)}`;
      const changes = Object.hasOwn(event, 'changes') ? event.changes : [];
      return [topic, list(changes, `${path}.changes`).flatMap(
        (change, place) => reader(change, `${path}.changes[${place}]`))];
    }));
  }

  /** Applies an event to its subject's record. @param {object} record @param {object} event */
  apply(record, event) {
    for (const change of this.of(event)) change(record, event);
  }

  /** Returns the changes of an event, which may be empty. @param {object} event */
  of({ category, event }) {
    return this.changes.get(`${category}.${event}`) ?? [];
  }
}

/** @param {unknown} change @param {string} path @returns {Change[]} empty for an unknown type */
function reader(change, path) {
  const known = readers.get(text(change, 'change', path));
  if (!known) return [];
  const [members, carryOut] = known;
  return [carryOut(...members.map((member) => text(change, member, path)))];
}

function list(value, path) {
  if (Array.isArray(value)) return value;
  throw new BadTable(`${path}: must be a list, got ${shown(value)}`);
}

function text(value, member, path) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new BadTable(`${path}: must be an object, got ${shown(value)}`);
  }
  const found = get(value, member);
  if (typeof found === 'string') return found;
  throw new BadTable(`${path}.${member}: must be a string, got ${shown(found)}`);
}

function shown(value) {
  return `${JSON.stringify(value)}`.slice(0, 40);
}

/** The types of changes by name: their members, and their implementation. */
const readers = new Map([
  ['set', [['member', 'field'], (member, field) => (record, event) => {
    if (Object.hasOwn(event, field)) put(record, member, event[field]);
    else delete record[member];
  }]],
  ['select', [['list', 'field'], (list, field) => (record, event) =>
    select(record, list, get(event, field))]],
  ['reselect', [['list'], (list) => (record) => {
    const selected = get(record, 'selected');
    select(record, list, selected == null ? -1 : elements(record, list).indexOf(selected));
  }]],
  ['last', [['member', 'list'], (member, list) => (record) => {
    put(record, member, elements(record, list).at(-1) ?? null);
  }]],
]);

/** Returns the elements of a list in a record, including nulls. */
function elements(record, list) {
  const value = get(record, list);
  return Array.isArray(value) ? value : [];
}

function select(record, list, index) {
  const found = elements(record, list);
  const isThere = Number.isInteger(index) && index >= 0 && index < found.length;
  record.index = isThere ? index : null;
  record.selected = isThere ? found[index] : null;
}
