/** The values of controllers that this browser has requested and that its mirror does not contain yet. */

export class RequestedValues {
  /** @param {import('./viewer.js').Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** The latest request for each controller. @type {Map<string, {value: any}>} */
    this.requests = new Map();
  }

  /** Returns the requested value, or `shown` if the mirror contains all that was requested. */
  get(id, shown) {
    return this.requests.get(id)?.value ?? shown;
  }

  /** Sends a command that gives the controller a value. A refused command requests nothing. */
  async set(id, value, method, params) {
    const request = { value };
    this.requests.set(id, request);
    const result = await this.viewer.command(method, params);
    if (result) await this.viewer.caughtUp(result.seq);
    if (this.requests.get(id) === request) this.requests.delete(id);
  }
}
