/**
 * The connection to pagerview, which receives events and sends commands.
 *
 * Dispatches `socket` {open}, `welcome` {mayCommand, folder, tokenIsWrong}, `refused`
 * (the reason why pagerview does not serve this browser), `daemon` (its reply to `server.hello`, or
 * null without a daemon), `snapshot`, `events` (a list in order and without gaps), and `files` (the
 * paths of changed contents in the folder, or true for all), and `talk` (see `SharedTalk`). After a request, dispatches `screens`
 * (the register of screens) or `remote` (an address for a phone).
 */

const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 1000;
/** The milliseconds without a message until a connection is lost; one arrives every second. */
const SILENCE = 3000;
/** The time limit, in milliseconds, for pagerview's response to a request. */
const PATIENCE = 2000;
/** The HTTP statuses with which a reverse proxy replies if pagerview does not respond. */
const BAD_GATEWAY = new Set([502, 504]);
/**
 * The maximum number of test sockets during one outage. After more failed sockets, browsers delay
 * new ones. Chromium closes an HTTP/2 connection without responses after about 20 seconds, so this
 * happens before the last test.
 */
const MOST_TESTS = 10;

/** The error of a command that was refused or got no reply. */
export class CommandError extends Error {
  /** @param {{code: number, message: string, data?: {name?: string, path?: string}}} error */
  constructor(error) {
    super(error.message);
    this.name = error.data?.name ?? 'noAnswer';
    this.path = error.data?.path;
  }
}

export class Link extends EventTarget {
  constructor() {
    super();
    /** The token, or an empty text if it is in a cookie. */
    this.token = '';
    this.mayCommand = false;
    /** The base address of the pages' content; empty before the welcome. */
    this.folder = '';
    /** Whether pagerview skips pages that cannot be shown, in pagers that turn by themselves. */
    this.skipsFailures = false;
    /** The `seq` of the last delivered event; null until a snapshot arrives. @type {number|null} */
    this.seq = null;
    /** @type {Map<number, {resolve: Function, reject: Function}>} */
    this.waiting = new Map();
    this.lastID = 0;
    this.pause = SHORTEST_PAUSE;
    /** The number of test sockets since the last connection. */
    this.tests = 0;
    /** The wall-clock time of the last message, or null before the first. @type {number|null} */
    this.contact = null;
    /** The monotonic time of the last message or of the opening of the socket. */
    this.heard = 0;
    setInterval(() => this.check(), SILENCE / 6);
    /** The reason why pagerview refuses this browser, or empty. It does not retry after that. */
    this.refusal = '';
  }

  open() {
    const socket = newSocket();
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => {
      this.pause = SHORTEST_PAUSE;
      this.tests = 0;
      this.send({ token: this.token });
      this.tell('socket', { open: true });
    };
    socket.onmessage = (message) => {
      this.heard = performance.now();
      this.contact = Date.now();
      this.take(JSON.parse(message.data));
    };
    socket.onclose = () => this.closed();
  }

  /** Ends the connection after a silence, because a lost network does not close a socket. */
  check() {
    const { socket } = this;
    if (!socket || performance.now() - this.heard < SILENCE) return;
    this.socket = null;
    Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
    socket.close();
    this.closed();
  }

  /**
   * Opens a socket as soon as pagerview is reachable. Browsers delay new sockets after failed ones,
   * and without a network a socket fails only after a long time. So a request is sent first.
   *
   * With HTTP/2, the request shares a connection with earlier requests. After an outage, TCP may
   * resend lost packets only after seconds. So a test socket, which has a new connection, is
   * opened at the same time.
   */
  async find() {
    // Browsers open one socket to an address at a time, so the test must end first.
    const settled = new AbortController();
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(PATIENCE)]);
    const attempts = [requestHealth(signal)];
    if (this.tests < MOST_TESTS) attempts.push(testSocket(signal));
    this.tests += 1;
    try {
      await Promise.any(attempts);
    } catch ({ errors }) {
      const unknown = errors.find((one) => !(one instanceof TypeError || one.name === 'TimeoutError'));
      if (unknown) throw unknown;
      this.retry();
      return;
    } finally {
      settled.abort();
    }
    this.open();
  }

  retry() {
    setTimeout(() => this.find(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  closed() {
    this.socket = null;
    this.seq = null;
    this.mayCommand = false;
    for (const { reject } of this.waiting.values()) {
      reject(new CommandError({ code: 0, message: 'the connection to pagerview is lost' }));
    }
    this.waiting.clear();
    this.tell('socket', { open: false });
    if (!this.refusal) this.retry();
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Sends a command.
   * @param {string} method @param {object} [params]
   * @returns {Promise<object>} the result; rejected with a `CommandError`
   */
  request(method, params = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new CommandError({ code: 0, message: 'there is no connection' }));
    }
    const id = ++this.lastID;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ request: { id, method, params } });
    });
  }

  /** @param {object} message */
  take(message) {
    if (message.events) this.takeEvents(message.events);
    else if (message.reply) this.takeReply(message.reply);
    else if (message.snapshot) {
      this.seq = message.snapshot.seq;
      this.tell('snapshot', { ...message.snapshot, time: message.time });
    } else if (message.beat !== undefined) {
      if (this.seq !== null && message.beat > this.seq) this.resynchronize();
    } else if (message.files) {
      this.tell('files', message.files);
    } else if (message.talk) {
      this.tell('talk', message.talk);
    } else if (message.remote) {
      this.tell('remote', message.remote);
    } else if (message.screens) {
      this.tell('screens', message.screens);
    } else if (message.book) {
      this.tell('book', message.book);
    } else if (message.edited) {
      this.tell('edited', message.edited);
    } else if (message.refused) {
      this.refusal = message.refused;
      this.tell('refused', message.refused);
    } else if (message.welcome) {
      this.mayCommand = message.welcome.mayCommand;
      this.folder = message.welcome.folder;
      this.skipsFailures = message.welcome.skipsFailures === true;
      this.tell('welcome', message.welcome);
    } else if ('daemon' in message) {
      this.seq = null;
      this.tell('daemon', message.daemon);
    }
  }

  /** Delivers events up to the first gap in the sequence. @param {object[]} events */
  takeEvents(events) {
    const told = [];
    for (const event of events) {
      if (this.seq === null || event.seq <= this.seq) continue;
      if (event.seq !== this.seq + 1) {
        this.resynchronize();
        break;
      }
      this.seq = event.seq;
      told.push(event);
    }
    if (told.length) this.tell('events', told);
  }

  /** Requests a snapshot, and ignores all events until it arrives. */
  resynchronize() {
    this.seq = null;
    this.send({ resync: true });
  }

  takeReply(reply) {
    const order = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.error) order?.reject(new CommandError(reply.error));
    else order?.resolve(reply.result);
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function newSocket() {
  // A page loaded by https may only open wss.
  return new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket`);
}

/** Requests `/health`. Throws a `TypeError` or `TimeoutError` if pagerview does not respond. */
async function requestHealth(signal) {
  const answer = await fetch('/health', { cache: 'no-store', signal });
  if (BAD_GATEWAY.has(answer.status)) throw new TypeError('the reverse proxy does not reach pagerview');
}

/**
 * Opens a socket and closes it again.
 * @param {AbortSignal} signal @returns {Promise<void>} rejected with a `TypeError`, as by `fetch`
 */
function testSocket(signal) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const socket = newSocket();
  const fail = () => reject(new TypeError('pagerview cannot be reached by a WebSocket'));
  socket.onopen = () => resolve();
  socket.onerror = fail;
  signal.addEventListener('abort', fail);
  return promise.finally(() => socket.close());
}
