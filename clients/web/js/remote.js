/** A remote control for a phone: the slide, its notes, two large buttons. Swipes turn it, too. */
import { Talk, notesOf } from './talk.js';
import { listenForTalk } from './talk-keys.js';
import { Viewer } from './viewer.js';

const find = (id) => document.getElementById(id);
const viewer = new Viewer({ stage: find('stage'), status: find('status'), voice: find('voice') });
const talk = new Talk(viewer);
listenForTalk(talk, viewer);

viewer.addEventListener('drawn', () => {
  const { number, count } = talk.place;
  find('place').textContent = count > 0 ? `${number} of ${count}` : 'No talk is shown';
  const size = viewer.state.windows.get(viewer.window)?.size;
  find('stage').style.setProperty(
    '--shape', size && size.height > 0 ? size.width / size.height : 1);
  const notes = notesOf(talk.slide(0));
  if (find('notes').textContent !== notes) find('notes').textContent = notes;
  find('black').setAttribute('aria-pressed', String(talk.isBlack));
  for (const id of ['previous', 'next', 'black', 'number']) find(id).disabled = !viewer.mayCommand;
  find('previous').disabled ||= number <= 1;
  find('next').disabled ||= number >= count;
  document.title = count > 0 ? `${number}/${count} - remote` : 'remote';
});

find('previous').onclick = () => talk.turn('previous');
find('next').onclick = () => talk.turn('next');
find('black').onclick = () => talk.toggleBlack();
find('go').onsubmit = (event) => {
  event.preventDefault();
  if (talk.goTo(find('number').valueAsNumber)) {
    find('number').value = '';
    find('number').blur();
  }
};

export { talk, viewer };
