/**
 * The bars of containers: the tabs of a tab bar, and the title of a stack with its back button.
 *
 * The pages of the container become smaller by the size of the bar, so that it covers none of them.
 * A press only sends a command. The bar changes after the daemon has executed the command.
 */

/** @typedef {{root: HTMLElement, room: string, fill: (record: object) => boolean}} Bar */

export class Bars {
  /**
   * @param {import('./state.js').State} state
   * @param {{mayCommand: boolean, command: (method: string, params: object) => void}} commands
   */
  constructor(state, commands) {
    this.state = state;
    this.commands = commands;
    /** @type {WeakMap<object, Bar>} */
    this.made = new WeakMap();
  }

  /**
   * Updates a container's bar from its record.
   * @param {import('./stage.js').View} view @param {object} record
   */
  fill(view, record) {
    const Kind = KINDS.get(record.kind);
    if (!Kind) return;
    let bar = this.made.get(view);
    if (!bar) {
      this.made.set(view, (bar = new Kind(this)));
      // In reading order, a title comes before the page, and tabs come after it.
      if (Kind === Title) view.subviews.before(bar.root);
      else view.subviews.after(bar.root);
    }
    const isShown = bar.fill(record);
    bar.root.hidden = !isShown;
    view.inner.classList.toggle(bar.room, isShown);
  }

  /**
   * Makes a tab the accessible label of its page.
   * @param {HTMLElement} view @param {object} record
   */
  name(view, { id, parent }) {
    const container = this.state.controllers.get(parent);
    if (container?.kind === 'tabBar' && container.controllers?.includes(id)) {
      view.setAttribute('role', 'tabpanel');
      view.setAttribute('aria-labelledby', tabName(id));
    } else if (view.getAttribute('role') === 'tabpanel') {
      view.removeAttribute('role');
      view.removeAttribute('aria-labelledby');
    }
  }
}

/** Returns the id of a tab's element. */
function tabName(id) {
  return `tab-of-${id}`;
}

function element(name, className, parent) {
  const made = document.createElement(name);
  made.className = className;
  parent?.append(made);
  return made;
}

/** A title, and a back button if there is a page to go back to. */
class Title {
  room = 'under-title';

  /** @param {Bars} bars */
  constructor(bars) {
    this.bars = bars;
    this.root = element('div', 'title-bar');
    this.back = element('button', 'back', this.root);
    this.back.type = 'button';
    this.back.addEventListener('click', () =>
      bars.commands.command('navigation.pop', { id: this.id, user: true }));
    this.heading = element('h2', '', this.root);
    this.heading.dir = 'auto';
  }

  fill({ id, controllers = [], barHidden }) {
    this.id = id;
    if (controllers.length === 0 || barHidden === true) return false;
    this.heading.textContent = this.bars.state.title(controllers.at(-1));
    this.back.hidden = controllers.length === 1;
    this.back.disabled = !this.bars.commands.mayCommand;
    if (controllers.length > 1) {
      const title = this.bars.state.title(controllers.at(-2));
      this.back.textContent = title;
      this.back.setAttribute('aria-label', `Back to ${title}`);
    }
    return true;
  }
}

/** Tabs, of which the selected one is marked. Arrow keys move the focus; Enter or Space selects. */
class Tabs {
  room = 'above-tabs';

  /** @param {Bars} bars */
  constructor(bars) {
    this.bars = bars;
    this.root = element('div', 'tab-bar');
    this.root.setAttribute('role', 'tablist');
    this.root.addEventListener('keydown', (event) => this.key(event));
    this.root.addEventListener('click', ({ target }) => {
      const tab = target.closest('button');
      if (!tab) return;
      bars.commands.command('tabBar.select', {
        id: this.id, controller: tab.dataset.controller, user: true,
      });
    });
  }

  fill({ id, controllers = [], selected, title, barHidden }) {
    this.id = id;
    this.root.setAttribute('aria-label', title ?? 'Tabs');
    while (this.root.children.length > controllers.length) this.root.lastElementChild.remove();
    while (this.root.children.length < controllers.length) this.add();
    controllers.forEach((controller, place) => {
      const tab = this.root.children[place];
      const isSelected = controller === selected;
      tab.id = tabName(controller);
      tab.dataset.controller = controller;
      const { badge, disabled } = this.bars.state.controllers.get(controller) ?? {};
      tab.textContent = this.bars.state.title(controller);
      if (typeof badge === 'string') element('span', 'badge', tab).textContent = badge;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.disabled = !this.bars.commands.mayCommand || disabled === true;
      // The Tab key focuses the selected tab; arrow keys focus the other tabs.
      tab.tabIndex = isSelected || (place === 0 && !controllers.includes(selected)) ? 0 : -1;
    });
    return controllers.length > 0 && barHidden !== true;
  }

  add() {
    const tab = element('button', 'tab', this.root);
    tab.type = 'button';
    tab.setAttribute('role', 'tab');
    tab.dir = 'auto';
  }

  key(event) {
    const tabs = [...this.root.children].filter((tab) => !tab.disabled);
    const place = tabs.indexOf(document.activeElement);
    if (place < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = {
      ArrowRight: tabs[(place + 1) % tabs.length], ArrowLeft: tabs.at(place - 1),
      Home: tabs[0], End: tabs.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }
}

/** The kinds of containers that have a bar. */
const KINDS = new Map([['tabBar', Tabs], ['navigation', Title]]);
