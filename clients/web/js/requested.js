/** The values that this browser has requested and that its copy of the state does not have yet. */

export class RequestedValues {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** The latest request for each controller. @type {Map<string, {value: any}>} */
    this.requests = new Map();
  }

  /** Returns the requested value of a controller, or `shown` if no request is pending. */
  get(id, shown) {
    return this.requests.get(id)?.value ?? shown;
  }

  /** Sends a command that sets a value of a controller. A refused value is forgotten. */
  async set(id, value, method, params) {
    const request = { value };
    this.requests.set(id, request);
    const result = await this.viewer.command(method, params);
    if (result) await this.viewer.caughtUp(result.seq);
    if (this.requests.get(id) === request) this.requests.delete(id);
  }
}
