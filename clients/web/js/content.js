/**
 * Draws the content of a page: text, Markdown, pictures, videos, HTML and addresses.
 *
 * Text becomes text nodes. HTML and addresses are shown in frames without an origin, so that their
 * scripts can access neither this page nor the daemon.
 */
import {
  baseOf, bodyOf, encoded, fresh, latest, nameOf, nameOfBody, pathOf, resolve, resolveIn,
} from './addresses.js';
import { keepFitting, stopFitting } from './fit.js';
import { frame } from './frames.js';
import { drawTree } from './markdown.js';
import { OFFLINE } from './offline.js';
import { forgetTree, knownTree, shareTree, treeOf } from './markdown-trees.js';
import { announce, drawn, first, pend, whenReady } from './pending.js';
import { TemporaryFailure, repetition, request } from './repetition.js';
import { showItems } from './steps.js';
import { video } from './videos.js';

const PDF = 'application/pdf';
const CANNOT = 'This page cannot be shown.';
/** The maximum number of elements that are kept for pages that may be shown next. */
const MOST_EARLY = 4;

/** The members of `content` that show nothing: they affect its appearance, or are for pagerd. */
const MANNER = ['theme', 'fit', 'notes', 'step', 'playlist', 'alarm', 'untilEnd', 'muted'];

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

/**
 * Returns whether a page must be drawn again after a change of some files. The pictures in its text
 * change without that, see `refreshPictures`.
 * @param {HTMLElement} parent @param {Page} page
 * @param {string[]} files paths in the folder of the page
 */
export function shows(parent, page, files) {
  const wanted = new Set(files.map((file) => page.folder + encoded(file)));
  const { url, fallback } = Object(page.content);
  const urls = [url, Object(fallback).url].filter((one) => typeof one === 'string');
  const sources = [
    page.folder + nameOfBody(page), page.folder + nameOfBody({ ...page, isFallback: true }),
    ...urls.map((one) => resolve(one, page.folder)?.href),
    ...[...parent.querySelectorAll('[src]:not(.markdown *)')].map(({ src }) => src),
  ];
  return sources.some((source) => source && wanted.has(pathOf(source)));
}

/** Loads changed pictures in the text of a page. @param {HTMLElement} parent */
export function refreshPictures(parent) {
  for (const element of parent.querySelectorAll('.markdown img')) {
    const address = URL.canParse(element.src) ? latest(pathOf(element.src)) : element.src;
    if (element.src === address || !address.includes('?v=')) continue;
    const next = new Image();
    next.src = address;
    // A picture that cannot be decoded does not replace the old one.
    next.decode().then(() => (element.src = address), () => {});
  }
}

/**
 * Draws a page whose files have changed. The old content stays until the new one is loaded.
 * @param {HTMLElement} parent @param {Page} page
 */
export async function refresh(parent, page) {
  const { content } = page;
  const isCurrent = () => parent.drawn === content && parent.dataset.page === page.id;
  if (!isSomething(content)) return;
  early.delete(page.id);
  let node;
  if (markdownAddress(page) !== null) {
    forgetTree(content);
    const tree = await treeOf(content, markdownAddress(page)).catch(() => null);
    if (tree === null || !isCurrent()) return;
    node = markdown(tree, page);
  } else if (sourceOf(page).kind === 'fetched') {
    drawContent(parent, page);
    return;
  } else node = nodeFor(page);
  // A frame loads only inside the document.
  if (needsFrame(page)) {
    node.classList.add('coming');
    parent.append(node);
  }
  await whenReady(node);
  if (!isCurrent()) {
    node.remove();
    return;
  }
  if (node.dataset.failed !== undefined) {
    drawContent(parent, page);
    return;
  }
  if (node.isConnected) {
    node.classList.remove('coming');
    await drawn();
    for (const old of [...parent.children]) if (old !== node) old.remove();
  } else {
    clear(parent);
    show(parent, node, page);
  }
  announce(parent);
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
  if (bareType(content) !== 'text/markdown' || typeof content.problem === 'string') return null;
  if (typeof content.body === 'string') return fresh(`${bodyOf(page)}?markdown`);
  const source = typeof content.url === 'string' ? resolve(content.url, folder) : null;
  return source?.isLocal ? fresh(`${source.href}?markdown`) : null;
}

/**
 * The pictures, videos and texts of pages that may be shown next, by the ids of the pages.
 * @type {Map<string, {content: object, key: string, node: HTMLElement}>}
 */
const early = new Map();

