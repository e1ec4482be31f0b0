/**
 * Draws the content of a page: text, Markdown, pictures, films, HTML and addresses.
 *
 * Text becomes text nodes. HTML and addresses are shown in frames without an origin, so that their
 * scripts can access neither this page nor the daemon.
 */
import { drawMarkdown } from './markdown.js';

/** Permits scripts without an origin; must never contain `allow-same-origin`. */
const SANDBOX = 'allow-scripts';
const PDF = 'application/pdf';

/** @typedef {{content: any, title: string, isLeaf: boolean, id: string, folder: string}} Page */

/** @param {HTMLElement} parent @param {Page} page */
export function drawContent(parent, page) {
  parent.replaceChildren();
  parent.className = 'content';
  if (page.content === null || page.content === undefined) {
    if (page.isLeaf) parent.append(notice(page.title, ''));
    return;
  }
  const node = nodeFor(page);
  parent.append(node);
  if (node.classList.contains('text')) scrollable(parent, page.title);
}

/** Makes long text scrollable by keys. */
function scrollable(parent, title) {
  parent.classList.add('scrolls');
  parent.tabIndex = 0;
  parent.setAttribute('role', 'region');
  parent.setAttribute('aria-label', title);
}

/** @param {Page} page @returns {HTMLElement} */
function nodeFor(page) {
  const { content } = page;
  const type = typeof content.type === 'string' ? content.type.toLowerCase().split(';')[0] : '';
  const hasBody = typeof content.body === 'string';
  const address = typeof content.url === 'string' ? resolve(content.url, page.folder) : null;
  if (typeof content === 'string') return plain(content);
  if (!hasBody && typeof content.url === 'string' && address === null) {
    return notice(page.title, `${content.url} is no address that can be shown`);
  }
  // A body of a type that a browser draws is fetched as a document without an origin.
  const source = hasBody ? bodyAddress(page) : address;
  if (type.startsWith('image/') && source) return picture(source, page.title);
  if (type.startsWith('video/') && source) return film(source, page.title);
  if (type === 'text/html' || type === 'application/xhtml+xml') return frame(source, page);
  if (hasBody) return type === 'text/markdown' ? markdown(content.body, page) : plain(content.body);
  if (address === null) return plain(JSON.stringify(content, null, 2));
  if (type.startsWith('text/') || type === 'application/json') return fetched(address, type, page);
  const kind = type || (/\.pdf(?:[?#]|$)/i.test(content.url) ? PDF : '');
  // Browsers show no PDF in a frame without an origin, and other frames are not permitted here.
  if (kind === PDF || (address.isLocal && kind !== '')) return offer(address, kind, page.title);
  return frame(address, page);
}

/**
 * Returns the target of an address: an external site by http, or a file in the book.
 * @returns {{href: string, isLocal: boolean}|null} null where it is something else
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

function bodyAddress({ id, folder }) {
  version += 1;
  return { href: `${folder};page=${id}?${version}`, isLocal: true };
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

function markdown(text, page) {
  const element = make('article', 'text markdown');
  drawMarkdown(element, text, (url) => resolve(url, page.folder)?.href ?? null);
  return element;
}

function picture({ href }, title) {
  const element = make('img', 'picture');
  element.alt = title;
  element.decoding = 'async';
  element.draggable = false;
  element.onerror = () => {
    const { pathname } = new URL(href);
    element.replaceWith(notice(title, `the picture ${nameOf(pathname)} could not be shown`));
  };
  element.src = href;
  return element;
}

function film({ href }, title) {
  const element = make('video', 'picture');
  Object.assign(element, { muted: true, loop: true, autoplay: true, playsInline: true });
  element.setAttribute('aria-label', title);
  element.src = href;
  return element;
}

/**
 * Returns a frame with a document of the book. The viewer's policy restricts its frames to the
 * book, so an external address is shown in a frame within a frame, which has another policy.
 */
function frame(source, page) {
  const href = source.isLocal ? source.href : addressOf(page);
  const element = make('iframe', 'frame');
  element.setAttribute('sandbox', SANDBOX);
  element.setAttribute('referrerpolicy', 'no-referrer');
  element.setAttribute('allow', '');
  element.title = page.title;
  element.tabIndex = -1;
  element.src = href;
  return element;
}

/** Offers a link to content that a page cannot show. A file of the book is downloaded. */
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

/** Loads a text that was too long for the page's content. */
function fetched({ href, isLocal }, type, page) {
  if (!isLocal) return frame({ href, isLocal }, page);
  const element = make('div', 'text');
  fetch(href)
    .then(async (answer) => {
      const text = await answer.text();
      if (!answer.ok) throw new Error(text.trim());
      element.replaceWith(type === 'text/markdown' ? markdown(text, page) : plain(text));
    })
    .catch((error) => element.replaceWith(notice(page.title, error.message)));
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
