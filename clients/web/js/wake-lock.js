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

/** Browsers permit a wake lock over https and on the machine itself, and end it for hidden pages. */
export function keepScreenOn() {
  document.addEventListener('visibilitychange', request);
  request();
}
