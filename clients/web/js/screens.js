/** The list of screens in the inspector: what each screen shows, and its errors. */

/** The milliseconds between two requests. */
const PAUSE = 2000;

export class Screens {
  /** @param {HTMLElement} list @param {import('./viewer.js').Viewer} viewer */
  constructor(list, viewer) {
    this.list = list;
    viewer.link.addEventListener('screens', ({ detail }) => this.draw(detail));
    setInterval(() => viewer.mayCommand && viewer.link.send({ screens: true }), PAUSE);
  }

  draw(screens) {
    const rows = screens.map((screen) => {
      const row = document.createElement('li');
      const place = `${screen.width} x ${screen.height}, ${screen.right}, ${screen.lastSeen} s ago, `
        + (screen.offlineCopy ? 'keeps an offline copy' : 'no offline copy');
      const error = screen.errors > 0 ? `, ${screen.errors} errors, the latest: ${screen.error}` : '';
      const name = screen.name || screen.address;
      if (screen.offline) {
        row.textContent = `${name}: offline, seen ${screen.lastSeen} s ago`;
        row.classList.add('failed');
        return row;
      }
      row.textContent = `${name}: ${screen.window || 'no window'} shows ${screen.page || 'nothing'} (${place}${error})`;
      row.classList.toggle('failed', screen.errors > 0);
      return row;
    });
    if (rows.length === 0) {
      rows.push(document.createElement('li'));
      rows[0].textContent = 'No screen is open.';
    }
    this.list.replaceChildren(...rows);
  }
}
