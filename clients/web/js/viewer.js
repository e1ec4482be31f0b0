/** The parts of a viewer page: the connection, the state, the stage and the gestures. */
import { Announcements } from './announcements.js';
import { Bars } from './bars.js';
import { Videos } from './videos.js';
import { Gesture } from './gesture.js';
import { Keys } from './keys.js';
import { Link } from './link.js';
import { OFFLINE } from './offline.js';
import { OfflineCopy } from './offline-copy.js';
import { Player } from './player.js';
import { BadTable } from './record-changes.js';
import { Resize } from './resize.js';
import { glide } from './sheet.js';
import { Stage } from './stage.js';
import { State } from './state.js';
import { Steps } from './steps.js';
import { Swipe, containerAt, isVertical, mayTurn, turnsPages } from './swipe.js';
import { exchangeToken } from './token.js';

/** The maximum number of plugin decisions that are kept. */
const DECISIONS = 64;
/** The maximum number of window ids in the message about a missing window. */
const WINDOWS = 8;
const WRONG_TOKEN = 'The token of this address is wrong, so this page only watches. '
  + 'To send commands, open the whole address that pagerview printed last.';

export class Viewer extends EventTarget {
  /**
   * @param {{stage: HTMLElement, status: HTMLElement, voice: HTMLElement}} elements the stage, the
   *   line for problems, and the text that a screen reader reads aloud
   */
  constructor({ stage, status, voice }) {
    super();
    this.elements = { stage, status, voice };
    /** The reason why nothing can be shown, or an empty text. */
    this.absence = 'Connecting';
    /** The time since which the shown state may be outdated, or null.
     * @type {number|null} */
    this.staleSince = null;
    /** Whether the screen stays at its page, although the state changes. */
    this.isFrozen = false;
    this.hasShown = false;
    /** The milliseconds without contact before the page says so. */
    this.patience = 0;
    /** Whether the reason of `absence` is shown without patience. */
    this.isUrgent = false;
    /** Whether the offline copy is shown, and whether this page began with it. */
    this.isCopy = false;
    this.startedOffline = false;
    this.link = new Link();
    this.state = new State();
    const asked = new URLSearchParams(location.search);
    /** The id of the window in the address. @type {string|null} */
    this.wanted = asked.get('window');
    this.stage = new Stage(stage, this.state, {
      wanted: this.wanted, folder: () => (this.isCopy ? OFFLINE : this.link.folder),
      bars: asked.get('bars') === 'no' ? null : new Bars(this.state, this),
    });
    this.redraw = this.redraw.bind(this);
    stage.addEventListener('ready', () => this.redraw());
    this.player = new Player(this.stage, this.redraw);
    this.resizing = new Resize(stage);
    this.hello = null;
    /** The pending plugin decisions by id. */
    this.decisions = new Map();
    this.isDue = false;
    /** Whether the views may have changed, rather than only their animations. */
    this.isStageDue = true;
    this.listen();
    this.copy = new OfflineCopy(this);
    new Gesture(stage, this);
    this.steps = new Steps(this);
    new Videos(stage, this);
    new Announcements(this);
    this.keys = new Keys(this);
    new ResizeObserver(() => this.player.resize()).observe(stage);
    exchangeToken().then((token) => {
      this.link.token = token;
      this.link.open();
    });
  }

  /** The id of the topmost page, or an empty text. */
  get page() {
    const { state, window } = this;
    if (window === null) return '';
    for (const id of state.frontToBack(window)) {
      const view = this.stage.views.get(id);
      if (view?.outer.classList.contains('page') && !view.outer.inert && state.isVisible(id)) return id;
    }
    return '';
  }

  /** Whether the shown window has an alarm. */
  get hasAlarm() {
    const window = this.state.shownWindow(this.wanted);
    return window !== null && this.state.alarm(window.id) !== null;
  }

  get mayCommand() {
    return this.link.mayCommand && this.hello !== null;
  }

