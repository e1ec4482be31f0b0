/** The trees of Markdown that pagerview parses. The tree of each content is requested once. */
import { TemporaryFailure, request } from './repetition.js';

/** @type {WeakMap<object, Promise<unknown>>} */
const asked = new WeakMap();
/**
 * The received trees, so that a page change need not wait for them.
 * @type {WeakMap<object, unknown>}
 */
const known = new WeakMap();

/** @param {object} content @returns {unknown} its tree, or undefined before the tree arrives */
export function knownTree(content) {
  return known.get(content);
}

/** Lets the tree of a content be requested again, because its file has changed. @param {object} content */
export function forgetTree(content) {
  known.delete(content);
  asked.delete(content);
}

/**
 * Reuses the tree of an old content for a new one that has the same Markdown but, for example, a
 * different `step`.
 * @param {unknown} old @param {object} content
 */
export function shareTree(old, content) {
  if (old === content || typeof content.body !== 'string' || Object(old).body !== content.body) return;
  if (known.has(old)) known.set(content, known.get(old));
  if (asked.has(old)) keep(content, asked.get(old));
}

/** Keeps the promise of a tree, unless it fails temporarily. */
function keep(content, tree) {
  asked.set(content, tree);
  tree.catch((error) => error instanceof TemporaryFailure && asked.delete(content));
}

/**
 * @param {object} content of a record @param {string} address of the tree of its Markdown
 * @returns {Promise<unknown>} rejected with an `Error` that has the reason
 */
export function treeOf(content, address) {
  let tree = asked.get(content);
  if (!tree) {
    tree = request(address, (answer) => answer.json()).then((value) => {
      known.set(content, value);
      return value;
    });
    keep(content, tree);
  }
  return tree;
}
