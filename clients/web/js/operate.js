/** The operator's page: the pages of the wall and their times, an alarm, and the screens. */
import { Alarm } from './alarm.js';
import { Audience } from './audience.js';
import { BookLink, Refused } from './book-link.js';
import { CommandError } from './link.js';
import { PageList } from './page-list.js';
import { Problems } from './problems.js';
import { ScreenCards } from './screen-cards.js';
import { TimesDialog } from './times-dialog.js';
import { Viewer } from './viewer.js';

const find = (id) => document.getElementById(id);
/** The milliseconds after which the page says that the wall does not follow the book. */
const LAG = 6000;
const MESSAGE = '';

const viewer = new Viewer({ stage: find('stage'), status: find('status'), voice: find('voice') });
const link = new BookLink(viewer);
const alarm = new Alarm(viewer);
const audience = new Audience(viewer);
new ScreenCards(find('screens'), audience);
new Problems(find('problems'), viewer, () => link.book?.problem ?? null);

/** The lists on the page by id. @type {Map<string, PageList>} */
const lists = new Map();
/** Whether the book has changed while a page was dragged or a change was not yet saved. */
let isMissed = false;
/** The number of changes that are not yet saved. */
let savings = 0;
/** The time since which the wall differs from the book, or null. */
let behindSince = null;

function say(text, isFailure = false) {
  find('note').textContent = text;
  find('note').classList.toggle('failed', isFailure);
}

/** Waits for what the operator has done, and says how it ended. */
async function report(work, text) {
  try {
    await work();
    say(text);
    return true;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof CommandError)) throw error;
    say(error.message, true);
    return false;
  }
}

async function edit(change) {
  savings += 1;
  say('Saving …');
  const isDone = await report(() => link.edit(change), `Saved in ${link.book?.file ?? 'the book'}.`);
  savings -= 1;
  // The page shows again what the book says.
  drawBook();
  return isDone;
}

const times = new TimesDialog(find('times'), async (change) => (await edit(change) ? null : find('note').textContent));

function show(id) {
  const owner = [...lists.values()].find(({ list }) => list.pages.some((page) => page.id === id));
  const record = viewer.state.controllers.get(owner?.list.id);
  if (!record) return;
  if (record.kind === 'pager') viewer.steps.turn('pager.select', { id: record.id, page: id, user: true });
  else viewer.command(`${record.kind}.select`, { id: record.id, controller: id, user: true });
}

/** Why the operator cannot change the book here, or an empty text. */
function restriction(book) {
  if (book === null) return '';
  if (book.problem) return `The book is not read: ${book.problem}`;
  if (!book.isEditable) return 'To change the pages here, start pagerview with --edit and the book\'s folder.';
  if (!book.mayEdit) return 'To change the pages, open the address that pagerview prints after "operate".';
  return book.canChangePages ? '' : `The pages are the slides of ${book.file}; change them in this file.`;
}

function drawBook() {
  const { book } = link;
  isMissed = savings > 0 || [...lists.values()].some(({ isDragging }) => isDragging);
  if (book === null || isMissed) return;
  const mayEdit = book.mayEdit && !book.problem;
  // During a mistake in the file, its last good pages stay.
  const shown = book.lists ?? [...lists.values()].map(({ list }) => list);
  find('file').textContent = book.file ?? '';
  find('hint').textContent = restriction(book);
  for (const [id, list] of lists) {
    if (shown.some((one) => one.id === id)) continue;
    list.element.remove();
    lists.delete(id);
  }
  // The outer lists come last in the book.
  for (const one of shown.toReversed()) {
    if (!lists.has(one.id)) {
      lists.set(one.id, new PageList(viewer, edit, show, (page) => times.open(page)));
      find('lists').append(lists.get(one.id).element);
    }
    lists.get(one.id).update(one, { isOnly: shown.length === 1, mayEdit, canChangePages: book.canChangePages });
  }
  find('upload').hidden = !mayEdit || !book.canChangePages;
  drawState();
}

function drawState() {
  const { state } = viewer;
  document.documentElement.style.setProperty('--shape', audience.shape);
  for (const list of lists.values()) list.draw();
  const id = viewer.page;
  find('now').textContent = id ? state.title(id) : '';
  const pager = topPager();
  const isPaused = pager?.paused === true || pager?.autoAdvanceHeld === true;
  find('pause').hidden = !pager || typeof pager.autoAdvance !== 'number';
  find('pause').setAttribute('aria-pressed', String(isPaused));
  find('pause').textContent = isPaused ? 'Paused' : 'Pause';
  for (const name of ['previous', 'next', 'pause', 'alarm', 'alarm-off']) find(name).disabled = !viewer.mayCommand;
  const { shown } = alarm;
  find('alarm-bar').hidden = shown.length === 0;
  const text = `An alarm is shown in ${shown.map(({ window }) => window).join(', ')}.`;
  if (find('alarm-text').textContent !== text) find('alarm-text').textContent = text;
  drawHint();
}

