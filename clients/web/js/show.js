/** The page that shows a window full-screen. */
import { Screen } from './screen.js';
import { Talk } from './talk.js';
import { listenForTalk } from './talk-keys.js';
import { Viewer } from './viewer.js';
import { keepScreenOn } from './wake-lock.js';

const find = (id) => document.getElementById(id);
const viewer = new Viewer({ stage: find('stage'), status: find('status'), voice: find('voice') });

listenForTalk(new Talk(viewer), viewer);
const screen = new Screen(viewer);

find('next').onclick = () => viewer.turn('next');
find('previous').onclick = () => viewer.turn('previous');
find('full').onclick = () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
};
find('use').onclick = ({ currentTarget }) => {
  const isUsed = document.documentElement.classList.toggle('used');
  currentTarget.setAttribute('aria-pressed', String(isUsed));
};

/** The timer that hides the bar. Mouse movements and the Tab key show the bar again. */
let timer = 0;
addEventListener('pointermove', () => {
  document.documentElement.classList.add('awake');
  clearTimeout(timer);
  timer = setTimeout(() => document.documentElement.classList.remove('awake'), 2500);
});

/** Shows for how long the state has been outdated. */
setInterval(() => {
  const since = viewer.staleSince;
  find('age').hidden = since === null;
  if (since === null) return;
  const seconds = Math.max(0, Math.round((Date.now() - since) / 1000));
  const what = viewer.isCopy ? 'Offline copy, not up to date' : 'Not up to date';
  const isToday = new Date(since).toDateString() === new Date().toDateString();
  const time = new Date(since)[isToday ? 'toLocaleTimeString' : 'toLocaleString']();
  find('age').textContent = `${what}: no contact for ${seconds} s, since ${time}`;
}, 500);

keepScreenOn();

/** Sets the title of the browser tab to the shown page and the window. */
viewer.addEventListener('drawn', () => {
  const { page } = viewer;
  const title = [viewer.state.title(page), viewer.window ?? '', 'pagerview'].filter(Boolean).join(' - ');
  if (document.title !== title) document.title = title;
});

export { screen, viewer };
