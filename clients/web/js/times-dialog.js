/** The dialog in which an operator sets when a page is shown: its schedule in the book. */

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** The fields for lists, which are written with commas. */
const LISTS = ['hours', 'dates'];

export class TimesDialog {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(change: object) => Promise<string|null>} save returns why a change is refused, or null
   */
  constructor(dialog, save) {
    this.dialog = dialog;
    this.save = save;
    /** @type {import('./book-link.js').Page|null} */
    this.page = null;
    dialog.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      const { value } = event.submitter ?? {};
      if (value === 'cancel') dialog.close();
      else this.write(value === 'always' ? null : this.schedule);
    };
  }

  /** @param {import('./book-link.js').Page} page */
  open(page) {
    this.page = page;
    const { days, timeZone } = page.schedule ?? {};
    const due = days === undefined ? DAYS : [days].flat();
    this.find('title').textContent = page.title;
    for (const box of this.dialog.querySelectorAll('[name=day]')) box.checked = due.includes(box.value);
    for (const name of LISTS) this.find(name).value = [page.schedule?.[name] ?? []].flat().join(', ');
    this.find('zone').value = timeZone ?? '';
    this.find('problem').textContent = '';
    this.dialog.showModal();
  }

  /** What the fields say, or null for a page that is always shown. @returns {object|null} */
  get schedule() {
    const days = [...this.dialog.querySelectorAll('[name=day]:checked')].map(({ value }) => value);
    const found = {};
    if (days.length > 0 && days.length < DAYS.length) found.days = days;
    for (const name of LISTS) {
      const list = this.find(name).value.split(',').map((one) => one.trim()).filter(Boolean);
      if (list.length > 0) found[name] = list.length === 1 ? list[0] : list;
    }
    const zone = this.find('zone').value.trim();
    if (zone && Object.keys(found).length > 0) found.timeZone = zone;
    return Object.keys(found).length > 0 ? found : null;
  }

  async write(schedule) {
    const problem = await this.save({ schedule: this.page.id, value: schedule });
    if (problem === null) this.dialog.close();
    else this.find('problem').textContent = problem;
  }

  find(name) {
    return this.dialog.querySelector(`#times-${name}`);
  }
}
