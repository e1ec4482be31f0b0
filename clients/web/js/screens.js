/** The list of screens in the inspector: what each screen shows, and its errors. */

export class Screens {
  /** @param {HTMLElement} list @param {import('./audience.js').Audience} audience */
  constructor(list, audience) {
    this.list = list;
    audience.addEventListener('changed', ({ detail }) => this.draw(detail));
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
