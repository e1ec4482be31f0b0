/**
 * Shows for how long the state has been outdated.
 * @param {HTMLElement} element @param {import('./viewer.js').Viewer} viewer
 */
export function showAge(element, viewer) {
  setInterval(() => {
    const since = viewer.staleSince;
    element.hidden = since === null || viewer.isPatient;
    if (element.hidden) return;
    viewer.report();
    const seconds = Math.max(0, Math.round((Date.now() - since) / 1000));
    const what = viewer.isCopy ? 'Offline copy, not up to date' : 'Not up to date';
    const isToday = new Date(since).toDateString() === new Date().toDateString();
    const time = new Date(since)[isToday ? 'toLocaleTimeString' : 'toLocaleString']();
    element.textContent = `${what}: no contact for ${seconds} s, since ${time}`;
  }, 500);
}
