/** The page that shows a window full-screen. */
import { showAge } from './age.js';
import { Freeze } from './freeze.js';
import { Interaction } from './interaction.js';
import { OfflineTurns } from './offline-turns.js';
import { PointerMark } from './pointer.js';
import { Screen } from './screen.js';
import { SharedTalk } from './shared-talk.js';
import { Talk } from './talk.js';
import { listenForTalk } from './talk-keys.js';
import { Viewer } from './viewer.js';
import { keepScreenOn } from './wake-lock.js';

const find = (id) => document.getElementById(id);
const viewer = new Viewer({ stage: find('stage'), status: find('status'), voice: find('voice') });

const shared = new SharedTalk(viewer);
listenForTalk(new Talk(viewer), viewer, shared);
new Freeze(viewer, shared);
new PointerMark(find('stage'), shared);
const screen = new Screen(viewer);
new Interaction(viewer);

const asked = new URLSearchParams(location.search);
if (asked.get('offline') !== 'still') new OfflineTurns(viewer);
/** The seconds without contact before the banner appears: the parameter `banner`. */
const BANNER = 10;
const banner = Number(asked.get('banner') ?? BANNER);
viewer.patience = (banner >= 0 ? banner : BANNER) * 1000;
// The public does not see why a page of a wall cannot be shown.
viewer.link.addEventListener('welcome', () => {
  document.documentElement.classList.toggle('quiet', viewer.link.skipsFailures);
});
viewer.player.skips = (pager) => viewer.link.skipsFailures
  && typeof viewer.state.controllers.get(pager)?.autoAdvance === 'number';

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

showAge(find('age'), viewer);
keepScreenOn();

/** Sets the title of the browser tab to the shown page and the window. */
viewer.addEventListener('drawn', () => {
  const { page } = viewer;
  const title = [viewer.state.title(page), viewer.window ?? '', 'pagerview'].filter(Boolean).join(' - ');
  if (document.title !== title) document.title = title;
});

export { screen, viewer };
