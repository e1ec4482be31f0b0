/** Videos that start when their page appears, and whose end this browser reports to pagerview. */

/** The CSS class of a video whose end is reported to pagerview. */
export const ENDS = 'ends';

export class Videos {
  /** @param {HTMLElement} stage @param {import('./link.js').Link} link */
  constructor(stage, link) {
    // A video that is removed from the document pauses.
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        if (!(node instanceof Element)) continue;
        for (const video of node.matches(`.${ENDS}`) ? [node] : node.querySelectorAll(`.${ENDS}`)) this.begin(video);
      }
    }).observe(stage, { childList: true, subtree: true });
    // Events of videos do not bubble.
    stage.addEventListener('ended', ({ target }) => {
      if (target.matches(`.${ENDS}`)) link.send({ ended: target.dataset.page });
    }, true);
  }

  begin(video) {
    video.currentTime = 0;
    video.play().catch(() => {});
  }
}
