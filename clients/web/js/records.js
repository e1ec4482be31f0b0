/**
 * Functions that read and write records. The daemon chooses the names and values of their members.
 *
 * A member is an own property of the record, so a member called `__proto__` sets no prototype.
 */

/** @param {object} record @param {string} member @param {unknown} value */
export function put(record, member, value) {
  Object.defineProperty(record, member, {
    value, writable: true, enumerable: true, configurable: true,
  });
}

/** Sets the members of an object. @param {object} record @param {unknown} members */
export function merge(record, members) {
  if (members === null || typeof members !== 'object' || Array.isArray(members)) return;
  for (const [member, value] of Object.entries(members)) put(record, member, value);
}

/** Returns an own member of the record. @param {object} record @param {string} member */
export function get(record, member) {
  return Object.hasOwn(record, member) ? record[member] : undefined;
}

/** Returns a copy of the list of names in a member, or an empty list. */
export function names(record, member) {
  const value = get(record, member);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Inserts a name at the index, or at the end if it is not a number. @param {string[]} list */
export function insert(list, index, name) {
  list.splice(Number.isInteger(index) ? Math.max(0, index) : list.length, 0, name);
}
