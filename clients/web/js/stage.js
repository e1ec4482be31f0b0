/**
 * Draws a window: one element for each view, nested like the views, with its content inside. The
 * window fills the stage, and frames inside it are relative to their superview's size.
 *
 *     .view > .clip > .inner > .content     clip and inner move only in a curl
 *                              .subviews
 */
import { drawContent, isSomething, prepare, resolve } from './content.js';
import { fitAll } from './fit.js';
import { covering, keepClear, reaching } from './safe-area.js';
import { isUndimmed } from './sheet.js';
import { stepOf } from './steps.js';
import { applyTheme, inherited, themeOf } from './theme.js';
import { ownMatrix } from './transform.js';

/** @typedef {{id: string, outer: HTMLElement, clip: HTMLElement, inner: HTMLElement,
 *   content: HTMLElement, subviews: HTMLElement, drawn: unknown, title: string}} View */

export class Stage {
  /**
   * @param {HTMLElement} root @param {import('./state.js').State} state
   * @param {{wanted: string|null, folder: () => string, bars: import('./bars.js').Bars|null}}
   *   options
   */
  constructor(root, state, options) {
    this.root = root;
    this.state = state;
    this.options = options;
    /** @type {Map<string, View>} */
    this.views = new Map();
    /** The current theme of each element, as JSON. @type {WeakMap<HTMLElement, string>} */
    this.dressed = new WeakMap();
    /** The id of the shown window, or null. */
    this.window = null;
  }

  /**
   * Updates the elements from the state.
   * @param {Set<string>} staying ids of visible views that are no longer in the state
   */
  draw(staying) {
    const record = this.state.shownWindow(this.options.wanted);
    this.window = record?.id ?? null;
    this.root.classList.toggle('empty', record === null);
    const shown = new Set();
    if (record) {
      const { id, size } = record;
      this.dress(this.root, this.state.controllers.get(record.root)?.content);
      this.place(this.root, id, { size, covered: covering(record) }, staying, shown, 0);
    }
    for (const [id, view] of this.views) {
      if (shown.has(id) || staying.has(id)) continue;
      // A staying view inside a removed view is removed together with it.
      view.outer.remove();
      this.views.delete(id);
    }
  }

  /** Sorts the subviews of a view or window. Does not move views that are in the right place. */
  place(parent, superview, { size, covered }, staying, shown, depth) {
    if (depth > 512) return;
    const placed = [];
    let cursor = parent.firstElementChild;
    const list = this.state.subviews.get(superview) ?? [];
    const covers = new Set([...this.state.presented.values()].filter((id) => {
      const record = this.state.record(id);
      return record && !isUndimmed(record, size);
    }));
    const cover = list.findLastIndex((id) => covers.has(id));
    for (const [index, id] of list.entries()) {
      const record = this.state.record(id);
      if (!record || shown.has(id)) continue;
      shown.add(id);
      const view = this.views.get(id) ?? this.make(id);
      while (cursor && cursor !== view.outer && staying.has(cursor.dataset.view)) {
        cursor = cursor.nextElementSibling;
      }
      if (cursor === view.outer) cursor = cursor.nextElementSibling;
      else parent.insertBefore(view.outer, cursor);
      this.fill(view, record, size);
      const isLeaving =
        record.appearance === 'disappearing' || record.appearance === 'disappeared';
      // Views below a presented view receive no input until that view is removed.
      view.outer.inert = isLeaving || index < cover;
      placed.push({ view, record });
    }
    // Subviews are placed after all siblings, because a view may move into a former neighbour.
    for (const { view, record } of placed) {
      const inside = { size: record.frame, covered: reaching(covered, size, record) };
      keepClear(view, inside.covered, record.frame);
      this.place(view.subviews, view.id, inside, staying, shown, depth + 1);
    }
  }

  /** @returns {View} */
  make(id) {
    const element = (name, parent) => {
      const made = document.createElement('div');
      made.className = name;
      parent?.append(made);
      return made;
    };
    const outer = element('view');
    outer.dataset.view = id;
    const clip = element('clip', outer);
    const inner = element('inner', clip);
    const content = element('content', inner);
    const subviews = element('subviews', inner);
    const view = {
      id, outer, clip, inner, content, subviews, drawn: undefined, title: '',
    };
    this.views.set(id, view);
    return view;
  }