/** The record of the topmost pager of the shown window, or null. */
function topPager() {
  if (viewer.window === null) return null;
  for (const id of viewer.state.frontToBack(viewer.window)) {
    const record = viewer.state.controllers.get(id);
    if (record?.kind === 'pager' && viewer.state.isVisible(id)) return record;
  }
  return null;
}

/** Says that the wall does not follow the book, if it does not for some seconds. */
function drawHint() {
  const isBehind = viewer.mayCommand && link.book?.lists !== undefined && [...lists.values()].some((list) => !list.isFollowed);
  behindSince = isBehind ? behindSince ?? Date.now() : null;
  const isLate = behindSince !== null && Date.now() - behindSince > LAG;
  const text = restriction(link.book)
    || (isLate ? 'The wall shows other pages than the book. To let it follow the book, use pagerd up, or pagerctl apply BOOK --watch.' : '');
  find('hint').hidden = text === '';
  if (find('hint').textContent !== text) find('hint').textContent = text;
}

link.addEventListener('changed', drawBook);
viewer.addEventListener('drawn', drawState);
viewer.addEventListener('applied', drawState);
setInterval(() => (isMissed ? drawBook() : drawState()), 2000);

find('previous').onclick = () => viewer.turn('previous');
find('next').onclick = () => viewer.turn('next');
find('pause').onclick = () => {
  const pager = topPager();
  if (pager) viewer.command(find('pause').ariaPressed === 'true' ? 'pager.resume' : 'pager.pause', { id: pager.id });
};

// The alarm.

/** Replaces the options of a choice. @param {HTMLSelectElement} select @param {[string, string][]} options */
function offer(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

find('alarm').onclick = () => {
  const { state } = viewer;
  const pages = [...state.controllers.values()].filter(({ id, kind }) => kind === 'view' && !state.isAlarm(id));
  offer(find('alarm-page'), [[MESSAGE, 'a message'], ...pages.map(({ id }) => [id, state.title(id)])]);
  offer(find('alarm-window'), [...state.windows.keys()].map((id) => [id, `the window ${id}`]));
  find('alarm-window').value = viewer.window ?? '';
  find('alarm-words').hidden = false;
  find('alarm-seconds').value = '';
  find('alarm-dialog').showModal();
  find('alarm-message').focus();
};
/** Returns a text as a content whose first line is a heading. @param {string} words */
function inLarge(words) {
  return { type: 'text/markdown', body: `# ${words.replace(/[!-\/:-@[-`{-~]/g, '\\$&').replaceAll('\n', '\n\n')}` };
}

find('alarm-page').onchange = () => {
  find('alarm-words').hidden = find('alarm-page').value !== MESSAGE;
};
find('alarm-dialog').onclose = () => {
  const dialog = find('alarm-dialog');
  const isShown = dialog.returnValue === 'show';
  dialog.returnValue = '';
  if (!isShown) return;
  const id = find('alarm-page').value;
  const record = viewer.state.controllers.get(id);
  const words = find('alarm-message').value.trim() || 'Alarm';
  const content = id === MESSAGE ? inLarge(words) : record?.content ?? {};
  const title = id === MESSAGE ? words.split('\n')[0].slice(0, 80) : viewer.state.title(id);
  const seconds = find('alarm-seconds').value === '' ? null : find('alarm-seconds').valueAsNumber;
  report(() => alarm.begin(content, title, find('alarm-window').value, seconds), 'The alarm is shown.');
};
find('alarm-off').onclick = () => report(() => alarm.end(), 'The alarm has ended.');

// Files.

/** Asks whether a file is to be replaced. @param {string} name @returns {Promise<boolean>} */
function mayReplace(name) {
  const dialog = find('replace');
  find('replace-text').textContent = `There is a file ${name} already.`;
  const { promise, resolve } = Promise.withResolvers();
  dialog.onclose = () => {
    resolve(dialog.returnValue === 'replace');
    dialog.returnValue = '';
  };
  dialog.showModal();
  return promise;
}

async function upload(files) {
  const list = link.book?.lists?.at(-1);
  for (const file of files) {
    const tell = (part) => say(`${file.name}: ${Math.round(100 * part)} %`);
    const send = (replace) => report(() => link.upload(file, replace, list?.id ?? '', tell), `${file.name} is stored.`);
    tell(0);
    if (await send(false)) continue;
    if (!find('note').textContent.startsWith('there is a file')) return;
    if (await mayReplace(file.name)) {
      if (!await send(true)) return;
    } else {
      say(`${file.name} is kept as it was.`);
    }
  }
}

find('files').onchange = async () => {
  await upload([...find('files').files]);
  find('files').value = '';
};
find('upload').onsubmit = (event) => event.preventDefault();
addEventListener('dragover', (event) => {
  if (![...event.dataTransfer.types].includes('Files')) return;
  event.preventDefault();
  find('upload').classList.add('over');
});
addEventListener('dragleave', () => find('upload').classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  find('upload').classList.remove('over');
  if (!find('upload').hidden) upload([...event.dataTransfer.files]);
});

const { search } = location;
find('screen').href = `/${search}`;

export { alarm, link, lists, viewer };
