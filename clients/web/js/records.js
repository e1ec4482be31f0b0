/**
 * Reads and writes records whose members a daemon may have called and set to anything.
 *
 * A member is a property of the record's own: one called `__proto__` sets no prototype.
 */

/** @param {object} record @param {string} member @param {unknown} value */
export function put(record, member, value) {
  Object.defineProperty(record, member, {
    value, writable: true, enumerable: true, configurable: true,
  });
}

/** Sets members. What is no object has none. @param {object} record @param {unknown} members */
export function merge(record, members) {
  if (members === null || typeof members !== 'object' || Array.isArray(members)) return;
  for (const [member, value] of Object.entries(members)) put(record, member, value);
}

/** A member of the record's own. @param {object} record @param {string} member */
export function get(record, member) {
  return Object.hasOwn(record, member) ? record[member] : undefined;
}

/** A new list of the names that a member holds; empty where it holds no list. */
export function names(record, member) {
  const value = get(record, member);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Inserts at the index, or at the end where it is no number. @param {string[]} list */
export function insert(list, index, name) {
  list.splice(Number.isInteger(index) ? Math.max(0, index) : list.length, 0, name);
}
