/** The maximum length of an id. */
const LONGEST = 64;

/**
 * Returns an id that begins as wished, and that is not taken.
 * @param {string} wish @param {(id: string) => unknown} isTaken
 */
export function freeID(wish, isTaken) {
  let id = wish.slice(0, LONGEST);
  for (let number = 2; isTaken(id); number += 1) {
    id = `${wish.slice(0, LONGEST - 1 - String(number).length)}-${number}`;
  }
  return id;
}
