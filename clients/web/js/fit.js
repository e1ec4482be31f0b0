/**
 * Makes text as large as its page allows: the largest size at which the whole text is visible. If
 * the text does not fit at a readable size, its wide parts become smaller, then their lines and
 * words break, and finally a mark shows that the rest is not visible.
 */
import { isPending } from './pending.js';

/** The smallest size without scrolling and the largest size, relative to the shorter side. */
const LEAST = 0.022;
const MOST = 0.075;
/** The size of text that scrolls, relative to the page's shorter side. */
const SCROLLED = 0.026;
const STEPS = 8;
const SLACK = 0.015;
/** The parts of a text that may be too wide for a page. */
const WIDE = 'h1, h2, h3, h4, h5, h6, pre, table';
/** The smallest size of wide parts where the smallest text has no fixed size, in previews. */
const SMALLEST = 1;

/** @typedef {{text: HTMLElement, scrolls: boolean}} Fitting */

/** @type {WeakMap<Element, Fitting>} */
const fittings = new WeakMap();
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) fit(target);
});

/**
 * Keeps a text as large as its page allows, even after the size of the page changes.
 * @param {HTMLElement} page @param {HTMLElement} text in it
 * @param {boolean} scrolls whether the text has a fixed size and scrolls
 */
export function keepFitting(page, text, scrolls) {
  fittings.set(page, { text, scrolls });
  observer.observe(page);
  // After a picture has loaded, there is less space for the text.
  for (const name of ['load', 'ready', 'toggle']) {
    text.addEventListener(name, () => fitSoon(page), { capture: true });
  }
  page.addEventListener('scroll', () => mark(page), { passive: true });
  fit(page);
}

/** Stops `keepFitting`, because the page shows a different content. @param {HTMLElement} page */
export function stopFitting(page) {
  if (fittings.delete(page)) observer.unobserve(page);
}

/** Fits all texts again, for example after a theme has changed the font. */
export function fitAll(root) {
  for (const page of root.querySelectorAll('.content')) fit(page);
}

/** The pages that are fitted before the next frame, with the numbers of the requests. */
const waiting = new Map();

/**
 * Fits a text whose parts have changed: at once, or before the next frame if other parts are still
 * pending, so that a text of a hundred parts is not measured a hundred times.
 */
function fitSoon(page) {
  if (isPending(page)) {
    if (!waiting.has(page)) waiting.set(page, requestAnimationFrame(() => fit(page)));
  } else fit(page);
}

function fit(page) {
  cancelAnimationFrame(waiting.get(page));
  waiting.delete(page);
  const fitting = fittings.get(page);
  const style = getComputedStyle(page);
  const width = page.clientWidth;
  // A picture may be above the text.
  const height = page.clientHeight - (parseFloat(style.paddingTop) || 0);
  if (!fitting || width === 0 || height <= 0) return;
  const { text } = fitting;
  const side = Math.min(width, height);
  const floor = parseFloat(style.getPropertyValue('--least')) || 0;
  const least = Math.max(floor, side * LEAST);
  const wide = [...text.querySelectorAll(WIDE)];
  for (const element of wide) {
    element.style.fontSize = '';
    element.classList.remove('broken', 'cut');
  }
  let size = Math.max(floor, side * SCROLLED);
  let isWhole = false;
  if (!fitting.scrolls) {
    text.classList.add('measured');
    size = largest(text, height, least, Math.max(least, side * MOST));
    isWhole = fits(text, height, size);
    if (!isWhole) {
      for (const element of wide) narrow(element, Math.max(floor, SMALLEST));
      isWhole = text.offsetHeight <= height && text.querySelector('.cut') === null;
    }
    text.classList.remove('measured');
  }
  text.style.fontSize = `${size}px`;
  page.classList.toggle('scrolls', !isWhole);
  mark(page);
  // A scrolled page can get the focus, so that keys scroll it too.
  if (isWhole) page.removeAttribute('tabindex');
  else page.tabIndex = 0;
}

/**
 * Makes a part of a text narrower, if it is wider than its place.
 * @param {HTMLElement} element @param {number} floor its smallest size in pixels
 */
function narrow(element, floor) {
  const isTooWide = () => element.scrollWidth > element.clientWidth + 1;
  if (!isTooWide()) return;
  const size = parseFloat(getComputedStyle(element).fontSize);
  const share = element.clientWidth / element.scrollWidth;
  element.style.fontSize = `${Math.min(size, Math.max(floor, size * share * (1 - SLACK)))}px`;
  if (!isTooWide()) return;
  element.classList.add('broken');
  // Broken words are of no use if the rest is not visible all the same.
  if (isTooWide()) element.classList.replace('broken', 'cut');
}

/** Marks a page of which a part is below the visible one. @param {HTMLElement} page */
function mark(page) {
  const rest = page.scrollHeight - page.clientHeight - page.scrollTop;
  page.classList.toggle('more', page.classList.contains('scrolls') && rest > 2);
}

/** Returns approximately the largest size that fits, or the smallest one if none does. */
function largest(text, height, least, most) {
  if (fits(text, height, most)) return most;
  if (!fits(text, height, least)) return least;
  let [low, high] = [least, most];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (fits(text, height, middle)) low = middle;
    else high = middle;
  }
  // Measured widths are whole pixels, so a text that seems to fit may be too wide by a fraction.
  return Math.max(least, low * (1 - SLACK));
}

function fits(text, height, size) {
  text.style.fontSize = `${size}px`;
  if (text.offsetHeight > height || text.scrollWidth > text.clientWidth + 1) return false;
  // Inline elements have no width, and content that overflows a block may still be in the padding.
  // The parts of a formula overflow each other on purpose.
  return [...text.querySelectorAll('*:not(.katex, .katex *)')].every(
    ({ scrollWidth, clientWidth }) => clientWidth === 0 || scrollWidth <= clientWidth + 1);
}
