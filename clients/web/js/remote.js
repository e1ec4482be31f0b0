/** A remote control for a phone: the slide, its notes, two large buttons, and swipes. */
import { find, shared, talk, viewer } from './talk-page.js';
import { Timer } from './timer.js';

new Timer({ timer: find('timer'), left: find('left'), length: find('length') }, shared);

viewer.addEventListener('drawn', () => {
  const { number, count } = talk.place;
  find('place').textContent = count > 0 ? `${number} of ${count}` : 'No talk is shown';
  for (const id of ['previous', 'next', 'black', 'freeze', 'point', 'number']) find(id).disabled = !viewer.mayCommand;
  find('previous').disabled ||= number <= 1;
  find('next').disabled ||= number >= count;
});

// Hides the phone's keyboard after the number of a slide was entered.
find('go').addEventListener('submit', () => {
  if (find('number').value === '') find('number').blur();
});

export { shared, talk, viewer };
