/**
 * What the windows of speakers share by pagerview: a timer, a pointer, and the page at which the
 * screens of the audience are frozen. Dispatches `changed` with the members that have changed.
 */
export class SharedTalk extends EventTarget {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    super();
    this.viewer = viewer;
    /** @type {{container: string, shown: string}|null} */
    this.frozen = null;
    viewer.link.addEventListener('talk', ({ detail }) => {
      if ('frozen' in detail) this.frozen = detail.frozen || null;
      this.dispatchEvent(new CustomEvent('changed', { detail }));
    });
    // After a connection, pagerview sends what is frozen, if anything is.
    viewer.link.addEventListener('welcome', () => (this.frozen = null));
  }

  /** @param {object} members that change, see `SharedTalk` in pagerview */
  send(members) {
    this.viewer.link.send({ talk: members });
  }

  /** Freezes the audience's screens at a page, or lets them follow again. @param {object|null} pager */
  toggleFrozen(pager) {
    const isFrozen = this.frozen !== null;
    if (!isFrozen && !pager?.selected) return;
    this.send({ frozen: isFrozen ? false : { container: pager.id, shown: pager.selected } });
  }
}
