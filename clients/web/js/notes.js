/** The notes of a slide, drawn as Markdown. */
import { fresh, resolve } from './addresses.js';
import { drawTree } from './markdown.js';
import { request } from './repetition.js';

/** The trees of notes by the contents of slides. @type {WeakMap<object, Promise<unknown>>} */
const trees = new WeakMap();

/** Returns the notes of a slide. @param {object|null} record */
export function notesOf(record) {
  const notes = record?.content?.notes;
  return typeof notes === 'string' ? notes : '';
}

export class Notes {
  /** @param {HTMLElement} element @param {import('./viewer.js').Viewer} viewer */
  constructor(element, viewer) {
    this.element = element;
    this.viewer = viewer;
    /** @type {object|null|undefined} */
    this.content = undefined;
  }

  /** @param {object|null} record of a slide */
  async show(record) {
    const content = record?.content ?? null;
    const text = notesOf(record);
    if (this.content !== undefined && this.content === content && this.text === text) return;
    Object.assign(this, { content, text });
    const { element } = this;
    // The text as it is written, until it is parsed and if pagerview is away.
    element.classList.remove('markdown');
    element.textContent = text;
    element.scrollTop = 0;
    const folder = this.viewer.stage.options.folder();
    if (text === '') return;
    if (!trees.has(content)) {
      trees.set(content, request(fresh(`${folder};notes=${record.id}?markdown`), (answer) => answer.json()));
    }
    const tree = await trees.get(content).catch(() => null);
    if (tree === null) trees.delete(content);
    if (tree === null || this.content !== content) return;
    element.replaceChildren();
    element.classList.add('markdown');
    drawTree(element, tree, (url) => resolve(url, folder)?.current ?? null);
  }
}
