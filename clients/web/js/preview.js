/** A small picture of a page that is not shown yet, with the themes around it. */
import { resolve } from './addresses.js';
import { drawContent } from './content.js';
import { applyTheme, themeOf } from './theme.js';

export class Preview {
  /** @param {HTMLElement} root @param {import('./viewer.js').Viewer} viewer */
  constructor(root, viewer) {
    this.root = root;
    this.viewer = viewer;
    this.drawn = undefined;
  }

  /**
   * @param {object|null} record of a page @param {object|null} container the record of its pager,
   *   which is not yet its parent
   */
  show(record, container) {
    const { stage } = this.viewer;
    const folder = stage.options.folder();
    const around = this.around(record, container);
    const version = JSON.stringify([record?.id, record?.title, around.map(themeOf), folder]);
    if (this.drawn?.content === record?.content && this.drawn?.version === version) return;
    this.drawn = { content: record?.content, version };
    this.root.replaceChildren();
    if (!record) return;
    let parent = this.root;
    for (const content of around) {
      parent = add(parent, 'themed');
      applyTheme(parent, themeOf(content), (url) => resolve(url, folder)?.current ?? null);
    }
    const view = add(parent, 'view page');
    const content = add(add(add(view, 'clip'), 'inner'), 'content');
    drawContent(content, { ...stage.pageOf(record), step: null });
  }

  /** Returns the contents of the containers around a page, outermost first, and its own. */
  around(record, container) {
    const contents = record ? [record.content] : [];
    const { controllers } = this.viewer.state;
    for (let one = container, depth = 0; one && depth < 512; depth += 1) {
      contents.unshift(one.content);
      one = controllers.get(one.parent);
    }
    return contents;
  }
}

function add(parent, className) {
  const element = document.createElement('div');
  element.className = className;
  parent.append(element);
  return element;
}
