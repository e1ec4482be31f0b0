/**
 * Frames, which show HTML pages of the book and other sites.
 *
 * A frame loads its document again whenever its element is added to the document, so the element of
 * a frame never changes its place.
 */
import { addressOf, fresh, resolve } from './addresses.js';
import { drawContent, failure, isSomething, make, notice } from './content.js';
import { drawn, first, pend, whenReady } from './pending.js';

/** The sandbox of a frame: its scripts have no origin. Must never contain `allow-same-origin`. */
const SANDBOX = 'allow-scripts';
/**
 * The sandbox for a trusted external address. pagerview decides whether the address is trusted. The
 * document in this frame contains only another frame and no script.
 */
const TRUSTED = 'allow-scripts allow-same-origin allow-forms';
/** The minimum number of seconds between two loads of an address. */
const SHORTEST_RELOAD = 5;
/** The seconds after which a frame that has not loaded yet is replaced by the next one. */
const LONGEST_LOAD = 60;
/** The most milliseconds after its `load` in which a document of the book draws itself, and the time
 * that one of another site is given for that. */
const DRAWING = { own: 3000, other: 300 };
/** The minimum and maximum zoom of an address. */
const ZOOM = { least: 0.25, most: 5 };
/** The seconds until the next check of a site: without a new verdict, and with one. */
const PROBE = { first: 0.5, next: 15 };

/** @typedef {import('./content.js').Page} Page */

/**
 * Returns a frame with a document of the book, or with an external address. The viewer's policy
 * permits only frames of the book, so a document of pagerview has the frame with the address.
 * @param {{href: string, isLocal: boolean}} source @param {Page} page
 */
export function frame(source, page) {
  if (!source.isLocal && page.content.probe === true) return probed(source, page);
  return frameAround(source, page);
}

/** Returns an element for a site that pagerview checks before it is shown and regularly after. */
function probed(source, page) {
  const element = make('div', 'probed');
  const { promise, resolve: settle } = Promise.withResolvers();
  let shown = null;
  let times = 0;
  const ask = async () => {
    // From the second check on, an element outside of the document is no longer needed.
    if (times > 0 && !element.isConnected) return;
    times += 1;
    if (times > 1 && !isVisible(element)) {
      setTimeout(ask, 1000 * PROBE.first);
      return;
    }
    const { state, reason, isOld } = await verdictOn(page);
    if (state !== 'waiting' && shown !== `${state} ${reason}`) {
      shown = `${state} ${reason}`;
      element.replaceChildren(
        state === 'shown' ? frameAround(source, page) : replacement(page, reason));
      settle();
    }
    setTimeout(ask, 1000 * (state === 'waiting' || isOld ? PROBE.first : PROBE.next));
  };
  pend(element, promise);
  ask();
  return element;
}

/** Returns whether a page is on screen, and not only prepared or behind an alarm. */
export function isVisible(element) {
  return element.isConnected && element.closest('.prepared, .kept, .awaited, .coming') === null
    && element.checkVisibility({ visibilityProperty: true });
}

/** Requests the verdict on a site. Returns the state `waiting` if pagerview is unreachable. */
async function verdictOn({ id, folder }) {
  try {
    const answer = await fetch(fresh(`${folder};probe=${id}`));
    return answer.ok ? await answer.json() : { state: 'waiting' };
  } catch (error) {
    // Without a connection, fetch fails with a TypeError.
    if (!(error instanceof TypeError)) throw error;
    return { state: 'waiting' };
  }
}

/**
 * Returns the replacement for a site that cannot be shown: the content's `fallback`, which is a
 * text or a content of the book. Without a `fallback`, returns the reason.
 */
function replacement(page, reason) {
  const { title, content: { fallback } } = page;
  if (typeof fallback === 'string') return remarked(notice(title, fallback), reason);
  if (!isSomething(fallback) || typeof fallback !== 'object') return failure(title, reason);
  if (typeof fallback.url === 'string' && !resolve(fallback.url, page.folder)?.isLocal) {
    return failure(title, `${reason}; the fallback ${fallback.url} is not a file of the book`);
  }
  const element = make('div', 'content');
  drawContent(element, { ...page, content: fallback, isFallback: true });
  return remarked(element, reason);
}

/** Notes a problem that the screen reports, although the page shows something else. */
function remarked(element, reason) {
  element.dataset.remark = reason;
  return element;
}

function frameAround(source, page) {
  const element = newFrame(source, page);
  if (!source.isLocal) repeat(element, source, page);
  return element;
}

function newFrame(source, page) {
  const element = make('iframe', 'frame');
  const isTrusted = !source.isLocal && page.content.trusted === true;
  element.setAttribute('sandbox', isTrusted ? TRUSTED : SANDBOX);
  element.setAttribute('referrerpolicy', 'no-referrer');
  element.setAttribute('allow', '');
  element.title = page.title;
  element.tabIndex = -1;
  element.src = source.isLocal ? reporting(source.current) : addressOf(page);
  if (!source.isLocal) zoom(element, page.content);
  pend(element, painted(element, source));
  return element;
}

// A document of the book says when it begins to load, and when it has drawn itself.
addEventListener('message', ({ source, data }) => {
  if (typeof data?.pagerDrawn !== 'boolean') return;
  for (const frame of document.querySelectorAll('iframe.pending')) {
    if (frame.contentWindow !== source) continue;
    frame.dataset.drawn = data.pagerDrawn;
    if (data.pagerDrawn) frame.dispatchEvent(new Event('drawn'));
  }
});

/** Resolves when a frame has loaded its document and drawn it. */
async function painted(frame, { isLocal }) {
  await first(frame, 'load');
  await drawn();
  if (isLocal && frame.dataset.drawn !== 'false') return;
  const time = isLocal ? DRAWING.own : DRAWING.other;
  await Promise.race([first(frame, 'drawn'), new Promise((done) => setTimeout(done, time))]);
}

/** Returns an address whose document reports the errors of its scripts to this page. */
function reporting(href) {
  const [path, query] = href.split('?');
  return `${path}?frame${query ? `&${query}` : ''}`;
}

function zoom(element, { zoom: factor }) {
  if (!(factor >= ZOOM.least && factor <= ZOOM.most)) return;
  element.style.width = element.style.height = `${100 / factor}%`;
  element.style.transform = `scale(${factor})`;
}

/** Loads the address of a frame again and again, as its page says, while it is on screen. */
function repeat(element, source, page) {
  const { reload } = page.content;
  if (!(reload >= SHORTEST_RELOAD)) return;
  let current = element;
  let next = null;
  let began = 0;
  const timer = setInterval(async () => {
    if (!current.isConnected) clearInterval(timer);
    else if (isVisible(current)) {
      if (next !== null && performance.now() - began < LONGEST_LOAD * 1000) return;
      next?.remove();
      began = performance.now();
      const made = newFrame(source, page);
      next = made;
      if (await replaceFrame(current, made)) [current, next] = [made, null];
    }
  }, reload * 1000);
}

/**
 * Shows a new frame in place of an old one, which stays until the new one is loaded and drawn.
 * @returns {Promise<boolean>} false if one of them was removed meanwhile
 */
async function replaceFrame(old, made) {
  made.classList.add('coming');
  old.after(made);
  await whenReady(made);
  if (!made.isConnected || !old.isConnected) {
    made.remove();
    return false;
  }
  made.classList.remove('coming');
  await drawn();
  old.remove();
  return true;
}
