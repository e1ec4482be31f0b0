/**
 * The offline copy, which a page shows after a reload if it cannot reach pagerview or the daemon.
 * It contains the last state, the content of its pages, and its time. Browsers keep a copy only for
 * a secure page: over https with a certificate that they trust, or on the same machine.
 */
import { CACHE, OFFLINE } from './offline.js';
import { OfflineContents } from './offline-contents.js';

const STATE = `${OFFLINE};state`;
/** The maximum number of characters of the state as JSON. */
const LONGEST = 8 << 20;
/** The milliseconds before the first save, and between two saves with changes or without. */
const FIRST = 1000;
const CHANGED = 30_000;
const UNCHANGED = 300_000;
/** The milliseconds after which a failed request for the viewer's files is repeated. */
const RETRY = 5000;
const NOT_SECURE = 'A reload now shows an error of the browser, because it keeps no offline copy '
  + 'of this address: only over https with a trusted certificate, or on the machine itself.';

/** The Trusted Types policy, which permits only the address of the service worker. */
const policy = globalThis.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' });

export class OfflineCopy {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.isPossible = isSecureContext && 'serviceWorker' in navigator && 'caches' in globalThis;
    /** The reason why a reload would show nothing; empty if there is a copy. */
    this.problem = this.isPossible ? 'There is no offline copy yet.' : NOT_SECURE;
    this.contents = new OfflineContents();
    this.savedSeq = null;
    this.savedAt = -Infinity;
    /** The time of the last failed attempt to keep the viewer's files, or infinity. */
    this.failedAt = Infinity;
    /** Resolves when the current save ends; the next save waits for it. */
    this.saving = Promise.resolve();
    /** The origin of the contents that the policy of this page permits. */
    this.permitted = '';
    viewer.link.addEventListener('welcome', ({ detail }) => this.permit(new URL(detail.folder).origin));
    if (!this.isPossible) return;
    this.worker = this.register();
    viewer.link.addEventListener('refused', () => this.drop());
    viewer.link.addEventListener('files', () => {
      // The next save stores the files again.
      this.contents.known.clear();
      this.savedSeq = null;
    });
    viewer.addEventListener('loaded', () => this.loaded());
    setInterval(() => this.saveIfDue(), FIRST);
    addEventListener('pagehide', () => this.save());
  }

  /** Records the origin of contents, which the policy of an older page may not permit. */
  permit(origin) {
    if (this.permitted !== '' && this.permitted !== origin) location.reload();
    this.permitted = origin;
  }

  /** @returns {Promise<ServiceWorker|null>} null if the browser refuses one */
  async register() {
    try {
      await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/worker.js');
    } catch (error) {
      // The certificate is not trusted, or the browser stores nothing for this window.
      if (!['SecurityError', 'TypeError', 'NotSupportedError', 'InvalidStateError', 'AbortError']
        .includes(error.name)) throw error;
      // If the network failed, the next attempt can succeed.
      if (error.name === 'TypeError') this.worker = null;
      this.problem = `${NOT_SECURE} The browser says: ${error.message}`;
      return null;
    }
    return (await navigator.serviceWorker.ready).active;
  }

  /** Keeps the viewer's files after the connection, and removes those of an older version. */
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
    // This page was loaded from the kept files of another version than pagerview's.
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

  /** Saves the current state and the content that its pages need. */
  save() {
    const { viewer } = this;
    const { state, link } = viewer;
    // A state with running transitions cannot be shown without their animations.
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
      // The connection was lost meanwhile; the previous copy stays.
      else if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Returns the pages, the visible ones first. */
  pages() {
    const { state, stage } = this.viewer;
    const pages = [...state.controllers.values()].map((record) => stage.pageOf(record));
    const isSeen = ({ id }) => stage.views.has(id);
    return [...pages.filter(isSeen), ...pages.filter((page) => !isSeen(page))];
  }

  /**
   * Reads the copy.
   * @returns {Promise<{time: number, permitted: string, state: object}|null>} null if there is none
   */
  async read() {
    if (!this.isPossible) return null;
    const found = await (await caches.open(CACHE)).match(STATE);
    if (!found) return null;
    const copy = await found.json();
    this.permitted = copy.permitted;
    return copy;
  }

  /** Deletes the copy, because pagerview no longer serves this browser. */
  drop() {
    this.hasFiles = false;
    this.problem = 'There is no offline copy.';
    this.saving = this.saving.then(() => caches.delete(CACHE));
  }
}
