/** The token in the fragment of the address, which becomes a cookie that scripts cannot read. */

/** The length of the longest token that pagerview accepts. */
const LONGEST = 1024;

/**
 * Takes the token out of the address, so that it is not shown, copied or kept in the history, and
 * exchanges it for a cookie.
 * @returns {Promise<string>} the token where there is no cookie in its place; empty where there is
 *   none. A longer one than any token is cut, so that pagerview says that it is wrong
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
    // pagerview has just ended; the page sends the token when it is back.
    if (error instanceof TypeError) return token;
    throw error;
  }
}
