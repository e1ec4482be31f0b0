/**
 * Videos. One plays from its beginning when its page has appeared, and pauses when its page has
 * disappeared. This browser reports to pagerview that a video has ended or cannot be played.
 */
import { nameOf } from './addresses.js';
import { failure as failureOf, make } from './content.js';
import { announce, first, pend } from './pending.js';
import { repetition, request } from './repetition.js';

/** The CSS class of a video whose end is reported to pagerview, and of the reason in its place. */
const ENDS = 'ends';
/** The milliseconds for which the reason is shown before the page turns. */
const REASON = 5000;

/** Milliseconds after which a video without a picture counts as one that cannot be played. */
const PATIENCE = 10_000;

/**
 * Returns a video, or the reason why it cannot be played.
 * @param {{href: string, isLocal: boolean}} source @param {import('./content.js').Page} page
 */
export function video(source, { title, id, content }) {
  const element = make('video', 'picture');
  const ends = content.untilEnd === true;
  Object.assign(element, {
    muted: content.muted !== false, loop: !ends, playsInline: true, preload: 'auto',
  });
  element.classList.toggle(ENDS, ends);
  element.dataset.page = id;
  element.setAttribute('aria-label', title);
  /** Shows the reason. Later attempts are silent until one succeeds. */
  const fail = async () => {
    element.dataset.failed = '';
    if (shown !== element) return again();
    const reason = reasonOf(source, element);
    tell(await Promise.race([reason, after(3000).then(() => silent(source))]));
    reason.then((text) => shown !== element && tell(text));
    again();
  };
  const tell = (reason) => {
    if (shown.dataset.reason === reason) return;
    const failure = failureOf(title, reason);
    failure.classList.toggle(ENDS, ends);
    Object.assign(failure.dataset, { page: id, reason });
    shown.replaceWith(failure);
    shown = failure;
    announce(failure);
  };
  let shown = element;
  const again = repetition(() => element.load(), () => shown.isConnected);
  let failing = Promise.resolve();
  element.onerror = () => (failing = fail());
  element.onloadeddata = () => {
    // Without a picture, the browser plays only the sound, for example of HEVC.
    if (element.videoWidth === 0) failing = fail();
    else if (shown !== element) {
      delete element.dataset.failed;
      shown.replaceWith(element);
      shown = element;
      announce(element);
    }
  };
  // A server that accepts the connection and sends nothing causes no event.
  after(PATIENCE).then(() => {
    if (shown === element && element.isConnected && element.readyState < 2) failing = fail();
  });
  element.src = source.current;
  pend(element, first(element, 'loadeddata', 'error').then(() => failing));
  return element;
}

/** Resolves after some milliseconds. */
function after(milliseconds) {
  return new Promise((done) => { setTimeout(done, milliseconds); });
}

/** Returns the reason if the server does not say one. */
function silent({ href }) {
  return `the video ${nameOf(new URL(href).pathname)} could not be loaded: its server does not answer`;
}

/** Returns why a video cannot be played. */
async function reasonOf({ href, isLocal }, element) {
  const name = nameOf(new URL(href).pathname);
  const { code = MediaError.MEDIA_ERR_DECODE } = element.error ?? {};
  if (isLocal && code !== MediaError.MEDIA_ERR_DECODE) {
    try {
      await request(href, (answer) => answer.body?.cancel());
    } catch (error) {
      return `the video ${name} could not be loaded: ${error.message}`;
    }
  }
  const doubt = isLocal ? '' : ', or its site does not answer';
  return `the video ${name} cannot be played: this browser does not know its format, or it is damaged${doubt}`;
}

export class Videos {
  /** @param {HTMLElement} stage @param {import('./viewer.js').Viewer} viewer */
  constructor(stage, viewer) {
    this.stage = stage;
    this.viewer = viewer;
    viewer.addEventListener('drawn', () => this.update());
    // Events of videos do not bubble.
    stage.addEventListener('ended', ({ target }) => {
      if (target.matches(`.${ENDS}`)) this.ended(target);
    }, true);
    // Browsers permit sound after the first input.
    for (const name of ['pointerdown', 'keydown']) {
      addEventListener(name, () => this.unmute(), { capture: true });
    }
  }

  update() {
    for (const element of this.stage.querySelectorAll('video.picture')) this.updateVideo(element);
    for (const element of this.stage.querySelectorAll(`.notice.${ENDS}`)) this.updateFailure(element);
  }

  /** Starts a video when the turn to its page has ended, and pauses it after the page has left. */
  updateVideo(element) {
    const appearance = this.appearance(element);
    if (appearance === 'appeared' && !('plays' in element.dataset) && !this.isMoving(element)) {
      element.dataset.plays = '';
      this.play(element);
    } else if (appearance === 'disappeared') {
      delete element.dataset.plays;
      element.pause();
    }
  }

  /** Reports a video that cannot be played as ended, after its reason was shown for a while. */
  updateFailure(element) {
    if (this.appearance(element) !== 'appeared' || 'told' in element.dataset) return;
    element.dataset.told = '';
    setTimeout(() => {
      const isShown = element.isConnected && this.appearance(element) === 'appeared';
      if (isShown) this.viewer.link.send({ ended: element.dataset.page });
    }, REASON);
  }

  appearance({ dataset: { page } }) {
    return this.viewer.state.controllers.get(page)?.appearance;
  }

  /** Returns whether a page turn with this element is drawn. */
  isMoving(element) {
    const { player, stage } = this.viewer;
    return [...player.scenes.values()].some(({ record }) =>
      [record.from, record.to].some((id) => stage.views.get(id)?.outer.contains(element)));
  }

  async play(element) {
    if (element.currentTime > 0) element.currentTime = 0;
    try {
      await element.play();
    } catch (error) {
      // The browser permits no sound yet, or the video was paused or removed before it began.
      if (error.name !== 'NotAllowedError' || element.muted) return;
      element.muted = true;
      element.dataset.silenced = '';
      this.play(element);
    }
  }

  unmute() {
    for (const element of this.stage.querySelectorAll('video[data-silenced]')) {
      delete element.dataset.silenced;
      element.muted = false;
    }
  }

  /** Reports the end of a video. Without another page, the video starts again if pages wrap. */
  ended(element) {
    const { link, state } = this.viewer;
    const { page } = element.dataset;
    const { pages, wrap, rewind, paused } = state.controllers.get(state.controllers.get(page)?.parent) ?? {};
    const isAlone = Array.isArray(pages) && pages.length === 1 && pages[0] === page;
    if (!isAlone) link.send({ ended: page });
    else if ((wrap === true || rewind === true) && paused !== true) this.play(element);
  }
}
