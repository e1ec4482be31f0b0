/** The print page: all slides of a talk, each on a sheet of the size of its window. */
import { Preview } from './preview.js';
import { Talk } from './talk.js';
import { Viewer } from './viewer.js';

const find = (id) => document.getElementById(id);
const viewer = new Viewer({ stage: find('stage'), status: find('status'), voice: find('voice') });
const talk = new Talk(viewer);

/** The maximum time to load pictures and frames, in milliseconds. */
const PATIENCE = 10_000;

/** The number of slides, once all of them are drawn. @type {Promise<number>} */
const ready = new Promise((resolve, reject) => {
  viewer.link.addEventListener('refused', ({ detail }) => reject(new Error(detail)));
  viewer.addEventListener('loaded', () => {
    // The pager is found once its window has been drawn.
    viewer.addEventListener('drawn', () => draw().then(resolve, reject), { once: true });
  }, { once: true });
});
// `pagerview export-pdf` reports the error; on the screen the status line does.
ready.catch(() => {});

async function draw() {
  const { pager } = talk;
  if (!pager) throw new Error('No talk is shown.');
  const { width, height } = viewer.state.windows.get(viewer.window).size;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${width}px ${height}px; margin: 0; }`);
  document.adoptedStyleSheets = [sheet];
  find('sheets').style.setProperty('--width', `${width}px`);
  find('sheets').style.setProperty('--height', `${height}px`);
  for (const id of pager.pages) {
    const page = document.createElement('section');
    const slide = document.createElement('div');
    page.className = 'sheet';
    slide.className = 'stage preview';
    page.append(slide);
    find('sheets').append(page);
    new Preview(slide, viewer).show(viewer.state.controllers.get(id) ?? null, pager);
  }
  await Promise.race([complete(), new Promise((done) => setTimeout(done, PATIENCE))]);
  return pager.pages.length;
}

/** Waits until all texts, pictures and frames are loaded. */
async function complete() {
  while (document.querySelector('#sheets [aria-busy=true]')) {
    await new Promise((done) => setTimeout(done, 20));
  }
  const ended = (element) => new Promise((done) => {
    element.addEventListener('load', done, { once: true });
    element.addEventListener('error', done, { once: true });
  });
  const pictures = [...document.querySelectorAll('#sheets img')].filter((one) => !one.complete);
  await Promise.all([...pictures, ...document.querySelectorAll('#sheets iframe')].map(ended));
}

export { ready, talk, viewer };
