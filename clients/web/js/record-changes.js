/** What the events of kinds change in the records of controllers, as the daemon describes it. */

/** @typedef {(record: object, event: object) => void} Change */

export class RecordChanges {
  /**
   * Changes that this page does not know are left out.
   * @param {{category: string, event: string, changes: object[]}[]} events
   */
  constructor(events) {
    /** @type {Map<string, Change[]>} */
    this.changes = new Map(events.map(({ category, event, changes }) => [
      `${category}.${event}`,
      changes.filter(({ change }) => readers.has(change))
        .map((change) => readers.get(change.change)(change)),
    ]));
  }

  /** Changes the record of the event's subject. @param {object} record @param {object} event */
  apply(record, event) {
    for (const change of this.changes.get(`${event.category}.${event.event}`) ?? []) {
      change(record, event);
    }
  }
}

/** From each change, as it is described, to what carries it out. @type {Map<string, Function>} */
const readers = new Map(Object.entries({
  set: ({ member, field }) => (record, event) => {
    if (Object.hasOwn(event, field)) record[member] = event[field];
    else delete record[member];
  },
  select: ({ list, field }) => (record, event) => select(record, list, event[field]),
  reselect: ({ list }) => (record) => {
    const { selected } = record;
    select(record, list, selected == null ? -1 : names(record, list).indexOf(selected));
  },
  last: ({ member, list }) => (record) => {
    record[member] = names(record, list).at(-1) ?? null;
  },
}));

function names(record, list) {
  return Array.isArray(record[list]) ? record[list] : [];
}

function select(record, list, index) {
  const found = names(record, list);
  const isThere = Number.isInteger(index) && index >= 0 && index < found.length;
  record.index = isThere ? index : null;
  record.selected = isThere ? found[index] : null;
}
