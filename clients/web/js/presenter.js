/** The speaker's view: the slide that is shown, the next one, the notes, a timer and a clock. */
import { Preview } from './preview.js';
import { find, overview, shared, talk, viewer } from './talk-page.js';
import { RemoteCode } from './remote-code.js';
import { Timer } from './timer.js';

const next = new Preview(find('next-slide'), viewer);
const timer = new Timer({ timer: find('timer'), left: find('left'), length: find('length') }, shared);

find('overview').onclick = () => overview.toggle();
new RemoteCode({
  button: find('phone'), dialog: find('remote'), code: find('remote-code'), text: find('remote-text'),
}, viewer);

/** The number of the last drawn slide; 0 before the first. */
let shown = 0;
viewer.addEventListener('drawn', () => {
  const { number, count } = talk.place;
  const place = count > 0 ? `Slide ${number} of ${count}` : 'No talk is shown';
  if (shown > 0 && number !== shown) timer.begin();
  shown = number;
  find('place').textContent = place;
  find('progress').max = Math.max(count, 1);
  find('progress').value = number;
  find('no-notes').hidden = find('notes').textContent !== '' || count === 0;
  find('no-notes').textContent = viewer.mayCommand
    ? 'This slide has no notes.' : 'The notes are hidden, because this link is only for watching.';
  next.show(talk.slide(1), talk.pager);
  find('end').hidden = count === 0 || number < count;
});

find('pause').onclick = () => timer.toggle();
find('reset').onclick = () => find('confirm').showModal();
find('confirm').addEventListener('close', () => {
  if (find('confirm').returnValue === 'reset') timer.reset();
  find('confirm').returnValue = '';
});

/** Whether the timer stands still because the screens are black. */
let isStopped = false;
viewer.addEventListener('drawn', () => {
  if (talk.isBlack && timer.isRunning && find('black-stops').checked) {
    timer.toggle();
    isStopped = true;
  } else if (!talk.isBlack && isStopped) {
    if (!timer.isRunning) timer.toggle();
    isStopped = false;
  }
});
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

export { shared, talk, timer, viewer };
