/** The exchange of the token in the address's fragment for a cookie that scripts cannot read. */

/** The length of the longest token that pagerview accepts. */
const LONGEST = 1024;

/**
 * Takes the token out of the address, so that it is not shown, copied or kept in the history, and
 * exchanges it for a cookie.
 * @returns {Promise<string>} the token if it could not be exchanged; empty if there is none or it
 *   was exchanged. A text longer than any token is cut, so that pagerview refuses it as wrong
 */
export async function exchangeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')?.slice(0, LONGEST + 1);
  if (!token) return '';
  history.replaceState(null, '', location.pathname + location.search);
  const headers = { Authorization: `Bearer ${encodeURIComponent(token)}` };
  try {
    const answer = await fetch('/session', { method: 'POST', headers });
    return answer.ok ? '' : token;
  } catch (error) {
    // pagerview cannot be reached; the page sends the token after it reconnects.
    if (error instanceof TypeError) return token;
    throw error;
  }
}
