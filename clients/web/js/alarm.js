/** The alarm of the operator's page: a page over everything else, as `pagerctl alarm` shows it. */
import { Refused } from './book-link.js';
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

  /** @param {object|string} content of the page @param {string} title @param {string} window */
  begin(content, title, window) {
    const { state } = this.viewer;
    const { root } = state.windows.get(window) ?? {};
    if (!root) throw new Refused(`The window ${window} shows nothing; apply a book first.`);
    const old = state.alarm(window);
    const theme = state.controllers.get(root)?.content?.theme;
    const shown = typeof content === 'object' ? content : { type: 'text/plain', body: String(content) };
    let id = `${ALARM}${window}`.slice(0, 60);
    for (let number = 2; state.record(id) && id !== old?.id; number += 1) id = `${ALARM}${window}`.slice(0, 56) + `-${number}`;
    const from = old?.presenter ?? state.presentedIn(window).at(-1) ?? root;
    return this.batch([
      ...(old ? this.ending(old) : []),
      command('controller.create', { id, kind: 'view', title, content: { ...(theme ? { theme } : {}), ...shown, alarm: true } }),
      command('modal.present', { from, controller: id, style: 'fullScreen', animated: false, interruption: 'replace' }),
    ]);
  }

  /** Ends all alarms. */
  end() {
    return this.batch(this.shown.flatMap((one) => this.ending(one)));
  }

  /** Returns the commands that end an alarm. One with a time limit is a pager with pages. */
  ending({ id, presenter }) {
    const pages = this.viewer.state.controllers.get(id)?.pages ?? [];
    return [
      command('modal.dismiss', { id: presenter, animated: false, interruption: 'replace' }),
      ...(pages.length > 0 ? [command('pager.setPages', { id, pages: [] })] : []),
      ...[id, ...pages].map((one) => command('controller.destroy', { id: one })),
    ];
  }

  batch(commands) {
    return this.viewer.link.request('batch', { commands, atomic: true });
  }
}

function command(method, params) {
  return { method, params };
}
