/**
 * Libraries of Debian that pagerview serves if they are installed: KaTeX for formulas, highlight.js
 * for code. Without them, formulas and code are shown as text.
 */

/** The scripts, with the names of their global objects and their style sheets. */
const LIBRARIES = {
  katex: { script: '/lib/katex/katex.min.js', style: '/lib/katex/katex.min.css' },
  hljs: { script: '/lib/highlight.js/highlight.min.js' },
};

/** @type {Map<string, Promise<any>>} */
const asked = new Map();
/** @type {Promise<Set<string>|null>|undefined} */
let served;

/**
 * Returns a library, or null if it is not installed.
 * @param {'katex'|'hljs'} name @returns {Promise<any>}
 */
export function library(name) {
  if (!asked.has(name)) asked.set(name, load(name));
  return asked.get(name);
}

async function load(name) {
  const { script, style } = LIBRARIES[name];
  served ??= list();
  const paths = await served;
  if (paths !== null && !paths.has(script)) return null;
  try {
    await Promise.all([import(script), style && loadStyle(style)]);
  } catch {
    return null;
  }
  return globalThis[name] ?? null;
}

/** Returns the paths of the viewer's files, or null while pagerview is unreachable. */
async function list() {
  try {
    return new Set((await (await fetch('/viewer-files')).json()).paths);
  } catch {
    return null;
  }
}

/** Loads a style sheet and its fonts, so that what it styles has its size at once. */
async function loadStyle(href) {
  const before = new Set(document.fonts);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  await new Promise((done, failed) => {
    link.onload = done;
    link.onerror = failed;
    document.head.append(link);
  });
  const fonts = [...document.fonts].filter((font) => !before.has(font));
  await Promise.allSettled(fonts.map((font) => font.load()));
}

/**
 * Draws a formula in an element, which has its text.
 * @param {HTMLElement} element @param {string} source @param {boolean} isDisplayed
 */
export async function drawFormula(element, source, isDisplayed) {
  const katex = await library('katex');
  if (katex === null) return;
  const drawn = document.createElement('span');
  try {
    katex.render(source, drawn, {
      displayMode: isDisplayed, maxExpand: 200, maxSize: 50, strict: false, trust: false,
    });
  } catch {
    // What is no formula stays text.
    return;
  }
  element.replaceChildren(...drawn.childNodes);
}

/** The tags of what highlight.js returns, which contains no other markup. */
const PIECES = /<span class="([\w -]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|[^<&]+|[<&]/g;
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
/** The maximum length of code that is highlighted. */
const LONGEST = 50_000;

/**
 * Highlights the code in an element. @param {HTMLElement} element @param {string} language
 */
export async function highlight(element, language) {
  const code = element.textContent;
  if (code.length > LONGEST) return;
  const hljs = await library('hljs');
  if (!hljs?.getLanguage(language)) return;
  const root = document.createDocumentFragment();
  let current = root;
  for (const [text, names, end, entity] of hljs.highlight(language, code, true).value.matchAll(PIECES)) {
    if (names !== undefined) {
      const span = document.createElement('span');
      span.className = names;
      current.append(span);
      current = span;
    } else if (end !== undefined) current = current.parentNode ?? root;
    else current.append(ENTITIES[entity] ?? text);
  }
  element.replaceChildren(root);
}
