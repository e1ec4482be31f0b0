/** Safe areas: how far the device, bars and containers cover each view from its edges. */

/** @typedef {{top: number, left: number, bottom: number, right: number}} Insets */

const SIDES = ['top', 'left', 'bottom', 'right'];
const NONE = { top: 0, left: 0, bottom: 0, right: 0 };

/**
 * Returns the safe area insets of a view: the part of its superview's insets that reaches into the
 * view, and the view's additional insets.
 * @param {Insets} outer the insets of the superview @param {{width: number, height: number}} size
 *   the superview's @param {object} record of the view
 * @returns {Insets}
 */
export function reaching(outer, size, { frame, additionalSafeAreaInsets: more }) {
  const gaps = {
    top: frame.y, left: frame.x, bottom: size.height - frame.y - frame.height,
    right: size.width - frame.x - frame.width,
  };
  const insets = { ...NONE };
  for (const side of SIDES) {
    const rest = Math.max(0, Math.min(outer[side], outer[side] - gaps[side]));
    insets[side] = Math.max(0, rest + (more?.[side] ?? 0));
  }
  return insets;
}

/** Returns the safe area insets of a window. @param {object} record @returns {Insets} */
export function covering({ safeAreaInsets }) {
  return { ...NONE, ...safeAreaInsets };
}

/**
 * Keeps a view's content out of the covered insets; its background extends under them.
 * @param {{inner: HTMLElement, content: HTMLElement}} view @param {Insets} insets in points
 * @param {{width: number, height: number}} frame of the view
 */
export function keepClear({ inner, content }, insets, frame) {
  const share = (inset, whole) => (inset > 0 && whole > 0 ? `${(inset / whole) * 100}%` : '0');
  const { width, height } = frame;
  const shares = [
    share(insets.top, height), share(insets.right, width), share(insets.bottom, height),
    share(insets.left, width),
  ];
  const inset = shares.every((one) => one === '0') ? '' : shares.join(' ');
  if ((content.dataset.inset ?? '') === inset) return;
  content.dataset.inset = inset;
  content.style.inset = inset;
  inner.classList.toggle('covered', inset !== '');
}