  /** The id of the shown window. */
  get window() {
    return this.stage.window;
  }

  listen() {
    const { link } = this;
    link.addEventListener('socket', ({ detail }) => {
      if (detail.open) return;
      this.hello = null;
      this.absent(link.refusal || 'Waiting for pagerview');
    });
    link.addEventListener('refused', ({ detail }) => {
      this.absent(detail);
    });
    link.addEventListener('welcome', ({ detail }) => {
      this.tokenIsWrong = detail.tokenIsWrong;
      document.documentElement.classList.toggle('watching', !link.mayCommand);
      // A different pagerview process serves content at different addresses.
      this.player.clear();
      this.stage.forget();
    });
    link.addEventListener('daemon', ({ detail }) => {
      this.hello = detail;
      if (detail === null) this.absent('Waiting for the daemon');
    });
    link.addEventListener('snapshot', ({ detail }) => {
      try {
        this.load(detail);
      } catch (error) {
        if (!(error instanceof BadTable)) throw error;
        // An event could not be applied, so all events are ignored until another snapshot arrives.
        link.seq = null;
        this.absent(`pagerview sent a snapshot that cannot be read: ${error.message}`, true);
      }
    });
    link.addEventListener('files', ({ detail }) => {
      this.stage.refresh(detail);
      this.redraw();
    });
    link.addEventListener('events', ({ detail }) => {
      if (!this.isFrozen) this.apply(detail);
    });
  }

  /**
   * Records the reason why the state may be outdated, and keeps showing the state.
   * @param {string} text @param {boolean} isUrgent whether the page says so at once
   */
  absent(text, isUrgent = false) {
    this.isUrgent = isUrgent;
    const isLoss = this.hasShown && this.staleSince === null;
    if (isLoss) this.staleSince = this.link.contact;
    this.absence = text;
    if (isLoss) this.copy.save();
    else if (!this.hasShown && !this.link.refusal) this.showCopy();
    this.report();
    this.redraw();
  }

  /** Shows the offline copy if this page has nothing else to show. */
  async showCopy() {
    const copy = await this.copy.read();
    if (copy === null || this.hasShown || this.absence === '' || this.link.refusal) return;
    this.state.restore(copy.state);
    Object.assign(this, { hasShown: true, isCopy: true, startedOffline: true, staleSince: copy.time });
    this.report();
    this.redraw();
  }

  /** The text about a lost connection, an offline copy, and the effect of a reload. */
  get shortage() {
    if (this.absence === '' || this.link.refusal) return this.absence;
    if (this.isCopy) {
      return `${this.absence}. This is an offline copy of ${new Date(this.staleSince).toLocaleString()}.`;
    }
    return this.hasShown && this.copy.problem ? `${this.absence}. ${this.copy.problem}` : this.absence;
  }

  /** Whether the page says nothing yet about the lost connection, because it may return soon. */
  get isPatient() {
    return this.staleSince !== null && !this.link.refusal && !this.isUrgent && Date.now() - this.staleSince < this.patience;
  }

  /** Shows the most important problem, or nothing if there is none. */
  report() {
    const { status } = this.elements;
    if (this.isPatient) return;
    const text = this.shortage || this.missingWindow() || (this.tokenIsWrong ? WRONG_TOKEN : '');
    document.documentElement.classList.toggle('absent', this.absence !== '');
    status.hidden = text === '';
    // A screen reader announces the line whenever it is written.
    if (status.textContent !== text) status.textContent = text;
  }

  /** Returns a message that the requested window does not exist, with the existing windows. */
  missingWindow() {
    const { wanted, state } = this;
    if (state.shownWindow(wanted)) return '';
    if (!wanted) return 'The daemon has no window yet. The first one is shown here.';
    const ids = [...state.windows.keys()];
    const more = ids.length > WINDOWS ? ` and ${ids.length - WINDOWS} more` : '';
    const others = ids.length > 0
      ? `Windows that exist: ${ids.slice(0, WINDOWS).join(', ')}${more}.` : 'No window exists.';
    return `There is no window "${wanted.slice(0, 64)}". ${others} `
      + 'This page shows it as soon as it is created.';
  }