/** Loads the content of a page that may be shown next, if that needs no frame. @param {Page} page */
export function prepare(page) {
  if (!isSomething(page.content) || early.get(page.id)?.content === page.content) return;
  if (markdownAddress(page) !== null) {
    const { content } = page;
    // A failure is reported when the page is shown.
    treeOf(content, markdownAddress(page)).then(
      (tree) => keepEarly(page, markdown(tree, page)), () => {});
    return;
  }
  const { kind, source } = sourceOf(page);
  if (kind === 'picture') keepEarly(page, picture(source, page.title));
  if (kind === 'video') keepEarly(page, video(source, page));
}

function keepEarly(page, node) {
  early.delete(page.id);
  early.set(page.id, { content: page.content, key: keyOf(page), node });
  if (early.size > MOST_EARLY) early.delete(early.keys().next().value);
}

/** Discards the contents that were loaded early, because files have changed. */
export function forgetEarly() {
  early.clear();
}

function keyOf({ title, folder, step }) {
  return JSON.stringify([title, folder, step]);
}

/** Returns the element that was loaded for a page, if it can be shown. @param {Page} page */
function takeEarly(page) {
  const found = early.get(page.id);
  early.delete(page.id);
  const isCurrent = found?.content === page.content && found.key === keyOf(page) && !page.isFallback;
  return isCurrent && found.node.dataset.failed === undefined ? found.node : null;
}

function drawMarkdown(parent, page) {
  const draw = (node) => {
    parent.ariaBusy = null;
    clear(parent);
    show(parent, node, page);
    announce(parent);
  };
  const tree = knownTree(page.content);
  if (tree !== undefined) {
    draw(takeEarly(page) ?? markdown(tree, page));
    return;
  }
  const { content } = page;
  const isCurrent = () => parent.drawn === content;
  const attempt = () => treeOf(content, markdownAddress(page)).then(
    (value) => isCurrent() && draw(markdown(value, page)),
    (error) => {
      if (!isCurrent()) return;
      draw(typeof content.body === 'string' ? plain(content.body) : failure(page.title, missing(page, error)));
      if (error instanceof TemporaryFailure) again();
    });
  const again = repetition(attempt, () => parent.isConnected && isCurrent());
  attempt();
}

/**
 * Returns what kind of element a page needs, and the address of its content.
 * @param {Page} page
 * @returns {{kind: string, source?: {href: string, isLocal: boolean}|null}}
 */
function sourceOf(page) {
  const { content } = page;
  const type = bareType(content);
  const hasBody = typeof content.body === 'string';
  const address = typeof content.url === 'string' ? resolve(content.url, page.folder) : null;
  if (typeof content === 'string') return { kind: 'plain' };
  if (typeof content.problem === 'string') return { kind: 'problem' };
  if (!hasBody && typeof content.url === 'string' && address === null) return { kind: 'invalid' };
  // A body of a type that a browser draws is fetched as a document without an origin.
  const source = hasBody ? ofBody(page) : address;
  if (page.folder === OFFLINE && isNotKept(type, hasBody ? null : address)) return { kind: 'missing' };
  if (type.startsWith('image/') && source) return { kind: 'picture', source };
  if (type.startsWith('video/') && source) return { kind: 'video', source };
  if (type === 'text/html' || type === 'application/xhtml+xml') return { kind: 'frame', source };
  if (hasBody || address === null) return { kind: 'plain' };
  const isText = type.startsWith('text/') || type === 'application/json';
  if (isText) return { kind: address.isLocal ? 'fetched' : 'frame', source: address };
  // Browsers show no PDF in a frame without an origin, and other frames are not permitted here.
  if (kindOf(content) === PDF || (address.isLocal && type !== '')) return { kind: 'offer', source: address };
  return { kind: 'frame', source: address };
}

function ofBody(page) {
  const href = fresh(bodyOf(page));
  return { href, isLocal: true, current: href };
}

