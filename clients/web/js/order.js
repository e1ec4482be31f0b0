/**
 * The order of elements. A frame loads its document again if its element is moved, so elements with
 * frames or videos stay, and the others move around them.
 */

/**
 * Brings elements into an order and into a parent, whose other children stay where they are.
 * @param {HTMLElement} parent @param {HTMLElement[]} elements
 */
export function arrange(parent, elements) {
  const places = new Map([...parent.children].map((child, place) => [child, place]));
  const staying = steady(elements, places);
  let next = null;
  for (const element of elements.toReversed()) {
    if (!staying.has(element)) insert(parent, element, next);
    next = element;
  }
}

function insert(parent, element, next) {
  // It keeps the state of frames, but browsers have it only since 2025.
  if (parent.moveBefore && element.isConnected && parent.isConnected) parent.moveBefore(element, next);
  else parent.insertBefore(element, next);
}

/** Returns the elements that need not move: those with live content come first. */
function steady(elements, places) {
  const here = elements.filter((element) => places.has(element));
  const isSorted = here.every((element, index) =>
    index === 0 || places.get(here[index - 1]) < places.get(element));
  if (isSorted) return new Set(here);
  const live = new Set(longest(here.filter(isLive), places));
  // For each element, the place of the next one that stays because it is live.
  const limits = [];
  for (let index = here.length - 1, limit = Infinity; index >= 0; index -= 1) {
    limits[index] = limit;
    if (live.has(here[index])) limit = places.get(here[index]);
  }
  const kept = new Set();
  let last = -1;
  for (const [index, element] of here.entries()) {
    const place = places.get(element);
    if (!live.has(element) && (place < last || place > limits[index])) continue;
    kept.add(element);
    last = place;
  }
  return kept;
}

function isLive(element) {
  return element.querySelector('iframe, video') !== null;
}

/** Returns the longest list of elements that are in the right order. */
function longest(elements, places) {
  let best = [];
  const lists = [];
  for (const element of elements) {
    const before = lists.filter((list) => places.get(list.at(-1)) < places.get(element));
    const list = [...before.reduce((a, b) => (b.length > a.length ? b : a), []), element];
    lists.push(list);
    if (list.length > best.length) best = list;
  }
  return best;
}