  load(snapshot) {
    this.state.load(snapshot);
    this.hasShown = true;
    this.isCopy = false;
    this.staleSince = null;
    this.absence = '';
    this.player.clear();
    this.resizing.end();
    for (const { resolve } of this.decisions.values()) resolve(null);
    this.decisions.clear();
    this.report();
    for (const record of snapshot.transitions) {
      this.player.begin(record, Math.max(0, snapshot.time - record.began));
    }
    this.tell('loaded', snapshot);
    this.redraw();
  }

  /** @param {object[]} events */
  apply(events) {
    for (const event of events) {
      this.state.apply(event);
      if (event.category === 'transition') this.playEvent(event);
      else if (event.category === 'pager') this.pagerEvent(event);
      else if (event.category === 'plugin') this.decide(event);
      else if (event.category === 'window') this.resize(event);
      else if (event.event === 'detentChanged') this.glide(event);
      else this.announce(event);
    }
    this.tell('applied', events);
    if (events.some((event) => this.isSeen(event))) this.redraw();
    else if (events.some(({ event }) => event === 'progressed')) this.redraw(false);
  }

  /** Returns whether an event may change the stage. */
  isSeen({ category, subject, event }) {
    if (['view', 'window', 'presentation'].includes(category)) return true;
    // The bar of a container depends on the record of the container.
    if (this.state.changes.of({ category, event }).length > 0) return true;
    if (category === 'transition') return event === 'began' || event === 'ended';
    if (category !== 'controller' && category !== 'lifecycle') return false;
    // A bar shows titles of pages that are not visible.
    const { parent } = this.state.controllers.get(subject) ?? {};
    return this.stage.views.has(subject) || (event === 'updated' && this.stage.views.has(parent));
  }

  playEvent(event) {
    const { transition } = event;
    if (event.event === 'began') this.player.begin(this.state.transitions.get(transition));
    else if (event.event === 'ended') this.player.end(transition, event.outcome);
    else if (event.event === 'animatesAlongside') this.player.along(transition, event.views);
    else if (event.event === 'progressed' && this.player.held !== transition) {
      this.player.move(transition, event.progress);
    }
  }

  /** Handles the beginning and the end of an animated resize of the shown window. */
  resize({ event, subject, duration }) {
    if (subject !== this.window) return;
    if (event === 'didResize') this.resizing.end();
    else if (event === 'willResize' && !this.player.lessMotion.matches) this.resizing.begin(duration);
  }

  /** Animates a sheet to its next detent. */
  glide(event) {
    const view = this.stage.views.get(event.subject);
    if (view && event.animated && !this.player.lessMotion.matches) glide(view.outer, event);
  }

  pagerEvent({ event, subject, edge }) {
    const record = this.state.controllers.get(subject);
    if (event === 'bounced') this.bounce(record, edge);
    if (event !== 'didSettle' || !record?.pages || !this.isHere(subject)) return;
    const { selected } = record;
    // The title of an alarm is announced when the alarm is presented.
    if (this.state.isAlarm(selected)) return;
    this.elements.voice.textContent =
      `${this.state.title(selected)}, page ${record.index + 1} of ${record.pages.length}`;
  }

  /** Returns whether a controller is visible in the shown window. @param {string} id */
  isHere(id) {
    const window = this.state.shownWindow(this.wanted);
    return window !== null && this.state.visibleIn(id) === window.id;
  }

