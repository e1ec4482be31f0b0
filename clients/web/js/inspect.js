/** The inspector page, which shows the state and events and has a button for every command. */
import { Audience, shapeOf } from './audience.js';
import { Commands } from './commands.js';
import { CommandError } from './link.js';
import { Problems } from './problems.js';
import { Screens } from './screens.js';
import { Stream } from './stream.js';
import { Timeline } from './timeline.js';
import { Tree } from './tree.js';
import { Viewer } from './viewer.js';

const find = (id) => document.getElementById(id);
const viewer = new Viewer({ stage: find('stage'), status: find('status'), voice: find('voice') });

const tree = new Tree(find('tree'), viewer);
const stream = new Stream({
  list: find('events'), filter: find('event-filter'), categories: find('categories'),
  pause: find('pause'), count: find('count'),
}, viewer);
new Timeline(find('timeline'), viewer);
new Screens(find('screens'), new Audience(viewer));
new Problems(find('problems'), viewer);
const commands = new Commands({
  list: find('commands'), filter: find('command-filter'), form: find('form'),
  output: find('output'),
}, viewer);

/** Gives the small stage the shape of the shown window. */
viewer.addEventListener('drawn', () => {
  find('stage').style.setProperty('--shape', shapeOf(viewer.state.windows.get(viewer.window)?.size));
});

/** Requests the daemon's description, which contains the list of commands. */
viewer.addEventListener('loaded', async () => {
  const { hello } = viewer;
  find('daemon').textContent =
    `${hello.name} · pagerd ${hello.version} · iOS ${hello.uikit} · ${hello.clock} clock`;
  find('watching').hidden = viewer.link.mayCommand;
  commands.permit(viewer.link.mayCommand);
  // Without a connection there is no description; it is requested again after the next snapshot.
  const described = await viewer.link.request('server.describe').catch((error) => {
    if (error instanceof CommandError) return null;
    throw error;
  });
  if (described === null) return;
  commands.offer(described.methods);
  stream.offer([...new Set(described.events.map((event) => event.category))]);
});

find('tree').addEventListener('chosen', ({ detail }) => {
  const record = viewer.state.controllers.get(detail) ?? viewer.state.windows.get(detail);
  find('record').textContent = JSON.stringify(record, null, 2);
});

export { tree, viewer };
