/** Trees of Markdown, which pagerview parses. Each content is requested once. */
import { TemporaryFailure, request } from './repetition.js';

/** @type {WeakMap<object, Promise<unknown>>} */
const asked = new WeakMap();
/** Received trees, so that a page turn need not wait for them. @type {WeakMap<object, unknown>} */
const known = new WeakMap();

/** @param {object} content @returns {unknown} undefined before it has arrived */
export function knownTree(content) {
  return known.get(content);
}

/**
 * Takes over the tree of a content that differs only in how its body is shown, such as its step.
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
 * @param {object} content of a record @param {string} address where its Markdown is
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