  /** Announces the tab, or the page of a stack, that is now shown. */
  announce({ category, event, subject }) {
    const record = this.state.controllers.get(subject);
    if (!this.isHere(subject)) return;
    if (category === 'tabBar' && event === 'selectionChanged' && record.selected) {
      this.elements.voice.textContent =
        `${this.state.title(record.selected)}, tab ${record.index + 1} of ${record.controllers.length}`;
    } else if (category === 'navigation' && event === 'didShow' && record.top) {
      this.elements.voice.textContent = this.state.title(record.top);
    }
  }

  /** Shows a bounce at the first or last page of a pager. */
  bounce(record, edge) {
    const view = this.stage.views.get(record?.id);
    if (!view || this.player.lessMotion.matches) return;
    const isAcross = isVertical(record);
    const away = (edge === 'last') === !(isAcross ? record.bottomToTop : record.rightToLeft) ? -2 : 2;
    const side = isAcross ? `0, ${away}%` : `${away}%, 0`;
    view.outer.animate(
      [{ transform: 'none' }, { transform: `translate(${side})` }, { transform: 'none' }],
      { duration: 260, easing: 'ease-out' });
  }

  /**
   * Requests a drawing in the next frame, at most one per frame.
   * @param {boolean} withStage false if only the progress of a transition has changed
   */
  redraw(withStage = true) {
    this.isStageDue ||= withStage;
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      const isStageDue = this.isStageDue;
      Object.assign(this, { isDue: false, isStageDue: false });
      if (isStageDue) {
        this.player.settle();
        this.stage.draw(this.player.staying());
        this.report();
      }
      if (this.player.play()) this.stage.draw(this.player.staying());
      if (isStageDue) this.stage.prepare(this.player.scenes.size === 0);
      this.tell('drawn', this.state.seq);
    });
  }

  /** Begins an interactive transition. @param {{method: string, params: object}} command */
  swipe(command) {
    return new Swipe(this, command);
  }

  /** Handles a decision of a plugin, or the end of the time limit for one. */
  decide({ event, decision, transition }) {
    if (event === 'decisionMade') this.decision(decision).resolve(transition);
  }

  /**
   * Returns the outcome of a command that waits for a plugin's decision. The reply to the command
   * may arrive before or after the events of the decision.
   * @returns {{promise: Promise<string|null>, resolve: (transition: string|null) => void}}
   */
  decision(id) {
    let decision = this.decisions.get(id);
    if (!decision) this.decisions.set(id, (decision = Promise.withResolvers()));
    if (this.decisions.size > DECISIONS) {
      const [[oldest, { resolve }]] = this.decisions;
      resolve(null);
      this.decisions.delete(oldest);
    }
    return decision;
  }

  /** Sends a command and shows a refusal briefly. */
  command(method, params) {
    return this.link.request(method, params).catch((error) => {
      this.elements.voice.textContent = error.message;
    });
  }

  /** Resolves when all events up to `seq` or a snapshot are applied, or the connection is lost. */
  caughtUp(seq) {
    // A frozen screen applies no events.
    if (this.isFrozen) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers();
    const end = new AbortController();
    const check = () => this.state.seq >= seq && resolve();
    this.addEventListener('applied', check, { signal: end.signal });
    this.addEventListener('loaded', resolve, { signal: end.signal });
    this.link.addEventListener('daemon', resolve, { signal: end.signal });
    this.link.addEventListener('socket', resolve, { signal: end.signal });
    check();
    return promise.finally(() => end.abort());
  }

  /** Resolves when the stage shows all events up to `seq`, or the connection is lost. */
  async drawn(seq) {
    await this.caughtUp(seq);
    if (!this.isDue) return;
    const { promise, resolve } = Promise.withResolvers();
    this.addEventListener('drawn', resolve, { once: true });
    await promise;
  }

  /** Changes the page of the topmost container with pages. @param {'next'|'previous'} direction */
  turn(direction) {
    const pager = this.window === null ? null : containerAt(
      this.state, this.window, null,
      (record) => turnsPages(record) && mayTurn(record, direction === 'next'));
    if (pager) this.steps.press(pager, direction === 'next');
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
