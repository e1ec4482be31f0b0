/** Views that are animated together with a transition, from their current to their end values. */
import { matrix } from './transform.js';

/**
 * Returns the keyframes of a view that is animated together with a transition.
 * @param {object} record of the view @param {object} goal the end values of the view
 * @param {{width: number, height: number}} size of its superview
 * @returns {object[]} the first and the last keyframe
 */
export function keyframes(record, goal, size) {
  const frames = [{}, {}];
  if (typeof goal.alpha === 'number') {
    frames[0].opacity = record.alpha ?? 1;
    frames[1].opacity = goal.alpha;
  }
  if (goal.frame) {
    Object.assign(frames[0], box(record.frame, size));
    Object.assign(frames[1], box(goal.frame, size));
  }
  if (goal.transform) {
    frames[0].transform = matrix(record.transform, record.frame);
    frames[1].transform = matrix(goal.transform, goal.frame ?? record.frame);
  }
  return frames;
}

/** Returns the keyframes of the background colour, which belongs to the view's inner element. */
export function colours(record, goal) {
  if (typeof goal.backgroundColor !== 'string') return [];
  return [
    { backgroundColor: record.backgroundColor ?? 'transparent' },
    { backgroundColor: goal.backgroundColor },
  ];
}

function box({ x, y, width, height }, size) {
  const share = (length, whole) => `${whole > 0 ? (length / whole) * 100 : 100}%`;
  return {
    left: share(x, size.width), top: share(y, size.height),
    width: share(width, size.width), height: share(height, size.height),
  };
}
