/**
 * Keys for talks: a number and Enter goes to that slide; Enter alone shows the next one; B or the
 * full stop makes the screens black; F freezes the audience's screens; O shows all slides.
 */
import { Overview } from './overview.js';

/** The milliseconds after the last digit until an unfinished number is discarded. */
const PATIENCE = 3000;
const OCCUPIED = 'input, textarea, select, [role=tree], [role=log], dialog';
/** Elements that need Enter. */
const PRESSED = 'button, a, summary, .bar';

/**
 * @param {import('./talk.js').Talk} talk @param {{mayCommand: boolean}} viewer
 * @param {import('./shared-talk.js').SharedTalk} shared
 * @returns {Overview} the overview that O opens
 */
export function listenForTalk(talk, viewer, shared) {
  const overview = new Overview(talk);
  talk.shared = shared;
  let digits = '';
  let timer = 0;
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!viewer.mayCommand || event.target.closest?.(OCCUPIED)) return;
    if (/^[0-9]$/.test(event.key)) {
      digits = (digits + event.key).slice(-5);
      clearTimeout(timer);
      timer = setTimeout(() => (digits = ''), PATIENCE);
    } else if (event.key === 'Enter' && digits !== '') {
      if (talk.goTo(Number(digits))) event.preventDefault();
      digits = '';
    } else if (event.key === 'Enter' && !event.target.closest?.(PRESSED) && talk.pager) {
      event.preventDefault();
      talk.turn('next');
    } else if (event.key === 'f') {
      event.preventDefault();
      shared.toggleFrozen(talk.pager);
    } else if (event.key === 'b' || event.key === '.') {
      event.preventDefault();
      talk.toggleBlack();
    } else if (event.key === 'o') {
      event.preventDefault();
      overview.toggle();
    }
  });
  return overview;
}
