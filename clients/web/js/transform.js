/** The transform of a view, which moves, rotates or scales the view about its centre. */

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
