/** The transform of a view, which moves, rotates or scales the view about its centre. */

import { opacityFrames, transformFrames, valuesAt } from './tracks.js';

const IDENTITY = { a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 };

/**
 * Returns a transform as CSS. Converts its translation from points to percentages of the view's
 * size. A view without a size is not visible.
 * @param {object|undefined} transform of a record @param {{width: number, height: number}} frame
 */
export function matrix(transform, frame) {
  const { a, b, c, d, tx, ty } = { ...IDENTITY, ...transform };
  const share = (length, whole) => `${whole > 0 ? (length / whole) * 100 : 0}%`;
  const { width, height } = frame ?? { width: 0, height: 0 };
  return `translate(${share(tx, width)}, ${share(ty, height)}) matrix(${a}, ${b}, ${c}, ${d}, 0, 0)`;
}

/**
 * Returns the transform of a view as CSS, or an empty text if it has none.
 * @param {object} record of a view
 */
export function ownMatrix({ transform, frame }) {
  return transform ? matrix(transform, frame) : '';
}

/**
 * Returns the opacity and the transform that the pager's `transformer` gives a page at rest, or null
 * if it has none.
 * @param {import('./state.js').State} state @param {object} record of the page
 */
export function transformed(state, record) {
  const { transformer, pages, index } = state.controllers.get(record.parent) ?? {};
  const own = pages?.indexOf(record.id) ?? -1;
  if (!Array.isArray(transformer) || own < 0 || typeof index !== 'number') return null;
  const at = (Math.min(1, Math.max(-1, own - index)) + 1) / 2;
  const still = transformer.map(({ property }) => ({
    property, keyframes: [{ at: 0, value: valuesAt(transformer, property, at)[1] }],
  }));
  const eye = 2 * Math.max(record.frame.width, 1);
  return {
    opacity: opacityFrames(still)[0]?.opacity ?? 1,
    transform: transformFrames(still, eye, ownMatrix(record))[0]?.transform ?? ownMatrix(record),
  };
}
