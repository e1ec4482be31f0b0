/**
 * Themes: colours, fonts, a logo, a picture behind the text, light or dark, a language. A content's
 * `theme` is the name of a built-in theme, or an object `{base, colors, ...}`. Everything inside
 * the content's view inherits the theme.
 */

const BUILT_IN = ['plain', 'night', 'paper'];
/** The members of `colors` and their names in the style sheets. */
const COLOURS = {
  background: '--paper', text: '--ink', muted: '--faint', accent: '--accent', line: '--line',
  raised: '--raised',
};
const FONTS = { font: '--font', headings: '--headings', code: '--code' };
/** Font names separated by commas. No other CSS value matches. */
const NAMES_OF_FONTS = /^[\p{L}\p{N} ,._'"-]{1,256}$/u;
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i;

/** @param {unknown} content @returns {object|null} the theme of the content, or null */
export function themeOf(content) {
  const theme = content?.theme;
  if (typeof theme === 'string') return { base: theme };
  return theme !== null && typeof theme === 'object' && !Array.isArray(theme) ? theme : null;
}

/**
 * Sets the theme of an element. If it is null, the element inherits the theme of its parent.
 * @param {HTMLElement} element @param {object|null} theme
 * @param {(url: string) => string|null} resolve returns the address of a picture, or null
 */
export function applyTheme(element, theme, resolve) {
  const given = Object(theme);
  const { style, dataset } = element;
  if (theme === null) delete dataset.theme;
  else dataset.theme = BUILT_IN.includes(given.base) ? given.base : 'inherited';
  style.colorScheme = ['light', 'dark'].includes(given.scheme) ? given.scheme : '';
  for (const [member, property] of Object.entries(COLOURS)) {
    const colour = Object(given.colors)[member];
    set(style, property, typeof colour === 'string' && CSS.supports('color', colour) ? colour : '');
  }
  for (const [member, property] of Object.entries(FONTS)) {
    const font = given[member];
    set(style, property, typeof font === 'string' && NAMES_OF_FONTS.test(font) ? font : '');
  }
  set(style, '--align', given.align === 'center' ? 'center' : given.align === 'start' ? 'start' : '');
  set(style, '--logo', address(given.logo, resolve));
  const picture = address(given.picture, resolve);
  const side = picture && ['left', 'right'].includes(given.side) ? given.side : '';
  set(style, '--backdrop', side ? '' : picture);
  set(style, '--beside', side ? picture : '');
  mark(dataset, 'picture', picture !== '' && side === '' ? '' : null);
  mark(dataset, 'side', side || null);
  const isLanguage = typeof given.lang === 'string' && LANGUAGE.test(given.lang);
  if (isLanguage) element.lang = given.lang;
  else element.removeAttribute('lang');
}

/**
 * Returns a member of the theme of a page, or of the nearest container with such a theme.
 * @param {import('./state.js').State} state @param {object|undefined} record
 * @param {string} member
 */
export function inherited(state, record, member, depth = 0) {
  if (!record || depth > 512) return undefined;
  const value = themeOf(record.content)?.[member];
  return value ?? inherited(state, state.controllers.get(record.parent), member, depth + 1);
}

function set(style, property, value) {
  if (value) style.setProperty(property, value);
  else style.removeProperty(property);
}

/** @param {DOMStringMap} dataset @param {string} name @param {string|null} value null for none */
function mark(dataset, name, value) {
  if (value === null) delete dataset[name];
  else dataset[name] = value;
}

function address(url, resolve) {
  const href = typeof url === 'string' ? resolve(url) : null;
  return href === null ? '' : `url(${JSON.stringify(href)})`;
}
