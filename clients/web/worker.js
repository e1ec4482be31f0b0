/**
 * The service worker: a reload works without pagerview. It keeps the viewer's own files and asks
 * pagerview first for each of them, so that a kept file is used only while pagerview is away. It
 * also serves the contents that `js/offline-copy.js` keeps, but only as data and pictures: a
 * document of the book must never run in the viewer's origin.
 */

/** The caches of the viewer's files begin with this; the version follows. */
const FILES = 'viewer-files-';
/** The cache of contents, and the path below which they are requested. */
const CONTENTS = 'contents';
const FOLDER = '/offline/';
/** Paths that only pagerview can answer. */
const LIVE = new Set(['/health', '/metrics', '/session', '/socket', '/viewer-files']);
/** Milliseconds to wait for pagerview, and to treat it as unreachable after that. */
const PATIENCE = 3000;
const ABSENCE = 5000;

let awayUntil = 0;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('message', (event) => {
  const [port] = event.ports;
  if (event.data !== 'refresh' || !port) return;
  event.waitUntil(refresh().then(
    (isNew) => port.postMessage({ isNew }),
    (error) => port.postMessage({ problem: error.message })));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || LIVE.has(pathname)) return;
  event.respondWith(pathname.startsWith(FOLDER) ? kept(request) : own(request, pathname));
});

/** Keeps the files of pagerview's version and removes those of others. */
async function refresh() {
  const { version, paths } = await list();
  const name = FILES + version;
  const old = (await caches.keys()).filter((key) => key.startsWith(FILES) && key !== name);
  if (!(await isWhole(name, paths))) {
    const cache = await caches.open(name);
    await cache.addAll(paths.map((path) => new Request(path, { cache: 'reload' })));
    if ((await list()).version !== version) {
      await caches.delete(name);
      throw new Error('pagerview changed while its files were read');
    }
  }
  await Promise.all(old.map((key) => caches.delete(key)));
  return old.length > 0;
}

async function list() {
  const answer = await fetch('/viewer-files', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`pagerview has no list of its files: status ${answer.status}`);
  return answer.json();
}

async function isWhole(name, paths) {
  if (!(await caches.has(name))) return false;
  return (await (await caches.open(name)).keys()).length === paths.length;
}

/** A file of the viewer: pagerview's, or the kept one while pagerview is away. */
async function own(request, pathname) {
  // Only a page waits for pagerview each time; its many files do not.
  if (request.mode === 'navigate' || performance.now() >= awayUntil) {
    const answer = await ask(request);
    // If pagerview is unreachable, a reverse proxy responds with an error of its own.
    const isThere = answer !== null && answer.status < 500;
    awayUntil = isThere ? 0 : performance.now() + ABSENCE;
    if (isThere) return answer;
  }
  for (const name of await caches.keys()) {
    const found = name.startsWith(FILES) && await (await caches.open(name)).match(pathname);
    if (found) return found;
  }
  return Response.error();
}

/** @returns {Promise<Response|null>} null if there is no response */
async function ask(request) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    return await fetch(request, { signal: patience.signal });
  } catch (error) {
    if (error instanceof TypeError || error.name === 'AbortError') return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A kept content, as data or as a picture. */
async function kept(request) {
  const isHarmless = request.mode !== 'navigate' && ['', 'image'].includes(request.destination);
  const found = isHarmless && await (await caches.open(CONTENTS)).match(keyOf(request.url));
  if (!found) return new Response('This is not part of the offline copy.\n', { status: 404 });
  return new Response(found.body, { headers: {
    'Content-Type': found.headers.get('Content-Type') ?? 'application/octet-stream',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'X-Content-Type-Options': 'nosniff',
  } });
}

/** Returns the cache key of an address: with its form, such as `?markdown`, without its version. */
function keyOf(text) {
  const url = new URL(text);
  const form = url.search.slice(1).split('&')[0];
  return url.origin + url.pathname + (/^[a-z]+$/.test(form) ? `?${form}` : '');
}
