/** The common parts of the pages for speakers: the slide's shape, the notes and the buttons. */
import { showAge } from './age.js';
import { Audience } from './audience.js';
import { Notes } from './notes.js';
import { Pointer, PointerMark } from './pointer.js';
import { SharedTalk } from './shared-talk.js';
import { listenForTalk } from './talk-keys.js';
import { Talk } from './talk.js';
import { Viewer } from './viewer.js';
import { keepScreenOn } from './wake-lock.js';

export const find = (id) => document.getElementById(id);
export const viewer = new Viewer({ stage: find('stage'), status: find('status'), voice: find('voice') });
export const talk = new Talk(viewer);
export const shared = new SharedTalk(viewer);
export const overview = listenForTalk(talk, viewer, shared);
const notes = new Notes(find('notes'), viewer);
const audience = new Audience(viewer);
const showShape = () => document.documentElement.style.setProperty('--shape', audience.shape);
audience.addEventListener('changed', showShape);

keepScreenOn();
showAge(find('age'), viewer);
new PointerMark(find('stage'), shared);
new Pointer(find('point'), find('stage'), shared);
shared.addEventListener('changed', () => {
  find('freeze').ariaPressed = String(shared.frozen !== null);
});
find('freeze').onclick = () => shared.toggleFrozen(talk.pager);

/** The name of the page, such as `presenter`. */
const name = document.title;

viewer.addEventListener('drawn', () => {
  const { number, count } = talk.place;
  showShape();
  notes.show(talk.slide(0));
  find('black').setAttribute('aria-pressed', String(talk.isBlack));
  document.title = count > 0 ? `${number}/${count} - ${name}` : name;
});

find('previous').onclick = () => talk.turn('previous');
find('next').onclick = () => talk.turn('next');
find('black').onclick = () => talk.toggleBlack();
find('go').onsubmit = (event) => {
  event.preventDefault();
  if (!talk.goTo(find('number').valueAsNumber)) return;
  find('number').value = '';
  // The next keys turn slides again.
  document.activeElement.blur();
};