/** Returns the type of a file that is not shown. */
function kindOf(content) {
  return bareType(content) || (/\.pdf(?:[?#]|$)/i.test(content.url) ? PDF : '');
}

/** Returns whether a page needs a frame, which can only load inside the document. @param {Page} page */
export function needsFrame(page) {
  return isSomething(page.content) && markdownAddress(page) === null && sourceOf(page).kind === 'frame';
}

/** Returns whether the offline copy can contain what a page shows. @param {Page} page */
export function isForOffline(page) {
  if (!isSomething(page.content) || markdownAddress(page) !== null) return true;
  const { kind, source } = sourceOf({ ...page, folder: OFFLINE });
  return ['plain', 'picture', 'fetched'].includes(kind) && (!source || source.isLocal);
}

/** Returns whether a page is shown with a video. @param {Page} page */
export function needsVideo(page) {
  return isSomething(page.content) && bareType(page.content).startsWith('video/');
}

/** @param {Page} page @returns {HTMLElement} */
function nodeFor(page) {
  const { content, title } = page;
  const { kind, source } = sourceOf(page);
  switch (kind) {
    // The problem names files of the server, which concern only its operator.
    case 'problem': return failure(title, content.problem, CANNOT);
    case 'invalid': return failure(title, `${content.url} is not an address that can be shown`);
    case 'missing':
      return notice(title, 'This page is not part of the offline copy: it is a video or needs a frame.');
    case 'picture': return takeEarly(page) ?? picture(source, title);
    case 'video': return takeEarly(page) ?? video(source, page);
    case 'frame': return frame(source, page);
    case 'fetched': return fetched(source, page);
    case 'offer': return offer(source, kindOf(content), title);
    default: return plainOf(content);
  }
}

/** Returns a content as text. The daemon's text about a missing plugin is a problem. */
function plainOf(content) {
  const element = plain(textOf(content));
  if (content.placeholder === true) element.dataset.problem = element.textContent;
  return element;
}

/** Returns the text of a content that is shown as written. */
function textOf(content) {
  if (typeof content === 'string') return content;
  return typeof content.body === 'string' ? content.body : JSON.stringify(content, null, 2);
}

/** Returns whether the offline copy omits content of a type, see `neededBy`. */
function isNotKept(type, address) {
  if (type === 'text/html' || type === 'application/xhtml+xml' || type.startsWith('video/')) return true;
  if (address === null || type.startsWith('image/')) return false;
  return !address.isLocal || !/^text\/|^application\/json$/.test(type);
}

export function make(name, className) {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

function plain(text) {
  const element = make('pre', 'text plain');
  element.dir = 'auto';
  element.textContent = text;
  return element;
}

function markdown(tree, page) {
  const element = make('article', 'text markdown');
  const base = baseOf(page.content);
  drawTree(element, tree, (url) => resolveIn(url, base, page.folder)?.current ?? null);
  if (page.step !== null) showItems(element, page.step);
  return element;
}

function picture({ href, current }, title) {
  const element = make('img', 'picture');
  element.alt = title;
  // The picture is decoded before its page is shown, and then drawn together with it.
  element.decoding = 'sync';
  element.draggable = false;
  const reason = failure(title, `the picture ${nameOf(new URL(href).pathname)} could not be shown`);
  const attempt = () => { element.src = current; };
  const again = repetition(attempt, () => reason.isConnected);
  element.onload = () => reason.replaceWith(element);
  // The browser does not report the reason, so the failure may be temporary.
  element.onerror = () => {
    element.dataset.failed = '';
    element.replaceWith(reason);
    announce(reason);
    again();
  };
  attempt();
  // Only after the reason of a failure is shown.
  pend(element, first(element, 'load', 'error').then(() => element.decode()));
  return element;
}

/** Returns a link to a file that cannot be shown here: to download it, or to open its site. */
function offer({ href, isLocal }, type, title) {
  const { pathname, host } = new URL(href);
  const name = nameOf(pathname);
  const element = failure(title, `a file of the type ${type} is not shown here`);
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

/** Returns an element that requests a text by its address and then shows it. */
function fetched({ current: href }, page) {
  const element = make('div', 'waiting pending');
  let current = element;
  const attempt = () => request(href, (answer) => answer.text()).then(
    (text) => {
      const { parentElement: parent } = current;
      if (!parent) return;
      clear(parent);
      show(parent, plain(text), page);
      announce(parent);
    },
    (error) => {
      const reason = failure(page.title, missing(page, error));
      current.replaceWith(reason);
      current = reason;
      announce(reason);
      if (error instanceof TemporaryFailure) again();
    });
  const again = repetition(attempt, () => current.isConnected);
  attempt();
  return element;
}

/** Returns why a text of a page cannot be shown. @param {Page} page @param {Error} error */
function missing({ content: { url } }, { message }) {
  return typeof url === 'string' ? `${nameOf(url)}: ${message}` : message;
}

/**
 * Draws a page that cannot be shown. The screen reports the problem to its operator. In a pager that
 * turns by itself, the public sees only the title, see `.wall` in show.css.
 */
export function failure(title, problem, text = problem) {
  const element = notice(title, text);
  element.dataset.problem = problem;
  return element;
}

/** Draws a page without content, or a message. */
export function notice(title, text) {
  const element = make('div', 'notice');
  const heading = make('h1', '');
  heading.dir = 'auto';
  heading.textContent = title;
  element.append(heading);
  if (text) {
    const paragraph = make('p', '');
    paragraph.dir = 'auto';
    paragraph.textContent = text;
    element.append(paragraph);
  }
  return element;
}
