/** Requests for contents, repeated after a failure that may be temporary. */

/** The milliseconds before the first repetition, and the maximum between two attempts. */
const FIRST = 1000;
const LONGEST = 60_000;

/** The failure of a request that may succeed later. */
export class TemporaryFailure extends Error {}

/**
 * Requests an address and reads the response.
 * @template T
 * @param {string} href @param {(answer: Response) => Promise<T>} read
 * @returns {Promise<T>} rejected with a `TemporaryFailure`, or with an `Error` that has the
 *   reason that pagerview gave
 */
export async function request(href, read) {
  try {
    const answer = await fetch(href);
    if (answer.ok) return await read(answer);
    // A reverse proxy responds in pagerview's place.
    if (answer.status >= 500) throw new TemporaryFailure(`pagerview cannot be reached: status ${answer.status}`);
    const reason = (await answer.text()).trim();
    // pagerview may not yet have found the file in a large content that names it.
    throw answer.status === 404 ? new TemporaryFailure(reason) : new Error(reason);
  } catch (error) {
    // The network failed before the response or during it.
    throw error instanceof TypeError ? new TemporaryFailure(error.message) : error;
  }
}

/**
 * Returns a function that makes another attempt after a pause. Each pause is twice the one before,
 * up to a minute.
 * @param {() => void} attempt @param {() => boolean} isWanted whether the result is still shown
 */
export function repetition(attempt, isWanted) {
  let pause = FIRST;
  return () => {
    setTimeout(() => isWanted() && attempt(), pause);
    pause = Math.min(2 * pause, LONGEST);
  };
}
