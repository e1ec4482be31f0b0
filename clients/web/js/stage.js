/**
 * Draws a window: one element for each view, nested like the views, with its content inside. The
 * window fills the stage, and frames inside it are relative to their superview's size.
 *
 *     .view > .clip > .inner > .content     clip and inner move only in a curl
 *                              .subviews
 */
import { renew, resolve } from './addresses.js';
import {
  drawContent, forgetEarly, isSomething, needsFrame, needsVideo, prepare, refresh, refreshPictures, shows,
} from './content.js';
import { fitAll } from './fit.js';
import { Neighbours } from './neighbours.js';
import { arrange } from './order.js';
import { drawn } from './pending.js';
import { covering, keepClear, reaching } from './safe-area.js';
import { isUndimmed } from './sheet.js';
import { stepOf } from './steps.js';
import { applyTheme, inherited, themeOf } from './theme.js';
import { ownMatrix, transformed } from './transform.js';

/** The maximum number of views behind presentations whose elements stay in the document. */
const MOST_KEPT = 8;
/** The maximum number of pages with frames that are loaded before they are shown. */
const MOST_PREPARED = 8;
const NONE = { top: 0, left: 0, bottom: 0, right: 0 };

/**
 * @typedef {{id: string, outer: HTMLElement, clip: HTMLElement, inner: HTMLElement,
 *   content: HTMLElement, subviews: HTMLElement, drawn: unknown, title: string,
 *   covered: import('./safe-area.js').Insets, hasAppeared: boolean, isPrepared: boolean}} View
 *   `covered`: the insets of its subviews
 */

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
    this.neighbours = new Neighbours(state);
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
    this.keep(staying, shown);
    this.neighbours.find(shown);
    for (const [id, view] of this.views) {
      if (shown.has(id) || staying.has(id) || this.isPreparing(view)) continue;
      // A staying view inside a removed view is removed together with it.
      discard(view);
      this.views.delete(id);
    }
  }

  /**
   * Keeps the elements of views that the state has removed from the window: those in a page turn
   * that is still drawn, and presenters, such as the pages behind an alarm, so that they need not
   * load again.
   */
  keep(staying, shown) {
    const isPresenter = (id) => this.state.presented.has(id) && this.state.record(id)?.superview === null;
    const removed = [...this.views.values()].filter(({ id, outer }) =>
      !shown.has(id) && outer.isConnected && (staying.has(id) || isPresenter(id)));
    let count = 0;
    for (const view of removed) {
      const record = this.state.record(view.id);
      if (!staying.has(view.id)) {
        count += 1;
        if (count > MOST_KEPT) continue;
        conceal(view, 'kept');
      }
      if (shown.has(view.id) || !record) continue;
      shown.add(view.id);
      const inside = { size: record.frame, covered: view.covered };
      this.place(view.subviews, view.id, inside, staying, shown, 0);
    }
  }

  /** Returns whether a view with a frame waits, loaded and hidden, until its page is shown. */
  isPreparing(view) {
    // A page that has been shown is loaded again, as it may be old when it is shown next.
    if (view.hasAppeared || !this.neighbours.next.has(view.id)) return false;
    if (!view.isPrepared && !needsFrame(this.pageOf(this.state.record(view.id)))) return false;
    view.isPrepared = true;
    conceal(view, 'prepared');
    return true;
  }

  /** Sorts the subviews of a view or window. Does not move views that are in the right place. */
  place(parent, superview, { size, covered }, staying, shown, depth) {
    if (depth > 512) return;
    const placed = [];
    const list = this.state.subviews(superview);
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
      placed.push({ view, record, index });
    }
    arrange(parent, placed.map(({ view }) => view.outer));
    for (const { view, record, index } of placed) {
      view.isPrepared = false;
      view.hasAppeared ||= record.appearance === 'appeared';
      view.outer.classList.remove('prepared', 'kept');
      this.fill(view, record, size);
      const isLeaving =
        record.appearance === 'disappearing' || record.appearance === 'disappeared';
      // Views below a presented view receive no input until that view is removed.
      view.outer.inert = isLeaving || index < cover;
    }
    // Subviews are placed after all siblings, because a view may move into a former neighbour.
    for (const { view, record } of placed) {
      const inside = { size: record.frame, covered: reaching(covered, size, record) };
      view.covered = inside.covered;
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
      id, outer, clip, inner, content, subviews, drawn: undefined, title: '', covered: NONE,
      hasAppeared: false, isPrepared: false,
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
    const rest = transformed(this.state, record);
    style.opacity = record.alpha === undefined && !rest ? '' : (record.alpha ?? 1) * (rest?.opacity ?? 1);
    style.transform = rest?.transform ?? ownMatrix(record);
    view.outer.classList.toggle('transformed', rest !== null);
    if (view.colour !== record.backgroundColor) {
      view.colour = record.backgroundColor;
      // An invalid colour means none, rather than the previous one.
      view.inner.style.backgroundColor = '';
      view.inner.style.backgroundColor = record.backgroundColor ?? '';
      view.outer.classList.toggle('coloured', view.inner.style.backgroundColor !== '');
    }
    view.outer.classList.toggle('clips', record.clipsToBounds === true);
    const isSheet = this.state.presented.size > 0 && [...this.state.presented.values()].includes(record.id);
    const { prefersGrabberVisible, preferredCornerRadius } = (isSheet && record.sheet) || {};
    view.outer.classList.toggle('grabber', prefersGrabberVisible === true);
    const isRound = typeof preferredCornerRadius === 'number';
    view.inner.style.borderRadius = isRound ? `${preferredCornerRadius}px ${preferredCornerRadius}px 0 0` : '';
    view.inner.classList.toggle('round', isRound);
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
    const { autoAdvance } = this.state.controllers.get(record.parent) ?? {};
    view.outer.classList.toggle('wall', typeof autoAdvance === 'number');
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
    const pictureAt = (url) => resolve(url, this.options.folder())?.current ?? null;
    const pictures = [theme?.logo, theme?.picture].filter((url) => typeof url === 'string');
    const text = JSON.stringify([theme, this.options.folder(), pictures.map(pictureAt)]);
    if (this.dressed.get(element) === text) return;
    if (theme === null && !this.dressed.has(element)) return;
    this.dressed.set(element, text);
    applyTheme(element, theme, pictureAt);
    fitAll(element);
  }

  /**
   * Loads the content of the pages next to the shown ones.
   * @param {boolean} isIdle whether no page turn is drawn, so that frames may be loaded
   */
  prepare(isIdle) {
    for (const [id, container] of this.neighbours.all) {
      const record = this.state.controllers.get(id);
      if (!record || this.views.get(id)?.isPrepared === false) continue;
      if (record.superview !== null && record.superview !== container) continue;
      const page = this.pageOf(record);
      const isNext = this.neighbours.next.has(id);
      if (needsFrame(page)) {
        if (isNext && isIdle) this.prepareView(record);
      } else if (isNext || !needsVideo(page)) prepare(page);
    }
  }

  /**
   * Draws a page in a hidden view, which is in the place where it is shown later.
   * @param {object} record @returns {View|null} null if it has no place
   */
  prepareView(record) {
    const found = this.views.get(record.id);
    if (found?.isPrepared === false) return found;
    const container = this.state.controllers.get(this.neighbours.next.get(record.id));
    const around = container && (this.views.get(container.id) ?? this.prepareView(container));
    if (!around) return null;
    let view = found;
    if (!view) {
      if ([...this.views.values()].filter(({ isPrepared }) => isPrepared).length >= MOST_PREPARED) return null;
      view = this.make(record.id);
      view.isPrepared = true;
      conceal(view, 'prepared');
      around.subviews.append(view.outer);
    }
    const { frame: size, pages, index } = container;
    // A container that is not shown yet has not laid out its page.
    const shown = around.isPrepared ? null : this.state.record(pages?.[index]);
    const frame = shown?.frame ?? { ...size, x: 0, y: 0 };
    this.fill(view, { ...record, frame }, size);
    view.covered = reaching(around.covered, size, { ...record, frame });
    keepClear(view, view.covered, frame);
    return view;
  }

  /**
   * Shows the latest versions of files that have changed.
   * @param {string[]|true} files their paths in the folder, or true for all files
   */
  refresh(files) {
    const folder = this.options.folder();
    if (folder === '') return;
    renew(files, folder);
    for (const view of this.views.values()) {
      const record = this.state.controllers.get(view.id);
      if (!record) continue;
      this.dress(view.outer, record.content);
      const page = this.pageOf(record);
      refreshPictures(view.content);
      if (files === true || shows(view.content, page, files)) refresh(view.content, page);
    }
    forgetEarly();
  }

  /** Draws everything again, for example because the addresses of the content have changed. */
  forget() {
    // Files may have changed while there was no connection.
    if (this.views.size > 0) renew(true, '');
    forgetEarly();
    for (const view of this.views.values()) view.outer.remove();
    this.views.clear();
  }
}

/** Removes a view. A frame of another process vanishes at once, before the browser draws what is then
 * in its place, so it is hidden before. @param {View} view */
function discard({ outer }) {
  if (outer.querySelector('.frame') === null) {
    outer.remove();
    return;
  }
  outer.className = 'view kept';
  outer.inert = true;
  delete outer.dataset.view;
  drawn().then(() => outer.remove());
}

/** Hides a view whose element stays in the document. @param {View} view @param {string} className */
function conceal({ outer }, className) {
  outer.classList.add(className);
  outer.inert = true;
}
