/**
 * The alarm of the operator's page: a page over everything else, with the controllers and marks of
 * `pagerctl alarm`, so that each can end the other's.
 */
import { Refused } from './book-link.js';
import { freeID } from './ids.js';
import { ALARM } from './state.js';

export class Alarm {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
  }

  /** The windows that show an alarm. @returns {{window: string, id: string, presenter: string}[]} */
  get shown() {
    const { state } = this.viewer;
    return [...state.windows.keys()].flatMap((window) => {
      const alarm = state.alarm(window);
      return alarm ? [{ window, ...alarm }] : [];
    });
  }

  /**
   * Shows an alarm in a window, in place of another one.
   * @param {object|string} content of the page @param {string} title @param {string} window
   * @param {number|null} seconds after which it ends by itself; null for one that lasts
   */
  async begin(content, title, window, seconds) {
    const { state } = this.viewer;
    const { root } = state.windows.get(window) ?? {};
    if (!root) throw new Refused(`The window ${window} shows nothing; apply a book first.`);
    const old = state.alarm(window);
    const theme = state.controllers.get(root)?.content?.theme;
    const shown = typeof content === 'object' ? content : { type: 'text/plain', body: String(content) };
    const page = { kind: 'view', title, content: { ...(theme ? { theme } : {}), ...shown, alarm: true } };
    const from = old?.presenter ?? state.presentedIn(window).at(-1) ?? root;
    const ids = this.ids(window, old);
    await this.batch([
      ...(old ? this.ending(old) : []),
      ...creation(ids, page, this.pauses(window, from, old), seconds),
      command('modal.present', {
        from, controller: ids.alarm, style: 'fullScreen', animated: false, interruption: 'replace',
      }),
    ]);
    await this.removeRest();
  }

  /** Ends all alarms. */
  async end() {
    const { shown } = this;
    if (shown.length > 0) await this.batch(shown.flatMap((one) => this.ending(one)));
    await this.removeRest();
  }

  /** Returns the commands that end an alarm. One with a time limit is a pager with pages. */
  ending({ id, presenter }) {
    return [
      command('modal.dismiss', { id: presenter, animated: false, interruption: 'replace' }),
      ...this.removal(id),
    ];
  }

  /** Returns the commands that remove an alarm that is not shown. */
  removal(id) {
    const pages = this.viewer.state.controllers.get(id)?.pages ?? [];
    return [
      ...(pages.length > 0 ? [command('pager.setPages', { id, pages: [] })] : []),
      ...[id, ...pages].map((one) => command('controller.destroy', { id: one })),
    ];
  }

  /** Removes the alarms that have ended by themselves. What a client uses elsewhere stays. */
  async removeRest() {
    const { state } = this.viewer;
    const rest = [...state.controllers.values()].filter(({ id, kind, parent, superview, presentingViewController }) =>
      state.isAlarm(id) && kind === 'pager' && !(parent ?? superview ?? presentingViewController)
      && ![...state.presented.values()].includes(id));
    for (const { id } of rest) await this.batch(this.removal(id)).catch(() => {});
  }

  /** Returns free ids for an alarm and its parts, or those of the old one, which it replaces. */
  ids(window, old) {
    const { state } = this.viewer;
    const gone = new Set(old ? [old.id, ...(state.controllers.get(old.id)?.pages ?? [])] : []);
    const taken = new Set();
    const free = (wish) => {
      const id = freeID(wish, (one) => taken.has(one) || (state.container(one) && !gone.has(one)));
      taken.add(id);
      return id;
    };
    const name = `${ALARM}${window}`;
    return { alarm: free(name), page: free(`${name}-on`), end: free(`${name}-off`) };
  }

  /**
   * Returns the reactions with which an alarm pauses the pagers that stay visible below it, such as
   * those below a sheet, and resumes them when it ends.
   */
  pauses(window, presenter, old) {
    const { state } = this.viewer;
    const resumed = new Set((state.controllers.get(old?.id)?.on?.viewDidDisappear ?? [])
      .filter(({ method }) => method === 'pager.resume').map(({ params }) => params?.id));
    const pagers = [...state.controllers.values()].filter((one) =>
      one.kind === 'pager' && typeof one.autoAdvance === 'number' && state.visibleIn(one.id) === window
      && !state.isAlarm(one.id) && this.family(one.id) !== presenter
      && (resumed.has(one.id) || !(one.paused || (one.autoAdvanceHeld && one.autoAdvanceOnInteraction === 'stop'))));
    if (pagers.length === 0) return {};
    const steps = (method) => pagers.map(({ id }) => command(method, { id }));
    return { on: { viewWillAppear: steps('pager.pause'), viewDidDisappear: steps('pager.resume') } };
  }

  /** Returns the outermost ancestor of a controller. @param {string} id */
  family(id, depth = 0) {
    const { parent } = this.viewer.state.controllers.get(id) ?? {};
    return typeof parent === 'string' && depth < 512 ? this.family(parent, depth + 1) : id;
  }

  batch(commands) {
    return this.viewer.link.request('batch', { commands, atomic: true });
  }
}

/**
 * Returns the commands that create an alarm. One with a time limit is a pager that dismisses itself
 * when it turns to its second page, so it ends although this browser is gone.
 */
function creation({ alarm, page, end }, shown, pauses, seconds) {
  if (seconds === null) return [command('controller.create', { id: alarm, ...shown, ...pauses })];
  const content = { alarm: true };
  // The first ends what may be presented over the alarm, or else the alarm.
  const ending = command('modal.dismiss', { id: alarm, animated: false });
  return [
    command('controller.create', { id: page, ...shown }),
    command('controller.create', { id: end, kind: 'view', content, on: { viewWillAppear: [ending, ending] } }),
    command('controller.create', {
      id: alarm, kind: 'pager', content, autoAdvance: seconds, swipeEnabled: false, isDefault: false,
      transition: { forward: 'none', backward: 'none' }, ...pauses,
    }),
    command('pager.setPages', { id: alarm, pages: [page, end] }),
  ];
}

function command(method, params) {
  return { method, params };
}
