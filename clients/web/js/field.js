/** A form field for a parameter of a declared type. */

let lastID = 0;

/**
 * @param {{name: string, type: any, presence: string, doc: string, default?: any}} param
 * @param {string[]} names the ids to suggest for a parameter that is an id
 * @returns {{param: object, label: HTMLElement, input: HTMLElement, read: () => any}}
 *   `read` returns undefined for an empty field, and an Error for an invalid value
 */
export function fieldFor(param, names) {
  const label = document.createElement('label');
  const title = document.createElement('span');
  title.className = 'name';
  title.textContent = param.name + (param.presence === 'required' ? ' *' : '');
  const input = inputFor(param, names, label);
  const note = document.createElement('span');
  note.className = 'doc';
  note.id = `doc${++lastID}`;
  note.textContent = `${param.doc} (${typeText(param.type)})`;
  input.setAttribute('aria-describedby', note.id);
  label.prepend(title, input, note);
  return { param, label, input, read: () => readerFor(param.type)(input.value) };
}

function inputFor(param, names, label) {
  const choices = param.type === 'boolean' ? ['true', 'false'] : param.type?.oneOf;
  if (choices) {
    const select = document.createElement('select');
    const initial = param.default === undefined ? '' : `default: ${param.default}`;
    select.append(new Option(initial, ''), ...choices.map((name) => new Option(name, name)));
    return select;
  }
  const input = document.createElement('input');
  input.autocomplete = 'off';
  input.spellcheck = false;
  if (param.default !== undefined) input.placeholder = `default: ${JSON.stringify(param.default)}`;
  if (['id', 'transition'].includes(param.type)) {
    const list = document.createElement('datalist');
    list.id = `names${++lastID}`;
    list.append(...names.map((name) => new Option(name)));
    label.append(list);
    input.setAttribute('list', list.id);
  }
  return input;
}

/** Returns the readable description of a type. */
export function typeText(type) {
  if (typeof type === 'string') return type === 'any' ? 'any JSON' : type;
  if (type?.oneOf) return 'one of these';
  if (type?.array || type?.items) return `list of ${typeText(type.array ?? type.items)}`;
  return 'JSON';
}

/** The functions that parse the text of a field, by the daemon's name for the parameter's type. */
const readers = {
  __proto__: null,
  boolean: (text) => text === 'true',
  number: (text) => toNumber(text),
  integer: (text) => toNumber(text),
  id: (text) => (text === 'null' ? null : text),
  transition: (text) => text,
  string: (text) => text,
};

function toNumber(text) {
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : new Error('this is no number');
}

function readerFor(type) {
  const choice = (text) => type.oneOf.find((one) => String(one) === text);
  const read = type?.oneOf ? choice : (readers[type] ?? readJSON);
  return (text) => (text === '' ? undefined : read(text));
}

/** Parses JSON. A list of names may also be written without brackets, separated by commas. */
function readJSON(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/^[\w-]+(\s*,\s*[\w-]+)*$/.test(text.trim())) return text.trim().split(/\s*,\s*/);
    return new Error(`this is not JSON: ${error.message}`);
  }
}
