/**
 * Draws Markdown as elements. pagerview parses it and sends a tree of texts and
 * `[name, attributes, child...]`. Texts never become markup, and only elements in `NAMES` are
 * created.
 */
import { drawFormula, highlight } from './libraries.js';
import { announce, pend } from './pending.js';
import { repetition } from './repetition.js';

const NAMES = new Set([
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'hr', 'br',
  'em', 'strong', 'del', 'a', 'img', 'table', 'tr', 'th', 'td', 'sub', 'sup', 'small', 'kbd',
  'details', 'summary', 'math',
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
    const element = make(name, Object(attributes), resolve, children);
    if (name !== 'math') drawTree(element, children, resolve, depth + 1);
    if (name === 'code' && attributes.lang) pend(element, highlight(element, String(attributes.lang)));
    parent.append(element);
  }
}

function make(name, attributes, resolve, children) {
  if (name === 'math') return formula(String(children[0]), attributes.displayed === true);
  if (name === 'a') return anchor(attributes.href);
  if (name === 'img') return picture(attributes, resolve);
  const element = document.createElement(name);
  if (name === 'pre') element.dir = 'ltr';
  else if (DIRECTED.has(name)) element.dir = 'auto';
  if (name === 'th') element.scope = 'col';
  if (['center', 'end'].includes(attributes.align)) element.style.textAlign = attributes.align;
  if (name === 'details' && attributes.open === true) element.open = true;
  if (name === 'ol' && attributes.start !== 1) element.start = attributes.start;
  return element;
}

/** Returns an element with a formula: its source, until it is drawn. */
function formula(source, isDisplayed) {
  const element = document.createElement('span');
  element.className = isDisplayed ? 'formula displayed' : 'formula';
  element.dir = 'ltr';
  const mark = isDisplayed ? '$$' : '$';
  element.textContent = mark + source + mark;
  pend(element, drawFormula(element, source, isDisplayed));
  return element;
}

/** Sets a side of a picture from an attribute of HTML: pixels, or a percentage. */
function setSide(element, side, value) {
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*(px|%)?\s*$/.exec(String(value ?? '')) ?? [];
  if (number === undefined) return false;
  // The height of a line of text is not known, so only the width can be a percentage.
  if (unit === '%') {
    if (side === 'width') element.style.width = `${number}%`;
    return side === 'width';
  }
  element.style[side] = `${number / PIXELS}em`;
  return true;
}

/** Returns a picture that grows with the text, so that a page looks the same at each size. */
function picture({ src, alt, width, height }, resolve) {
  const href = resolve(String(src));
  if (href === null) {
    const text = document.createElement('span');
    text.textContent = alt;
    return text;
  }
  const element = document.createElement('img');
  element.alt = alt;
  const hasSize = [setSide(element, 'width', width), setSide(element, 'height', height)].includes(true);
  element.onload = () => {
    if (!hasSize && element.naturalWidth > 0) element.style.width = `${element.naturalWidth / PIXELS}em`;
    // Now there is less space for the text.
    announce(element);
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
