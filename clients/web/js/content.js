/**
 * Draws the content of a page: text, Markdown, pictures, videos, HTML and addresses.
 *
 * Text becomes text nodes. HTML and addresses are shown in frames without an origin, so that their
 * scripts can access neither this page nor the daemon.
 */
import { ENDS } from './videos.js';
import { keepFitting, stopFitting } from './fit.js';
import { drawTree } from './markdown.js';
import { OFFLINE } from './offline.js';
import { knownTree, shareTree, treeOf } from './markdown-trees.js';
import { TemporaryFailure, repetition, request } from './repetition.js';
import { showItems } from './steps.js';

/** The sandbox of a frame: its scripts have no origin. Must never contain `allow-same-origin`. */
const SANDBOX = 'allow-scripts';
/**
 * The sandbox for a trusted external address. pagerview decides whether the address is trusted. The
 * document in this frame contains only another frame and no script.
 */
const TRUSTED = 'allow-scripts allow-same-origin allow-forms';
/** The minimum number of seconds between two loads of an address. */
const SHORTEST_RELOAD = 5;
/** The minimum and maximum zoom of an address. */
const ZOOM = { least: 0.25, most: 5 };
/** The seconds until the next check of a site: without a new verdict, and with one. */
const PROBE = { first: 0.5, next: 15 };
const PDF = 'application/pdf';

/** The members of `content` that show nothing: they affect its appearance, or are for pagerd. */
const MANNER = ['theme', 'fit', 'notes', 'step', 'playlist', 'alarm', 'untilEnd'];

/**
 * @typedef {{content: any, title: string, isLeaf: boolean, id: string, folder: string,
 *   scrolls: boolean, step: number|null, isFallback?: boolean}} Page
 *   `isFallback`: whether the content is the `fallback` of the page's content
 */

/** Returns whether a content has anything to show. @param {unknown} content */
export function isSomething(content) {
  if (content === null || content === undefined) return false;
  if (typeof content !== 'object' || Array.isArray(content)) return true;
  const members = Object.keys(content);
  return members.length === 0 || members.some((member) => !MANNER.includes(member));
}

/** @param {HTMLElement} parent @param {Page} page */
export function drawContent(parent, page) {
  const isMarkdown = isSomething(page.content) && markdownAddress(page) !== null;
  if (isMarkdown && parent.dataset.page === page.id) shareTree(parent.drawn, page.content);
  // The old Markdown stays until the new tree has arrived, so that nothing flickers.
  const isWaiting = isMarkdown && knownTree(page.content) === undefined;
  const stays = isWaiting && parent.dataset.page === page.id && parent.firstElementChild;
  parent.dataset.page = page.id;
  parent.drawn = page.content;
  parent.ariaBusy = isWaiting ? 'true' : null;
  if (isMarkdown) {
    if (!stays) clear(parent);
    drawMarkdown(parent, page);
    return;
  }
  clear(parent);
  if (!isSomething(page.content)) {
    if (page.isLeaf) parent.append(notice(page.title, ''));
    return;
  }
  show(parent, nodeFor(page), page);
}

function clear(parent) {
  stopFitting(parent);
  parent.replaceChildren();
  parent.className = 'content';
  for (const name of ['role', 'aria-label', 'tabindex']) parent.removeAttribute(name);
}

/** @param {HTMLElement} parent @param {HTMLElement} node @param {Page} page */
function show(parent, node, page) {
  parent.append(node);
  if (!node.classList.contains('text')) return;
  parent.setAttribute('role', 'region');
  parent.setAttribute('aria-label', page.title);
  parent.classList.add('of-text');
  keepFitting(parent, node, page.scrolls);
}

/** Returns the media type of a content without parameters, or an empty text. */
export function bareType({ type }) {
  return typeof type === 'string' ? type.toLowerCase().split(';')[0].trim() : '';
}

/** Returns the address of the tree of a page's Markdown, or null if the page has none. */
export function markdownAddress(page) {
  const { content, folder } = page;
  if (bareType(content) !== 'text/markdown') return null;
  version += 1;
  if (typeof content.body === 'string') return `${bodyOf(page)}?markdown&${version}`;
  const source = typeof content.url === 'string' ? resolve(content.url, folder) : null;
  return source?.isLocal ? `${source.href}?markdown&${version}` : null;
}

/** Requests the Markdown of a page that may be shown next. @param {Page} page */
export function prepare(page) {
  if (!isSomething(page.content)) return;
  const address = markdownAddress(page);
  // A failure is reported when the page is shown.
  if (address !== null) treeOf(page.content, address).catch(() => {});
}

