/** The inline elements of Markdown: code, emphasis, links, pictures. */

/** The maximum nesting of emphasis and links. */
const DEEPEST = 8;

const MARKS = [['**', 'strong'], ['__', 'strong'], ['~~', 'del'], ['*', 'em'], ['_', 'em']];

/**
 * Draws a line in linear time, whatever the text contains.
 * @param {HTMLElement} parent @param {string} text
 * @param {(url: string) => string|null} resolve
 */
export function drawInline(parent, text, resolve, depth = 0) {
  let plain = '';
  let index = 0;
  const flush = () => {
    if (plain) parent.append(plain);
    plain = '';
  };
  /** Marks without a closing mark, which are not searched again. */
  const open = new Set();
  while (index < text.length) {
    const found = depth < DEEPEST ? pieceAt(text, index, open) : null;
    if (found) {
      flush();
      found.draw(parent, resolve, depth + 1);
      index = found.end;
    } else if (text[index] === '\\' && /[!-/:-@[-`{-~]/.test(text[index + 1] ?? '')) {
      plain += text[index + 1];
      index += 2;
    } else if (text[index] === '\n' && plain.endsWith('  ')) {
      flush();
      parent.append(document.createElement('br'));
      index += 1;
    } else {
      plain += text[index];
      index += 1;
    }
  }
  flush();
}

function pieceAt(text, index, open) {
  switch (text[index]) {
    case '`': return code(text, index, open);
    case '!': return text[index + 1] === '[' ? link(text, index + 1, true, open) : null;
    case '[': return link(text, index, false, open);
    case '<': return address(text, index);
    case '*': case '_': case '~': return emphasis(text, index, open);
    default: return null;
  }
}

/** Returns the next position of a text, and searches only if one may exist. */
function seek(text, wanted, from, open) {
  if (open.has(wanted)) return -1;
  const place = text.indexOf(wanted, from);
  if (place < 0) open.add(wanted);
  return place;
}

function code(text, index, open) {
  let length = 1;
  while (text[index + length] === '`') length += 1;
  const end = seek(text, '`'.repeat(length), index + length, open);
  if (end < 0) return null;
  return {
    end: end + length,
    draw(parent) {
      const element = document.createElement('code');
      element.textContent = text.slice(index + length, end).replace(/^ (.*) $/s, '$1');
      parent.append(element);
    },
  };
}

function emphasis(text, index, open) {
  const entry = MARKS.find(([mark]) => text.startsWith(mark, index));
  if (!entry) return null;
  const [mark, name] = entry;
  const start = index + mark.length;
  const isWord = (character) => /[\p{L}\p{N}]/u.test(character ?? '');
  if (/\s/.test(text[start] ?? ' ') || (mark[0] === '_' && isWord(text[index - 1]))) return null;
  const end = seek(text, mark, start + 1, open);
  if (end < 0 || /\s/.test(text[end - 1])) return null;
  if (mark[0] === '_' && isWord(text[end + mark.length])) return null;
  return {
    end: end + mark.length,
    draw(parent, resolve, depth) {
      const element = document.createElement(name);
      parent.append(element);
      drawInline(element, text.slice(start, end), resolve, depth);
    },
  };
}

/** Parses `[text](url)` from its bracket on; a preceding `!` makes it a picture. */
function link(text, index, isPicture, open) {
  const middle = seek(text, '](', index, open);
  if (middle < 0) return null;
  const end = seek(text, ')', middle, open);
  if (end < 0) return null;
  const label = text.slice(index + 1, middle);
  const url = text.slice(middle + 2, end).trim().split(/\s/)[0].replace(/^<|>$/g, '');
  return {
    end: end + 1,
    draw(parent, resolve, depth) {
      if (isPicture) picture(parent, label, resolve(url));
      else anchor(parent, url, (element) => drawInline(element, label, resolve, depth));
    },
  };
}

function picture(parent, label, href) {
  if (href === null) {
    parent.append(label);
    return;
  }
  const element = document.createElement('img');
  element.alt = label;
  element.src = href;
  parent.append(element);
}

/** Draws links only to other sites, which open outside of the viewer. */
function anchor(parent, url, fill) {
  const target = URL.canParse(url) ? new URL(url) : null;
  const isSafe = target !== null && ['http:', 'https:', 'mailto:'].includes(target.protocol);
  const element = document.createElement(isSafe ? 'a' : 'span');
  if (isSafe) {
    element.href = target.href;
    element.target = '_blank';
    element.rel = 'noopener noreferrer';
  }
  parent.append(element);
  fill(element);
}

function address(text, index) {
  const end = text.indexOf('>', index);
  if (end < 0 || end - index > 2048) return null;
  const url = text.slice(index + 1, end);
  if (!/^(https?:\/\/|mailto:)[^\s<>]+$/.test(url)) return null;
  return {
    end: end + 1,
    draw: (parent) => anchor(parent, url, (element) => element.append(url)),
  };
}
