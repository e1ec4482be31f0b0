/** The token for commands: it comes behind the # of the address and is kept for this tab. */

const KEPT = 'pagerview.token';

/**
 * Takes the token out of the address, so that it is not shown, copied or kept in the history.
 * @returns {string} empty where there is none: then this browser only watches
 */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(KEPT) ?? '';
}