  /** Returns the size of a view's superview. @param {object} record of the view */
  sizeAround({ superview }) {
    const around = this.state.record(superview)?.frame ?? this.state.windows.get(superview)?.size;
    return around ?? { width: 0, height: 0 };
  }

  fill(view, record, size) {
    const { style } = view.outer;
    const { frame } = record;
    const share = (length, whole) => `${whole > 0 ? (length / whole) * 100 : 100}%`;
    style.left = share(frame.x, size.width);
    style.top = share(frame.y, size.height);
    style.width = share(frame.width, size.width);
    style.height = share(frame.height, size.height);
    view.outer.hidden = record.hidden;
    style.opacity = record.alpha === undefined ? '' : record.alpha;
    style.transform = ownMatrix(record);
    if (view.colour !== record.backgroundColor) {
      view.colour = record.backgroundColor;
      // An invalid colour means none, rather than the previous one.
      view.inner.style.backgroundColor = '';
      view.inner.style.backgroundColor = record.backgroundColor ?? '';
      view.outer.classList.toggle('coloured', view.inner.style.backgroundColor !== '');
    }
    view.outer.classList.toggle('clips', record.clipsToBounds === true);
    view.outer.classList.toggle('vertical', record.direction === 'vertical');
    if (!record.kind) return;
    this.fillContent(view, record);
    this.options.bars?.fill(view, record);
    this.options.bars?.name(view.outer, record);
  }

  /** Draws the content again only if it has changed. */
  fillContent(view, record) {
    const isLeaf = record.kind === 'view' && record.children.length === 0;
    const title = record.title ?? record.id;
    this.number(view, record);
    const layout = `${inherited(this.state, record, 'fit')} ${stepOf(this.state, record)}`;
    const changed = view.drawn !== record.content || view.title !== title || view.layout !== layout;
    if (!changed && view.isLeaf === isLeaf) return;
    Object.assign(view, { drawn: record.content, title, isLeaf, layout });
    view.outer.classList.toggle('page', isLeaf || isSomething(record.content));
    this.dress(view.outer, record.content);
    drawContent(view.content, { ...this.pageOf(record), isLeaf });
  }

  /** Shows the number of a page and the progress if the theme of the page has them. */
  number(view, record) {
    const { pages } = this.state.controllers.get(record.parent) ?? {};
    const count = Array.isArray(pages) ? pages.length : 0;
    const place = count > 0 ? pages.indexOf(record.id) : -1;
    const mark = (name, className) => {
      const isShown = place >= 0 && inherited(this.state, record, name) === true;
      if (!isShown && !view[name]) return null;
      if (!view[name]) {
        view[name] = document.createElement('p');
        view[name].className = className;
        view.inner.append(view[name]);
      }
      view[name].hidden = !isShown;
      return view[name];
    };
    const number = mark('numbers', 'page-number');
    if (number) number.textContent = `${place + 1} / ${count}`;
    const progress = mark('progress', 'page-progress');
    if (progress) progress.style.width = `${((place + 1) / count) * 100}%`;
  }

  pageOf(record) {
    return {
      content: record.content, title: record.title ?? record.id, id: record.id, isLeaf: true,
      folder: this.options.folder(), scrolls: inherited(this.state, record, 'fit') === 'scroll',
      step: stepOf(this.state, record),
    };
  }

  /** Sets the theme of a content on an element, whose descendants inherit it. */
  dress(element, content) {
    const theme = themeOf(content);
    const text = JSON.stringify([theme, this.options.folder()]);
    if (this.dressed.get(element) === text) return;
    if (theme === null && !this.dressed.has(element)) return;
    this.dressed.set(element, text);
    applyTheme(element, theme, (url) => resolve(url, this.options.folder())?.href ?? null);
    fitAll(element);
  }

  /** Loads the content of the pages next to the shown ones. */
  prepare() {
    for (const id of this.views.keys()) {
      const { pages, index } = this.state.controllers.get(id) ?? {};
      if (!Array.isArray(pages) || typeof index !== 'number') continue;
      for (const neighbour of [pages[index + 1], pages[index - 1]]) {
        const record = this.state.controllers.get(neighbour);
        if (record) prepare(this.pageOf(record));
      }
    }
  }

  /** Draws everything again, for example because the addresses of the content have changed. */
  forget() {
    for (const view of this.views.values()) view.outer.remove();
    this.views.clear();
  }
}
