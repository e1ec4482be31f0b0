/** The tree of controllers with their appearance states, updated by events. */
import { DrawingRate } from './drawing-rate.js';

const SIGNS = { __proto__: null, appeared: '●', appearing: '◐', disappearing: '◑', disappeared: '○' };

export class Tree {
  /** @param {HTMLElement} root of the role tree @param {import('./viewer.js').Viewer} viewer */
  constructor(root, viewer) {
    this.root = root;
    this.viewer = viewer;
    /** @type {Map<string, {item: HTMLElement, label: HTMLElement, group: HTMLElement}>} */
    this.items = new Map();
    this.folded = new Set();
    /** The item that the Tab key focuses. @type {string|null} */
    this.current = null;
    this.drawing = new DrawingRate(() => this.draw());
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('click', (event) => this.click(event));
    viewer.addEventListener('loaded', () => this.drawing.request());
    viewer.addEventListener('applied', () => this.drawing.request());
  }

  draw() {
    const { state } = this.viewer;
    const seen = new Set();
    const roots = [];
    for (const { id, root } of state.windows.values()) roots.push({ id, root });
    this.list(this.root, [
      ...roots.map(({ id, root }) => ({ id, name: `window ${id}`, children: root ? [root] : [] })),
      ...[...state.controllers.values()]
        .filter((record) => record.parent === null && !roots.some(({ root }) => root === record.id))
        .map((record) => this.entry(record.id)),
    ], seen, 1);
    for (const [id, { item }] of this.items) {
      if (seen.has(id)) continue;
      item.remove();
      this.items.delete(id);
    }
    if (!this.items.has(this.current)) this.choose(this.items.keys().next().value ?? null, false);
  }

  entry(id) {
    const record = this.viewer.state.controllers.get(id);
    return record && { id, record, children: record.children };
  }

  list(parent, entries, seen, level) {
    const placed = [];
    let place = parent.firstElementChild;
    for (const entry of entries) {
      if (!entry || seen.has(entry.id) || level > 512) continue;
      seen.add(entry.id);
      const parts = this.items.get(entry.id) ?? this.make(entry.id);
      if (place === parts.item) place = place.nextElementSibling;
      else parent.insertBefore(parts.item, place);
      this.fill(parts, entry, level);
      placed.push({ parts, entry });
    }
    // Children are placed after all siblings, because an item may move into a former neighbour.
    for (const { parts, entry } of placed) {
      const isOpen = !this.folded.has(entry.id);
      const children = isOpen ? entry.children.map((id) => this.entry(id)) : [];
      this.list(parts.group, children, seen, level + 1);
    }
  }

  make(id) {
    const item = document.createElement('li');
    item.setAttribute('role', 'treeitem');
    item.tabIndex = -1;
    item.dataset.id = id;
    const label = document.createElement('div');
    label.className = 'label';
    const group = document.createElement('ul');
    group.setAttribute('role', 'group');
    item.append(label, group);
    const parts = { item, label, group, text: '' };
    this.items.set(id, parts);
    return parts;
  }

  fill(parts, entry, level) {
    const { record } = entry;
    const state = record?.appearance ?? '';
    const sign = record ? SIGNS[state] : '▣';
    const title = record?.title ? ` “${record.title}”` : '';
    const text = entry.name ?? `${record.id} ${record.kind}${title}`;
    const isParent = entry.children.length > 0;
    const mark = `${sign}${text}${state}${isParent}${this.folded.has(entry.id)}${level}`;
    if (parts.text === mark) return;
    parts.text = mark;
    parts.item.setAttribute('aria-level', String(level));
    parts.item.setAttribute('aria-label', state ? `${text}, ${state}` : text);
    if (isParent) parts.item.setAttribute('aria-expanded', String(!this.folded.has(entry.id)));
    else parts.item.removeAttribute('aria-expanded');
    const icon = document.createElement('span');
    icon.className = `sign ${state}`;
    icon.textContent = sign;
    const name = document.createElement('span');
    name.className = 'name';
    name.textContent = text;
    const badge = document.createElement('span');
    badge.className = `badge ${state}`;
    badge.textContent = state;
    parts.label.replaceChildren(icon, name, badge);
  }

  choose(id, withFocus = true) {
    const old = this.items.get(this.current)?.item;
    if (old) {
      old.tabIndex = -1;
      old.setAttribute('aria-selected', 'false');
    }
    this.current = id;
    const { item } = this.items.get(id) ?? {};
    if (!item) return;
    item.tabIndex = 0;
    item.setAttribute('aria-selected', 'true');
    if (withFocus) item.focus();
    if (withFocus) this.root.dispatchEvent(new CustomEvent('chosen', { detail: id }));
  }

  click(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item) return;
    if (event.target.classList.contains('sign')) this.fold(item.dataset.id);
    this.choose(item.dataset.id);
  }

  fold(id) {
    if (!this.folded.delete(id)) this.folded.add(id);
    this.drawing.request();
  }

  /** Handles the usual keys of a tree, such as the arrow keys. */
  key(event) {
    const shown = [...this.root.querySelectorAll('[role=treeitem]')];
    const place = shown.findIndex((item) => item.dataset.id === this.current);
    const item = shown[place];
    if (!item) return;
    const open = item.getAttribute('aria-expanded');
    const moves = {
      ArrowDown: () => shown[place + 1],
      ArrowUp: () => shown[place - 1],
      Home: () => shown[0],
      End: () => shown.at(-1),
      ArrowRight: () => (open === 'false' ? this.fold(this.current) : open && shown[place + 1]),
      ArrowLeft: () =>
        open === 'true' ? this.fold(this.current) : item.parentElement.closest('[role=treeitem]'),
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    const target = moves[event.key]();
    if (target) this.choose(target.dataset.id);
  }
}
