/** Announces the page that a presentation or a dismissal has brought to the screen. */
export class Announcements {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    /** The id of the page that was last drawn. */
    this.page = '';
    /** Whether a presentation or a dismissal has ended whose result is not drawn yet. */
    this.isDue = false;
    viewer.addEventListener('applied', ({ detail }) => {
      this.isDue ||= detail.some(({ category, event }) =>
        category === 'presentation' && event.endsWith('TransitionDidEnd'));
    });
    viewer.addEventListener('drawn', () => {
      const { page } = viewer;
      // A presentation in another window does not change this page.
      if (this.isDue && page !== this.page) {
        viewer.elements.voice.textContent = viewer.state.title(page);
      }
      this.page = page;
      this.isDue = false;
    });
  }
}