function drawMarkdown(parent, page) {
  const draw = (node) => {
    parent.ariaBusy = null;
    clear(parent);
    show(parent, node, page);
  };
  const tree = knownTree(page.content);
  if (tree !== undefined) {
    draw(markdown(tree, page));
    return;
  }
  const { content } = page;
  const isCurrent = () => parent.drawn === content;
  const attempt = () => treeOf(content, markdownAddress(page)).then(
    (value) => isCurrent() && draw(markdown(value, page)),
    (error) => {
      if (!isCurrent()) return;
      draw(typeof content.body === 'string' ? plain(content.body) : notice(page.title, error.message));
      if (error instanceof TemporaryFailure) again();
    });
  const again = repetition(attempt, () => parent.isConnected && isCurrent());
  attempt();
}

/** @param {Page} page @returns {HTMLElement} */
function nodeFor(page) {
  const { content } = page;
  const type = bareType(content);
  const hasBody = typeof content.body === 'string';
  const address = typeof content.url === 'string' ? resolve(content.url, page.folder) : null;
  if (typeof content === 'string') return plain(content);
  if (!hasBody && typeof content.url === 'string' && address === null) {
    return notice(page.title, `${content.url} is not an address that can be shown`);
  }
  // A body of a type that a browser draws is fetched as a document without an origin.
  const source = hasBody ? bodyAddress(page) : address;
  if (page.folder === OFFLINE && isNotKept(type, hasBody ? null : address)) {
    return notice(page.title, 'This page is not part of the offline copy: it is a video or needs a frame.');
  }
  if (type.startsWith('image/') && source) return picture(source, page.title);
  if (type.startsWith('video/') && source) return video(source, page);
  if (type === 'text/html' || type === 'application/xhtml+xml') return frame(source, page);
  if (hasBody) return plain(content.body);
  if (address === null) return plain(JSON.stringify(content, null, 2));
  if (type.startsWith('text/') || type === 'application/json') return fetched(address, page);
  const kind = type || (/\.pdf(?:[?#]|$)/i.test(content.url) ? PDF : '');
  // Browsers show no PDF in a frame without an origin, and other frames are not permitted here.
  if (kind === PDF || (address.isLocal && kind !== '')) return offer(address, kind, page.title);
  return frame(address, page);
}

/** Returns whether the offline copy omits content of a type, see `neededBy`. */
function isNotKept(type, address) {
  if (type === 'text/html' || type === 'application/xhtml+xml' || type.startsWith('video/')) return true;
  if (address === null || type.startsWith('image/')) return false;
  return !address.isLocal || !/^text\/|^application\/json$/.test(type);
}

/**
 * Returns the target of an address: an external site, or a file of the book.
 * @returns {{href: string, isLocal: boolean}|null} null for any other address
 */
export function resolve(text, folder) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('//')) {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
    return isWeb ? { href: url.href, isLocal: false } : null;
  }
  if (folder === '') return null;
  const path = text.split('/').map(encodeURIComponent).join('/');
  return { href: folder + path, isLocal: true };
}

let version = 0;

/** Returns the path at which pagerview serves the `body` of a page, or of its fallback. */
function bodyOf({ id, folder, isFallback }) {
  return isFallback ? `${folder};fallback=${id}` : `${folder};page=${id}`;
}

function bodyAddress(page) {
  version += 1;
  return { href: `${bodyOf(page)}?${version}`, isLocal: true };
}

/** Returns the path at which pagerview shows the address of a page. */
function addressOf({ id, folder }) {
  version += 1;
  return `${folder};address=${id}?${version}`;
}

function make(name, className) {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

function plain(text) {
  const element = make('pre', 'text plain');
  element.textContent = text;
  return element;
}

function markdown(tree, page) {
  const element = make('article', 'text markdown');
  drawTree(element, tree, (url) => resolve(url, page.folder)?.href ?? null);
  if (page.step !== null) showItems(element, page.step);
  return element;
}

function picture({ href }, title) {
  const element = make('img', 'picture');
  element.alt = title;
  element.decoding = 'async';
  element.draggable = false;
  const failure = notice(title, `the picture ${nameOf(new URL(href).pathname)} could not be shown`);
  const attempt = () => { element.src = href; };
  const again = repetition(attempt, () => failure.isConnected);
  element.onload = () => failure.replaceWith(element);
  // The browser does not report the reason, so the failure may be temporary.
  element.onerror = () => {
    element.replaceWith(failure);
    again();
  };
  attempt();
  return element;
}

function video({ href }, { title, id, content }) {
  const element = make('video', 'picture');
  const ends = content.untilEnd === true;
  Object.assign(element, { muted: true, loop: !ends, autoplay: true, playsInline: true });
  element.classList.toggle(ENDS, ends);
  element.dataset.page = id;
  element.setAttribute('aria-label', title);
  element.onerror = repetition(() => element.load(), () => element.isConnected);
  element.src = href;
  return element;
}

/**
 * Returns a frame with a document of the book, or with an external address. The viewer's policy
 * permits only frames of the book, so a document of pagerview has the frame with the address.
 */
function frame(source, page) {
  if (!source.isLocal && page.content.probe === true) return probed(source, page);
  return frameAround(source, page);
}

/** Returns an element for a site that pagerview checks before it is shown and regularly after. */
function probed(source, page) {
  const element = make('div', 'probed');
  let shown = null;
  let times = 0;
  const ask = async () => {
    // From the second check on, an element outside of the document is no longer needed.
    if (times > 0 && !element.isConnected) return;
    times += 1;
    const { state, reason, isOld } = await verdictOn(page);
    if (state !== 'waiting' && shown !== `${state} ${reason}`) {
      shown = `${state} ${reason}`;
      element.replaceChildren(
        state === 'shown' ? frameAround(source, page) : replacement(page, reason));
    }
    setTimeout(ask, 1000 * (state === 'waiting' || isOld ? PROBE.first : PROBE.next));
  };
  ask();
  return element;
}

/** Requests the verdict on a site. Returns the state `waiting` if pagerview is unreachable. */
async function verdictOn({ id, folder }) {
  version += 1;
  try {
    const answer = await fetch(`${folder};probe=${id}?${version}`);
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
  if (typeof fallback === 'string') return notice(title, fallback);
  if (!isSomething(fallback) || typeof fallback !== 'object') return notice(title, reason);
  if (typeof fallback.url === 'string' && !resolve(fallback.url, page.folder)?.isLocal) {
    return notice(title, `${reason}; the fallback ${fallback.url} is not a file of the book`);
  }
  const element = make('div', 'content');
  drawContent(element, { ...page, content: fallback, isFallback: true });
  return element;
}

function frameAround(source, page) {
  const href = source.isLocal ? source.href : addressOf(page);
  const element = make('iframe', 'frame');
  const isTrusted = !source.isLocal && page.content.trusted === true;
  element.setAttribute('sandbox', isTrusted ? TRUSTED : SANDBOX);
  element.setAttribute('referrerpolicy', 'no-referrer');
  element.setAttribute('allow', '');
  element.title = page.title;
  element.tabIndex = -1;
  element.src = href;
  if (!source.isLocal) adjust(element, page);
  return element;
}

/** Applies the zoom of an address, and reloads the address regularly. */
function adjust(element, page) {
  const { zoom, reload } = page.content;
  if (zoom >= ZOOM.least && zoom <= ZOOM.most) {
    element.style.width = element.style.height = `${100 / zoom}%`;
    element.style.transform = `scale(${zoom})`;
  }
  if (!(reload >= SHORTEST_RELOAD)) return;
  const timer = setInterval(() => {
    if (element.isConnected) element.src = addressOf(page);
    else clearInterval(timer);
  }, reload * 1000);
}

/** Returns a link to a file that cannot be shown here: to download it, or to open its site. */
function offer({ href, isLocal }, type, title) {
  const { pathname, host } = new URL(href);
  const name = nameOf(pathname);
  const element = notice(title, `a file of the type ${type} is not shown here`);
  const paragraph = make('p', '');
  const link = document.createElement('a');
  link.textContent = isLocal ? `Download ${name}` : `Open ${name || host} of ${host}`;
  // The browser ignores a download attribute for another origin, so pagerview requests the
  // download.
  link.href = isLocal ? `${href}?download` : href;
  if (!isLocal) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' });
  paragraph.append(link);
  element.append(paragraph);
  return element;
}

/** Returns the last part of a path, decoded if it is valid text. */
function nameOf(pathname) {
  const name = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

/** Returns an element that requests a text by its address and then shows it. */
function fetched({ href, isLocal }, page) {
  if (!isLocal) return frame({ href, isLocal }, page);
  const element = make('div', 'waiting');
  let current = element;
  const attempt = () => request(href, (answer) => answer.text()).then(
    (text) => {
      const { parentElement: parent } = current;
      if (!parent) return;
      clear(parent);
      show(parent, plain(text), page);
    },
    (error) => {
      const failure = notice(page.title, error.message);
      current.replaceWith(failure);
      current = failure;
      if (error instanceof TemporaryFailure) again();
    });
  const again = repetition(attempt, () => current.isConnected);
  attempt();
  return element;
}

/** Draws a page without content, or with content that cannot be shown. */
export function notice(title, text) {
  const element = make('div', 'notice');
  const heading = make('h1', '');
  heading.textContent = title;
  element.append(heading);
  if (text) {
    const paragraph = make('p', '');
    paragraph.textContent = text;
    element.append(paragraph);
  }
  return element;
}
