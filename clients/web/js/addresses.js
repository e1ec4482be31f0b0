/** The addresses of contents: of files of the book, of bodies of pages, and of other sites. */

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

/** The number of the last address that had to differ from all addresses before it. */
let version = 0;

/** Returns an address that no request had before. @param {string} href with or without a query */
export function fresh(href) {
  version += 1;
  return `${href}${href.includes('?') ? '&' : '?'}${version}`;
}

/** Returns the path at which pagerview serves the `body` of a page, or of its fallback. */
export function bodyOf({ id, folder, isFallback }) {
  return isFallback ? `${folder};fallback=${id}` : `${folder};page=${id}`;
}

/** Returns the path at which pagerview shows the address of a page. */
export function addressOf({ id, folder }) {
  return fresh(`${folder};address=${id}`);
}

/** Returns the last part of a path, decoded if it is valid text. */
export function nameOf(pathname) {
  const name = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}
