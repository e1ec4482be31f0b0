/** The token for commands: it comes behind the # of the address and is kept for this tab. */

const KEPT = 'pagerview.token';
/** Characters of the longest token; pagerview accepts none that is longer. */
const LONGEST = 1024;

/**
 * Takes the token out of the address, so that it is not shown, copied or kept in the history.
 * @returns {string} empty where there is none: then this browser only watches. A longer one than
 *   any token is cut, so that pagerview reads the message and says that it is wrong
 */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return (sessionStorage.getItem(KEPT) ?? '').slice(0, LONGEST + 1);
}

/** Forgets a token that pagerview did not accept: the next visit in this tab has none. */
export function forgetToken() {
  sessionStorage.removeItem(KEPT);
}
