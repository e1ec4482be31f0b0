/**
 * Makes text as large as its page allows: the largest size at which all of it can be seen. Text that
 * does not fit at a size that can be read is scrolled.
 */

/** Shares of the page's shorter side: the smallest text that need not be scrolled, the largest. */
const LEAST = 0.022;
const MOST = 0.075;
/** The size of text that is to be scrolled anyway. */
const SCROLLED = 0.026;
const STEPS = 8;
const SLACK = 0.015;

/** @typedef {{text: HTMLElement, scrolls: boolean}} Fitting */

/** @type {WeakMap<Element, Fitting>} */
const fittings = new WeakMap();
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) fit(target);
});

/**
 * Keeps a text as large as its page allows, also when the page changes its size.
 * @param {HTMLElement} page @param {HTMLElement} text in it
 * @param {boolean} scrolls whether it is shown at one size and scrolled
 */
export function keepFitting(page, text, scrolls) {
  fittings.set(page, { text, scrolls });
  observer.observe(page);
  // A picture that comes later takes room.
  text.addEventListener('load', () => fit(page), { capture: true });
  fit(page);
}

/** The page shows something else. @param {HTMLElement} page */
export function stopFitting(page) {
  if (fittings.delete(page)) observer.unobserve(page);
}

/** Sizes change when a theme brings another font. */
export function fitAll(root) {
  for (const page of root.querySelectorAll('.content')) fit(page);
}

function fit(page) {
  const fitting = fittings.get(page);
  const { clientWidth: width, clientHeight: height } = page;
  if (!fitting || width === 0 || height === 0) return;
  const { text } = fitting;
  const side = Math.min(width, height);
  const floor = parseFloat(getComputedStyle(page).getPropertyValue('--least')) || 0;
  const least = Math.max(floor, side * LEAST);
  let size = Math.max(floor, side * SCROLLED);
  let isWhole = false;
  if (!fitting.scrolls) {
    text.classList.add('measured');
    size = largest(text, height, least, Math.max(least, side * MOST));
    isWhole = fits(text, height, size);
    text.classList.remove('measured');
  }
  text.style.fontSize = `${size}px`;
  page.classList.toggle('scrolls', !isWhole);
  // What is scrolled is scrolled by keys, too.
  if (isWhole) page.removeAttribute('tabindex');
  else page.tabIndex = 0;
}

/** The largest size that fits, nearly; the least where none does. */
function largest(text, height, least, most) {
  if (fits(text, height, most)) return most;
  let [low, high] = [least, most];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (fits(text, height, middle)) low = middle;
    else high = middle;
  }
  // Widths are whole pixels: what seems to fit may be a part of one too wide.
  return Math.max(least, low * (1 - SLACK));
}

function fits(text, height, size) {
  text.style.fontSize = `${size}px`;
  if (text.offsetHeight > height || text.scrollWidth > text.clientWidth + 1) return false;
  // An inline element has no width of its own. What overflows a block may still lie in the padding.
  return [...text.querySelectorAll('*')].every(
    ({ scrollWidth, clientWidth }) => clientWidth === 0 || scrollWidth <= clientWidth + 1);
}
