/** The addresses of contents: of files of the book, of bodies of pages, and of other sites. */

/** The number of the last address that had to differ from all addresses before it. */
let version = 0;
/** The versions of changed contents by their addresses without a query. @type {Map<string, number>} */
const versions = new Map();
/** The version of all other contents; 0 if they have not changed. */
let others = 0;
/** The maximum number of versions. */
const MOST_VERSIONS = 4096;

/**
 * Gives changed contents another address, because browsers keep pictures by their addresses.
 * @param {string[]|true} files their paths in the folder, or true for all contents
 * @param {string} folder
 */
export function renew(files, folder) {
  version += 1;
  if (files === true || versions.size + files.length > MOST_VERSIONS) {
    versions.clear();
    others = version;
    return;
  }
  for (const file of files) versions.set(folder + encoded(file), version);
}

/** Returns the address of the latest version of a content. @param {string} href */
export function latest(href) {
  const found = versions.get(pathOf(href)) ?? others;
  return found === 0 ? href : `${href}?v=${found}`;
}

/** Returns an address in the normal form of URLs, without its query. @param {string} href */
export function pathOf(href) {
  return new URL(href).href.split(/[?#]/)[0];
}

/** Percent-encodes a path of a file, but not that of a body. @param {string} path */
export function encoded(path) {
  if (path.startsWith(';')) return path;
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * Returns the target of an address: an external site, or a file of the book.
 * @returns {{href: string, isLocal: boolean, current: string}|null} null for any other address;
 *   `current` is the address of the latest version
 */
export function resolve(text, folder) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('//')) {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
    return isWeb ? { href: url.href, isLocal: false, current: url.href } : null;
  }
  if (folder === '') return null;
  const href = folder + text.split('/').map(encodeURIComponent).join('/');
  return { href, isLocal: true, current: latest(href) };
}

/** Returns an address that no request had before. @param {string} href with or without a query */
export function fresh(href) {
  version += 1;
  return `${href}${href.includes('?') ? '&' : '?'}${version}`;
}

/**
 * Returns the target of an address in the text of a page, where a path is relative to `base`.
 * @param {string} text percent-encoded, as in HTML @param {string} base see `baseOf`
 * @param {string} folder
 */
export function resolveIn(text, base, folder) {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text) || folder === '') return resolve(text, folder);
  const path = text.split(/[?#]/)[0];
  const names = path.split('/').map((name) => encodeURIComponent(decoded(name)));
  const start = base === '' || path.startsWith('/') ? folder : `${folder}${encoded(base)}/`;
  const href = start + names.join('/');
  return { href, isLocal: true, current: latest(href) };
}

/** Returns the folder at which the paths in the text of a page begin, relative to the book's. */
export function baseOf({ body, base, url }) {
  if (typeof body === 'string') return typeof base === 'string' ? base : '';
  return typeof url === 'string' && url.includes('/') ? url.slice(0, url.lastIndexOf('/')) : '';
}

/**
 * Returns the path at which pagerview serves the `body` of a page, or of its fallback. It is inside
 * the folder at which the paths in the body begin, so that a browser resolves them.
 */
export function bodyOf(page) {
  const { base } = Object(page.content);
  const { folder } = page;
  const inner = typeof base === 'string' && base !== '' ? `${encoded(base)}/` : '';
  return `${folder}${inner}${nameOfBody(page)}`;
}

/** Returns the name by which pagerview tells that the `body` of a page has changed. */
export function nameOfBody({ id, isFallback }) {
  return isFallback ? `;fallback=${id}` : `;page=${id}`;
}

/** Returns the path at which pagerview shows the address of a page. */
export function addressOf({ id, folder }) {
  return fresh(`${folder};address=${id}`);
}

/** Returns the last part of a path, decoded if it is valid text. */
export function nameOf(pathname) {
  return decoded(pathname.split('/').at(-1) ?? '');
}

function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}
