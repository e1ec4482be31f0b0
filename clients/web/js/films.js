/** Films that a page shows to their end: they begin when the page comes, and pagerview hears of their end. */

/** The class of such a film. */
export const ENDS = 'ends';

export class Films {
  /** @param {HTMLElement} stage @param {import('./link.js').Link} link */
  constructor(stage, link) {
    // A film that has left the document pauses where it was.
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        if (!(node instanceof Element)) continue;
        for (const film of node.matches(`.${ENDS}`) ? [node] : node.querySelectorAll(`.${ENDS}`)) this.begin(film);
      }
    }).observe(stage, { childList: true, subtree: true });
    // Events of films do not bubble.
    stage.addEventListener('ended', ({ target }) => {
      if (target.matches(`.${ENDS}`)) link.send({ ended: target.dataset.page });
    }, true);
  }

  begin(film) {
    film.currentTime = 0;
    film.play().catch(() => {});
  }
}
