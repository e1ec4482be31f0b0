/** Addresses of the offline copy, which the service worker (`worker.js`) hands out. */

/** The folder of contents while pagerview is away. */
export const OFFLINE = `${location.origin}/offline/`;
/** The cache that holds the copy; the service worker has the same names. */
export const CACHE = 'contents';

/**
 * The address in the copy of a content: versions are not told apart.
 * @param {string} href of the content at pagerview @param {string} folder of all contents
 */
export function keyOf(href, folder) {
  const [path, query = ''] = href.slice(folder.length).split('?');
  const form = query.split('&')[0];
  return OFFLINE + path + (/^[a-z]+$/.test(form) ? `?${form}` : '');
}
