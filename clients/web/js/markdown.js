/**
 * Draws Markdown as elements. pagerview parses it and sends a tree of texts and
 * `[name, attributes, child...]`. Texts never become markup, and only elements in `NAMES` are
 * created.
 */
import { pend } from './pending.js';
import { repetition } from './repetition.js';

const NAMES = new Set([
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'hr', 'br',
  'em', 'strong', 'del', 'a', 'img', 'table', 'tr', 'th', 'td',
]);
/** The elements whose direction follows from their first letter: left to right, or right to left. */
const DIRECTED = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'table']);
/** The maximum nesting of elements; pagerview sends fewer levels. */
const DEEPEST = 64;
/** The number of a picture's pixels that are drawn one em wide. */
const PIXELS = 16;

/**
 * @param {HTMLElement} parent @param {unknown} tree a list of nodes
 * @param {(url: string) => string|null} resolve returns the address of a picture, or null
 */
export function drawTree(parent, tree, resolve, depth = 0) {
  if (!Array.isArray(tree) || depth > DEEPEST) return;
  for (const node of tree) {
    if (typeof node === 'string') {
      parent.append(node);
      continue;
    }
    const [name, attributes, ...children] = node;
    if (!NAMES.has(name)) continue;
    const element = make(name, Object(attributes), resolve);
    drawTree(element, children, resolve, depth + 1);
    parent.append(element);
  }
}

function make(name, attributes, resolve) {
  if (name === 'a') return anchor(attributes.href);
  if (name === 'img') return picture(attributes, resolve);
  const element = document.createElement(name);
  if (name === 'pre') element.dir = 'ltr';
  else if (DIRECTED.has(name)) element.dir = 'auto';
  if (name === 'th') element.scope = 'col';
  if (['center', 'end'].includes(attributes.align)) element.style.textAlign = attributes.align;
  if (name === 'ol' && attributes.start !== 1) element.start = attributes.start;
  return element;
}

/** Returns a picture that grows with the text, so that a page looks the same at each size. */
function picture({ src, alt }, resolve) {
  const href = resolve(String(src));
  if (href === null) {
    const text = document.createElement('span');
    text.textContent = alt;
    return text;
  }
  const element = document.createElement('img');
  element.alt = alt;
  element.onload = () => {
    if (element.naturalWidth > 0) element.style.width = `${element.naturalWidth / PIXELS}em`;
  };
  element.onerror = repetition(() => { element.src = href; }, () => element.isConnected);
  element.src = href;
  pend(element, element.decode());
  return element;
}

/** Returns a link to a website or mail address, which opens outside of the viewer, or a span. */
function anchor(url) {
  const target = URL.canParse(url) ? new URL(url) : null;
  const isSafe = target !== null && ['http:', 'https:', 'mailto:'].includes(target.protocol);
  const element = document.createElement(isSafe ? 'a' : 'span');
  if (isSafe) {
    element.href = target.href;
    element.target = '_blank';
    element.rel = 'noopener noreferrer';
  }
  return element;
}
