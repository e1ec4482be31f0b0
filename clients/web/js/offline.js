/** The addresses of the offline copy, which the service worker (`worker.js`) serves. */

/** The folder of the pages' content while the offline copy is shown. */
export const OFFLINE = `${location.origin}/offline/`;
/** The cache with the copy. The service worker uses the same name. */
export const CACHE = 'contents';

/**
 * Returns the address of a content in the copy, which is the same for all of its versions.
 * @param {string} href its address at pagerview @param {string} folder the folder of all content
 */
export function keyOf(href, folder) {
  const [path, query = ''] = href.slice(folder.length).split('?');
  const form = query.split('&')[0];
  return OFFLINE + path + (/^[a-z]+$/.test(form) ? `?${form}` : '');
}
