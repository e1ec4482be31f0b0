/**
 * Draws Markdown as elements: headings, paragraphs, lists, quotations, code, tables, rules. Text
 * never becomes markup: HTML is shown as text.
 */
import { drawInline } from './inline.js';

/** The maximum nesting of quotations and lists. */
const DEEPEST = 16;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const QUOTE = /^ {0,3}>/;
const DIVIDER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * @param {HTMLElement} parent @param {string} text
 * @param {(url: string) => string|null} resolve where a picture or link leads, null for nowhere
 */
export function drawMarkdown(parent, text, resolve) {
  drawBlocks(parent, text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), resolve, 0);
}

function drawBlocks(parent, lines, resolve, depth) {
  let index = 0;
  while (index < lines.length) {
    const line = lines[index];
    const draw = blocks.find(([matches]) => matches(line, lines, index, depth))?.[1] ?? paragraph;
    index = Math.max(index + 1, draw(parent, lines, index, resolve, depth));
  }
}

function add(parent, name) {
  const element = document.createElement(name);
  parent.append(element);
  return element;
}

const blocks = [
  [(line) => line.trim() === '', (parent, lines, index) => index + 1],
  [(line) => FENCE.test(line), fence],
  [(line) => HEADING.test(line), heading],
  [(line) => RULE.test(line), (parent, lines, index) => (add(parent, 'hr'), index + 1)],
  [(line) => line.startsWith('    '), indentedCode],
  [(line, lines, index, depth) => depth < DEEPEST && QUOTE.test(line), quotation],
  [(line, lines, index, depth) => depth < DEEPEST && ITEM.test(line), list],
  [
    (line, lines, index) =>
      line.includes('|') && lines[index + 1]?.includes('-') && DIVIDER.test(lines[index + 1]),
    table,
  ],
];

function fence(parent, lines, index) {
  const mark = FENCE.exec(lines[index])[1];
  let end = index + 1;
  while (end < lines.length && !lines[end].trim().startsWith(mark)) end += 1;
  const code = add(add(parent, 'pre'), 'code');
  code.textContent = lines.slice(index + 1, end).join('\n');
  return end + 1;
}

function indentedCode(parent, lines, index) {
  let end = index;
  while (end < lines.length && (lines[end].startsWith('    ') || lines[end].trim() === '')) end += 1;
  const code = add(add(parent, 'pre'), 'code');
  code.textContent = lines.slice(index, end).map((line) => line.slice(4)).join('\n').trimEnd();
  return end;
}

function heading(parent, lines, index, resolve) {
  const [mark, { length }] = HEADING.exec(lines[index]);
  const text = lines[index].slice(mark.length).trimEnd().replace(/(^|[ \t])#+$/, '');
  drawInline(add(parent, `h${length}`), text.trim(), resolve);
  return index + 1;
}

function quotation(parent, lines, index, resolve, depth) {
  let end = index;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  const inner = lines.slice(index, end).map((line) => line.replace(/^ {0,3}> ?/, ''));
  drawBlocks(add(parent, 'blockquote'), inner, resolve, depth + 1);
  return end;
}

/** Returns the lines of one item: the first, and the following indented ones. */
function takeItem(lines, index) {
  const [mark, , bullet] = ITEM.exec(lines[index]);
  const indent = mark.length;
  const inner = [lines[index].slice(indent)];
  let end = index + 1;
  while (end < lines.length) {
    const line = lines[end];
    const isBlank = line.trim() === '';
    const isInside = line.startsWith(' '.repeat(Math.min(indent, 2)));
    const goesOn = !isBlank && !ITEM.test(line) && lines[end - 1].trim() !== '';
    if (isBlank ? !lines[end + 1]?.startsWith(' ') : !isInside && !goesOn) break;
    if (!isInside && startsBlock(line)) break;
    inner.push(isInside ? line.slice(Math.min(indent, line.search(/\S|$/))) : line);
    end += 1;
  }
  return { inner, end, isOrdered: /\d/.test(bullet), start: parseInt(bullet, 10) };
}

function startsBlock(line) {
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line);
}

function list(parent, lines, index, resolve, depth) {
  const first = takeItem(lines, index);
  const element = add(parent, first.isOrdered ? 'ol' : 'ul');
  if (first.isOrdered && first.start !== 1) element.start = first.start;
  let place = index;
  while (place < lines.length && ITEM.test(lines[place]) && !RULE.test(lines[place])) {
    const item = takeItem(lines, place);
    if (item.isOrdered !== first.isOrdered) break;
    const entry = add(element, 'li');
    const isTight = item.inner.every((line) => line.trim() !== '' && !ITEM.test(line));
    if (isTight && !item.inner.some(startsBlock)) drawInline(entry, item.inner.join('\n'), resolve);
    else drawItem(entry, item.inner, resolve, depth);
    place = item.end;
    while (lines[place]?.trim() === '' && ITEM.test(lines[place + 1] ?? '')) place += 1;
  }
  return place;
}

/** Draws an item with blocks inside. Its first lines have no paragraph margins. */
function drawItem(entry, inner, resolve, depth) {
  let end = 0;
  while (end < inner.length && inner[end].trim() !== '' && (end === 0 || !ITEM.test(inner[end]))) {
    if (startsBlock(inner[end])) break;
    end += 1;
  }
  drawInline(entry, inner.slice(0, end).join('\n'), resolve);
  drawBlocks(entry, inner.slice(end), resolve, depth + 1);
}

function cells(line) {
  const text = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return text.replaceAll('\\|', '\u0000').split('|')
    .map((cell) => cell.replaceAll('\u0000', '|').trim());
}

function table(parent, lines, index, resolve) {
  const aligned = cells(lines[index + 1]).map((cell) =>
    cell.endsWith(':') ? (cell.startsWith(':') ? 'center' : 'end') : 'start');
  const element = add(parent, 'table');
  const row = (section, name, line) => {
    const entry = add(section, 'tr');
    const texts = cells(line);
    for (let column = 0; column < aligned.length; column += 1) {
      const cell = add(entry, name);
      if (name === 'th') cell.scope = 'col';
      cell.style.textAlign = aligned[column];
      drawInline(cell, texts[column] ?? '', resolve);
    }
  };
  row(add(element, 'thead'), 'th', lines[index]);
  const body = add(element, 'tbody');
  let end = index + 2;
  while (end < lines.length && lines[end].includes('|')) {
    row(body, 'td', lines[end]);
    end += 1;
  }
  return end;
}

function paragraph(parent, lines, index, resolve) {
  let end = index + 1;
  while (
    end < lines.length && lines[end].trim() !== '' && !startsBlock(lines[end]) &&
    !(ITEM.test(lines[end]) && !/^\s*\d/.test(lines[end]))
  ) {
    if (/^ {0,3}(=+|-+) *$/.test(lines[end])) {
      const name = lines[end].includes('=') ? 'h1' : 'h2';
      drawInline(add(parent, name), lines.slice(index, end).join('\n').trim(), resolve);
      return end + 1;
    }
    end += 1;
  }
  drawInline(add(parent, 'p'), lines.slice(index, end).join('\n').trim(), resolve);
  return end;
}
