/** Keeps the screen on while this page is visible, if the browser permits it. */

async function request() {
  if (document.visibilityState !== 'visible' || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request('screen');
  } catch (error) {
    // The system may refuse in order to save power.
    if (error.name !== 'NotAllowedError') throw error;
  }
}

/** Keeps the screen on. Browsers permit it over https or on this machine, for visible pages. */
export function keepScreenOn() {
  document.addEventListener('visibilitychange', request);
  request();
}
