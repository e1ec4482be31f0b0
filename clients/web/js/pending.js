/**
 * Content that cannot be shown yet: a frame before its `load`, a picture before it is decoded, a
 * video before its first frame. The page before it stays until the content is ready.
 */

/** The CSS class of such content. */
const PENDING = 'pending';
/** The milliseconds after which two animation frames are no longer awaited: a hidden tab has none. */
const HIDDEN = 200;

/**
 * Marks an element as pending until a promise settles. Then the element dispatches `ready`.
 * @param {HTMLElement} element @param {Promise<unknown>} promise
 */
export function pend(element, promise) {
  element.classList.add(PENDING);
  const end = () => {
    element.classList.remove(PENDING);
    announce(element);
  };
  promise.then(end, end);
}

/** Tells the viewer that the content of a page has changed by itself. @param {HTMLElement} element */
export function announce(element) {
  element.dispatchEvent(new CustomEvent('ready', { bubbles: true }));
}

/**
 * Returns whether a part of an element is pending, apart from a frame that will replace another.
 * @param {HTMLElement} element
 */
export function isPending(element) {
  return element.querySelector(`.${PENDING}:not(.coming), [aria-busy=true]`) !== null;
}

/** The maximum milliseconds for which a new version of a content is awaited. */
const LONGEST = 30_000;

/** Resolves when an element and its parts are no longer pending. @param {HTMLElement} element */
export async function whenReady(element) {
  const end = performance.now() + LONGEST;
  while (performance.now() < end) {
    const isWaiting = [element, ...element.querySelectorAll(`.${PENDING}`)].find(
      (one) => one.classList.contains(PENDING));
    if (!isWaiting) return;
    await Promise.race([first(isWaiting, 'ready'), new Promise((done) => setTimeout(done, 1000))]);
  }
}

/** Resolves when the browser has drawn what the document now contains. */
export function drawn() {
  const frames = new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return Promise.race([frames, new Promise((done) => setTimeout(done, HIDDEN))]);
}

/** Resolves at the first of some events. @param {EventTarget} target @param {...string} names */
export function first(target, ...names) {
  return new Promise((done) => {
    for (const name of names) target.addEventListener(name, done, { once: true });
  });
}
