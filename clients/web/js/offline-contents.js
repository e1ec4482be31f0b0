/** The content of pages in the offline copy. Its number of items and its size are limited. */
import { baseOf, resolve, resolveIn } from './addresses.js';
import { bareType, isForOffline, isSomething, markdownAddress } from './content.js';
import { CACHE, OFFLINE, keyOf } from './offline.js';
import { themeOf } from './theme.js';

/** The maximum bytes of one item and of all items, and the maximum number of items. */
const LONGEST = 16 << 20;
const MOST_BYTES = 64 << 20;
const MOST = 1000;
/** The maximum nesting of a Markdown tree. */
const DEEPEST = 64;
/** The maximum number of pictures of one page. */
const MOST_PICTURES = 100;

/**
 * Returns the addresses of those parts of a page's content that can be kept: texts, Markdown and
 * pictures, but no frames and no videos.
 * @param {import('./content.js').Page} page @returns {string[]}
 */
export function neededBy(page) {
  const { content, folder, id } = page;
  const theme = themeOf(content) ?? {};
  const local = (url) => {
    const target = typeof url === 'string' ? resolve(url, folder) : null;
    return target?.isLocal ? [target.href] : [];
  };
  const decoration = [...local(theme.logo), ...local(theme.picture)];
  if (!isSomething(content)) return decoration;
  const markdown = markdownAddress(page);
  if (markdown !== null) return [markdown, ...decoration];
  const type = bareType(content);
  if (typeof content.body === 'string') {
    return type.startsWith('image/') ? [`${folder};page=${id}`, ...decoration] : decoration;
  }
  const isKept = /^(?:image|text)\/|^application\/json$/.test(type) && type !== 'text/html';
  return [...(isKept ? local(content.url) : []), ...decoration];
}

/**
 * Returns whether the copy contains what a page shows: no frame, no video, and no missing file.
 * @param {import('./content.js').Page} page @param {string} folder of its contents
 */
export async function isKept(page, folder) {
  if (!isForOffline(page)) return false;
  const cache = await caches.open(CACHE);
  const needed = neededBy(page).filter((href) => !isDecoration(href, page));
  const found = await Promise.all(needed.map((href) => cache.match(keyOf(href, folder))));
  return found.every(Boolean);
}

function isDecoration(href, { content, folder }) {
  const theme = themeOf(content) ?? {};
  return [theme.logo, theme.picture].some(
    (url) => typeof url === 'string' && resolve(url, folder)?.href === href);
}

/** Returns the addresses of the book's pictures in a Markdown tree. */
function picturesOf(tree, base, folder, found = [], depth = 0) {
  if (!Array.isArray(tree) || depth > DEEPEST) return found;
  for (const node of tree) {
    if (!Array.isArray(node) || found.length >= MOST_PICTURES) continue;
    const [name, attributes, ...children] = node;
    const target = name === 'img'
      ? resolveIn(String(Object(attributes).src), base, folder) : null;
    if (target?.isLocal) found.push(target.href);
    picturesOf(children, base, folder, found, depth + 1);
  }
  return found;
}

export class OfflineContents {
  constructor() {
    /** The kept items by their addresses in the copy.
     * @type {Map<string, {content: unknown, bytes: number, pictures: string[]}>} */
    this.known = new Map();
    this.folder = '';
  }

  /**
   * Stores the content that pages need, up to the limits, and removes all other content.
   * @param {import('./content.js').Page[]} pages the visible pages first
   * @param {() => boolean} isCurrent returns false after the connection to pagerview was lost
   */
  async keep(pages, isCurrent) {
    const cache = await caches.open(CACHE);
    const [{ folder = '' } = {}] = pages;
    if (folder !== this.folder) this.known.clear();
    this.folder = folder;
    const kept = new Map();
    let total = 0;
    const take = async (href, content) => {
      const key = keyOf(href, folder);
      if (kept.has(key) || kept.size >= MOST || !isCurrent()) return [];
      const before = this.known.get(key);
      const entry = before?.content === content ? before : await fetchInto(cache, key, href, content);
      if (entry === null) return [];
      if (total + entry.bytes > MOST_BYTES) {
        await cache.delete(key);
        return [];
      }
      total += entry.bytes;
      kept.set(key, entry);
      return entry.pictures;
    };
    for (const page of pages) {
      for (const href of neededBy(page)) {
        for (const picture of await take(href, page.content)) await take(picture, page.content);
      }
    }
    if (!isCurrent()) return;
    this.known = kept;
    for (const request of await cache.keys()) {
      const isContent = request.url.startsWith(OFFLINE) && !request.url.includes(';state');
      if (isContent && !kept.has(request.url)) await cache.delete(request);
    }
  }
}

/**
 * Requests content and stores it in the cache.
 * @returns {Promise<{content: unknown, bytes: number, pictures: string[]}|null>} null if it failed
 *   or the content is too long
 */
async function fetchInto(cache, key, href, content) {
  const answer = await fetch(href, { priority: 'low' });
  const length = Number(answer.headers.get('Content-Length') ?? 0);
  if (!answer.ok || length > LONGEST) {
    await answer.body?.cancel();
    await cache.delete(key);
    return null;
  }
  const body = await answer.blob();
  const type = answer.headers.get('Content-Type') ?? '';
  await cache.put(key, new Response(body, { headers: { 'Content-Type': type } }));
  const isTree = key.endsWith('?markdown');
  const pictures = isTree
    ? picturesOf(JSON.parse(await body.text()), baseOf(content), href.slice(0, folderEnd(href))) : [];
  return { content, bytes: body.size, pictures };
}

/** Returns the length of the folder at the beginning of an address: `ORIGIN/book/KEY/`. */
function folderEnd(href) {
  const start = href.indexOf('/book/') + '/book/'.length;
  return href.indexOf('/', start) + 1;
}
