/** The speaker's view: the slide that is shown, the next one, the notes, a timer and a clock. */
import { Preview } from './preview.js';
import { Talk, notesOf } from './talk.js';
import { listenForTalk } from './talk-keys.js';
import { Timer } from './timer.js';
import { Viewer } from './viewer.js';

const find = (id) => document.getElementById(id);
const viewer = new Viewer({ stage: find('stage'), status: find('status'), voice: find('voice') });
const talk = new Talk(viewer);
const next = new Preview(find('next-slide'), viewer);
const timer = new Timer(find('timer'));
listenForTalk(talk, viewer);

/** The number of the slide that was drawn last, 0 before the first. */
let shown = 0;
viewer.addEventListener('drawn', () => {
  const { number, count } = talk.place;
  const place = count > 0 ? `Slide ${number} of ${count}` : 'No talk is shown';
  if (shown > 0 && number !== shown) timer.begin();
  shown = number;
  find('place').textContent = place;
  find('progress').max = Math.max(count, 1);
  find('progress').value = number;
  const size = viewer.state.windows.get(viewer.window)?.size;
  const shape = size && size.height > 0 ? size.width / size.height : 1;
  for (const id of ['stage', 'next-slide']) find(id).style.setProperty('--shape', shape);
  const notes = notesOf(talk.slide(0));
  if (find('notes').textContent !== notes) find('notes').textContent = notes;
  find('no-notes').hidden = notes !== '' || count === 0;
  next.show(talk.slide(1), talk.pager);
  find('end').hidden = count === 0 || number < count;
  find('black').setAttribute('aria-pressed', String(talk.isBlack));
  document.title = count > 0 ? `${number}/${count} - presenter` : 'presenter';
});

find('previous').onclick = () => talk.turn('previous');
find('next').onclick = () => talk.turn('next');
find('black').onclick = () => talk.toggleBlack();
find('pause').onclick = () => timer.toggle();
find('reset').onclick = () => timer.reset();
find('go').onsubmit = (event) => {
  event.preventDefault();
  if (talk.goTo(find('number').valueAsNumber)) find('number').value = '';
};
for (const [id, factor] of [['smaller', 1 / 1.15], ['larger', 1.15]]) {
  find(id).onclick = () => {
    const size = parseFloat(getComputedStyle(find('notes')).fontSize);
    find('notes').style.fontSize = `${Math.min(80, Math.max(12, size * factor))}px`;
  };
}

const clock = () => {
  const text = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (find('clock').textContent !== text) find('clock').textContent = text;
};
setInterval(clock, 500);
clock();

export { talk, timer, viewer };
