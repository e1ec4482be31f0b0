/**
 * The offline copy: what a page shows after a reload while pagerview or the daemon is away. It is
 * the last state with its contents, and the time at which it was up to date. Browsers keep one only
 * where a page is secure: over https with a certificate that they trust, or on the machine itself.
 */
import { CACHE, OFFLINE } from './offline.js';
import { OfflineContents } from './offline-contents.js';

const STATE = `${OFFLINE};state`;
/** Characters of the state as JSON. */
const LONGEST = 8 << 20;
/** Milliseconds after the first snapshot, and between two saves while the state changes or not. */
const FIRST = 1000;
const CHANGED = 30_000;
const UNCHANGED = 300_000;
/** Milliseconds after which the viewer's files are requested again if that failed. */
const RETRY = 5000;
const NOT_SECURE = 'A reload now shows an error of the browser, because it keeps no offline copy '
  + 'of this address: only over https with a trusted certificate, or on the machine itself.';

/** The one address that may become a script. */
const policy = globalThis.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' });

export class OfflineCopy {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.isPossible = isSecureContext && 'serviceWorker' in navigator && 'caches' in globalThis;
    /** Why a reload would show nothing; empty while there is a copy. */
    this.problem = this.isPossible ? 'There is no offline copy yet.' : NOT_SECURE;
    this.contents = new OfflineContents();
    this.savedSeq = null;
    this.savedAt = -Infinity;
    /** When the viewer's files could not be kept; never where that succeeded or is under way. */
    this.failedAt = Infinity;
    /** The save that runs, so that two never mix. */
    this.saving = Promise.resolve();
    /** The origin of contents that this page's policy permits. */
    this.permitted = '';
    viewer.link.addEventListener('welcome', ({ detail }) => this.permit(new URL(detail.folder).origin));
    if (!this.isPossible) return;
    this.worker = this.register();
    viewer.link.addEventListener('refused', () => this.drop());
    viewer.addEventListener('loaded', () => this.loaded());
    setInterval(() => this.saveIfDue(), FIRST);
    addEventListener('pagehide', () => this.save());
  }

  /** A page of an older pagerview has a policy that may not permit the contents of this one. */
  permit(origin) {
    if (this.permitted !== '' && this.permitted !== origin) location.reload();
    this.permitted = origin;
  }

  /** @returns {Promise<ServiceWorker|null>} null where the browser refuses one */
  async register() {
    try {
      await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/worker.js');
    } catch (error) {
      // The certificate is not trusted, or the browser keeps nothing in this window.
      if (!['SecurityError', 'TypeError', 'NotSupportedError', 'InvalidStateError', 'AbortError']
        .includes(error.name)) throw error;
      // If the network failed, the next attempt can succeed.
      if (error.name === 'TypeError') this.worker = null;
      this.problem = `${NOT_SECURE} The browser says: ${error.message}`;
      return null;
    }
    return (await navigator.serviceWorker.ready).active;
  }

  /** After the connection, the viewer's files are kept, and those of an older version go. */
  async loaded() {
    const { viewer } = this;
    const wasOffline = viewer.startedOffline;
    this.savedSeq = null;
    this.savedAt = performance.now() - CHANGED;
    this.failedAt = Infinity;
    this.worker ??= this.register();
    const worker = await this.worker;
    if (!worker) {
      this.failedAt = performance.now();
      return;
    }
    const { port1, port2 } = new MessageChannel();
    const { promise, resolve } = Promise.withResolvers();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('refresh', [port2]);
    const { isNew, problem } = await promise;
    // This page runs the kept files of another version than pagerview now has.
    if (isNew && wasOffline) location.reload();
    this.hasFiles = problem === undefined;
    if (problem) {
      this.problem = `There is no offline copy: ${problem}.`;
      this.failedAt = performance.now();
    } else await this.save();
  }

  saveIfDue() {
    const { state, absence } = this.viewer;
    if (absence === '' && performance.now() - this.failedAt > RETRY) this.loaded();
    if (!this.hasFiles) return;
    const age = performance.now() - this.savedAt;
    if (age > (state.seq === this.savedSeq ? UNCHANGED : CHANGED)) this.save();
  }

  /** Keeps the state as it is now, and what its pages need. */
  save() {
    const { viewer } = this;
    const { state, link } = viewer;
    // In the middle of a movement there is no state that could be shown alone.
    if (!this.hasFiles || viewer.isCopy || !viewer.hasShown || state.transitions.size > 0) return this.saving;
    const text = JSON.stringify({ time: viewer.staleSince ?? link.contact, permitted: this.permitted, state: state.copy() });
    const { seq } = state;
    this.savedAt = performance.now();
    this.saving = this.saving.then(() => this.write(text, seq));
    return this.saving;
  }

  async write(text, seq) {
    if (text.length > LONGEST) {
      this.problem = 'There is no offline copy: the state is too large for one.';
      await caches.delete(CACHE);
      return;
    }
    try {
      const cache = await caches.open(CACHE);
      await cache.put(STATE, new Response(text));
      if (this.viewer.absence === '') await this.contents.keep(this.pages(), () => this.viewer.absence === '');
      this.savedSeq = seq;
      this.problem = '';
    } catch (error) {
      if (error.name === 'QuotaExceededError') this.problem = `There is no offline copy: ${error.message}`;
      // pagerview has gone in the middle; what was kept before stays.
      else if (!(error instanceof TypeError)) throw error;
    }
  }

  /** The pages, those on screen first. */
  pages() {
    const { state, stage } = this.viewer;
    const pages = [...state.controllers.values()].map((record) => stage.pageOf(record));
    const isSeen = ({ id }) => stage.views.has(id);
    return [...pages.filter(isSeen), ...pages.filter((page) => !isSeen(page))];
  }

  /** @returns {Promise<{time: number, permitted: string, state: object}|null>} null for none */
  async read() {
    if (!this.isPossible) return null;
    const found = await (await caches.open(CACHE)).match(STATE);
    if (!found) return null;
    const copy = await found.json();
    this.permitted = copy.permitted;
    return copy;
  }

  /** pagerview no longer serves this browser, so it keeps nothing. */
  drop() {
    this.hasFiles = false;
    this.problem = 'There is no offline copy.';
    this.saving = this.saving.then(() => caches.delete(CACHE));
  }
}
