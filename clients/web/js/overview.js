/** An overview of all slides of a talk, in this browser alone. The key O opens and closes it. */
import { shapeOf } from './audience.js';
import { Preview } from './preview.js';

/** The maximum number of shown slides. */
const MOST = 1000;

export class Overview {
  /** @param {import('./talk.js').Talk} talk */
  constructor(talk) {
    this.talk = talk;
    this.dialog = document.createElement('dialog');
    this.dialog.className = 'overview';
    this.dialog.setAttribute('aria-label', 'All slides');
    this.list = document.createElement('ol');
    this.dialog.append(this.list);
    this.dialog.addEventListener('keydown', (event) => this.key(event));
    this.dialog.addEventListener('close', () => this.list.replaceChildren());
    document.body.append(this.dialog);
    // An alarm is shown over everything else.
    talk.viewer.addEventListener('drawn', () => this.dialog.open && talk.isAlarm && this.dialog.close());
  }

  toggle() {
    if (this.dialog.open) this.dialog.close();
    else this.open();
  }

  open() {
    const { pager, viewer } = this.talk;
    if (!pager) return;
    // The slides have the shape of the shown one.
    const { width, height } = viewer.stage.root.getBoundingClientRect();
    this.list.style.setProperty('--shape', shapeOf({ width, height }));
    // A slide is drawn only when it becomes visible.
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        target.preview.show(viewer.state.controllers.get(target.dataset.page) ?? null, pager);
      }
    }, { root: this.dialog, rootMargin: '50%' });
    const items = pager.pages.slice(0, MOST).map((id, index) => this.item(id, index, observer));
    this.list.replaceChildren(...items);
    this.dialog.showModal();
    this.list.children[pager.index]?.querySelector('button').focus();
  }

  item(id, index, observer) {
    const { talk } = this;
    const { viewer } = talk;
    const item = document.createElement('li');
    const slide = document.createElement('div');
    slide.className = 'stage preview';
    slide.inert = true;
    slide.dataset.page = id;
    slide.preview = new Preview(slide, viewer);
    observer.observe(slide);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = index + 1;
    button.setAttribute('aria-label', `Slide ${index + 1}: ${viewer.state.title(id)}`);
    if (index === talk.pager.index) button.setAttribute('aria-current', 'true');
    button.onclick = () => {
      talk.goTo(index + 1);
      this.dialog.close();
    };
    item.append(slide, button);
    return item;
  }

  /** Moves the focus by arrow keys, also up and down. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...this.list.querySelectorAll('button')];
    const place = buttons.indexOf(document.activeElement);
    const columns = getComputedStyle(this.list).gridTemplateColumns.split(' ').length;
    const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
    const target = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1
      : event.key in moves ? place + moves[event.key] : null;
    if (event.key === 'o') this.dialog.close();
    else if (target === null) return;
    else buttons[target]?.focus();
    event.preventDefault();
  }
}
