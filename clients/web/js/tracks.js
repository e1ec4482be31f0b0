/**
 * Converts the tracks of a transition into keyframes for the browser.
 *
 * A track animates one property of the leaving or the entering page. Its value is linear between
 * its keyframes, and constant before the first and after the last.
 * The tracks alone determine the animation, so transition styles of plugins work too.
 *
 * @typedef {{property: string, keyframes: {at: number, value: number}[]}} Track
 */

const REST = {
  opacity: 1, translateX: 0, translateY: 0, scale: 1, rotateX: 0, rotateY: 0, rotateZ: 0, curl: 0,
};
const MOVING = ['translateX', 'translateY', 'scale', 'rotateX', 'rotateY', 'rotateZ'];

/** The CSS timing functions for the animation curves of UIKit. */
export const CURVES = {
  __proto__: null,
  easeInOut: 'ease-in-out', easeIn: 'ease-in', easeOut: 'ease-out', linear: 'linear',
};

/**
 * Returns the values of a property just before and just after a moment. They differ if two
 * keyframes have the same time.
 * @param {Track[]} tracks @param {string} property @param {number} at
 * @returns {[number, number]}
 */
export function valuesAt(tracks, property, at) {
  const frames = tracks.find((track) => track.property === property)?.keyframes ?? [];
  if (frames.length === 0) return [REST[property], REST[property]];
  const before = frames.findLast((frame) => frame.at < at);
  const after = frames.find((frame) => frame.at > at);
  const here = frames.filter((frame) => frame.at === at);
  if (here.length) return [here[0].value, here.at(-1).value];
  if (!before) return [after.value, after.value];
  if (!after) return [before.value, before.value];
  const part = (at - before.at) / (after.at - before.at);
  const value = before.value + (after.value - before.value) * part;
  return [value, value];
}

/** Returns the moments with a keyframe of one of the properties, including 0 and 1. */
function moments(tracks, properties) {
  const found = new Set([0, 1]);
  for (const track of tracks) {
    if (!properties.includes(track.property)) continue;
    for (const { at } of track.keyframes) if (at > 0 && at < 1) found.add(at);
  }
  return [...found].sort((a, b) => a - b);
}

/** @param {Track[]} tracks @param {string[]} properties */
function moves(tracks, properties) {
  return tracks.some((track) => properties.includes(track.property) && track.keyframes.length);
}

/**
 * Returns the combined keyframes of several properties. At a jump, two have the same offset.
 * @param {Track[]} tracks @param {string[]} properties
 * @param {(values: Record<string, number>) => object} draw
 * @returns {object[]} empty if none of them changes
 */
export function keyframes(tracks, properties, draw) {
  if (!moves(tracks, properties)) return [];
  const frames = [];
  for (const offset of moments(tracks, properties)) {
    const sides = [{}, {}];
    for (const property of properties) {
      const [before, after] = valuesAt(tracks, property, offset);
      sides[0][property] = before;
      sides[1][property] = after;
    }
    const jumps = properties.some((name) => sides[0][name] !== sides[1][name]);
    if (jumps && offset > 0) frames.push({ offset, ...draw(sides[0]) });
    if (!jumps || offset < 1) frames.push({ offset, ...draw(sides[1]) });
  }
  return frames;
}

/** @param {Track[]} tracks */
export function opacityFrames(tracks) {
  return keyframes(tracks, ['opacity'], ({ opacity }) => ({ opacity }));
}

/**
 * Returns the keyframes of the CSS transform for the tracks that move, scale or rotate a page.
 * @param {Track[]} tracks @param {number} eye the distance of the perspective in pixels
 * @param {string} own the own transform of the view, which is applied as well
 */
export function transformFrames(tracks, eye, own = '') {
  return keyframes(tracks, MOVING, (value) => ({
    transform:
      `perspective(${eye}px) translate3d(${value.translateX * 100}%, ${value.translateY * 100}%, 0)` +
      ` scale(${value.scale}) rotateX(${value.rotateX}deg) rotateY(${value.rotateY}deg)` +
      ` rotateZ(${value.rotateZ}deg) ${own}`,
  }));
}

/**
 * Returns the tracks with an entering page that is never wholly outside, edge-on or a point. The
 * browser draws no frame without a visible area, and would later show it white until it is drawn.
 * @param {{from: Track[], to: Track[]}} all
 */
export function visible({ from, to }) {
  const place = (property, value) => {
    if (property === 'scale') return value === 0 ? 0.002 : value;
    const edge = property.startsWith('rotate') ? 90 : 1;
    return property !== 'opacity' && Math.abs(value) === edge ? value * 0.999 : value;
  };
  return { from, to: to.map(({ property, keyframes: frames }) => ({
    property, keyframes: frames.map(({ at, value }) => ({ at, value: place(property, value) })),
  })) };
}

/** Returns the keyframes of the progress of a page's curl, 0 to 1. @param {Track[]} tracks */
export function curlFrames(tracks) {
  return keyframes(tracks, ['curl'], ({ curl }) => ({ curl: Math.min(1, Math.max(0, curl)) }));
}

function travel(tracks) {
  let longest = 0;
  for (const { property, keyframes: frames } of tracks) {
    if (!property.startsWith('translate') || frames.length === 0) continue;
    const values = frames.map((frame) => frame.value);
    longest = Math.max(longest, ...values.map(Math.abs));
  }
  return longest;
}

/**
 * Returns whether the leaving page is drawn above the entering one. If only one page curls, it is
 * above. Otherwise, if only one page has tracks, it is above. Otherwise, the page that moves
 * further is above.
 * @param {{from: Track[], to: Track[]}} tracks @param {string} direction
 */
export function leavingIsAbove(tracks, direction) {
  for (const measure of [(side) => moves(side, ['curl']), (side) => side.length > 0, travel]) {
    const [from, to] = [Number(measure(tracks.from)), Number(measure(tracks.to))];
    if (from !== to) return from > to;
  }
  return direction === 'reverse';
}

/** Returns whether both pages only fade. If so, the browser adds their colours. */
export function dissolves(tracks) {
  const fades = (side) => moves(side, ['opacity']) && !moves(side, [...MOVING, 'curl']);
  return fades(tracks.from) && fades(tracks.to);
}

/** The animation for users who prefer reduced motion. */
export const STILL_TRACKS = {
  from: [{ property: 'opacity', keyframes: [{ at: 0, value: 1 }, { at: 1, value: 0 }] }],
  to: [{ property: 'opacity', keyframes: [{ at: 0, value: 0 }, { at: 1, value: 1 }] }],
};

/**
 * Returns the tracks with pages that move by the space between pages, too.
 * @param {{from: Track[], to: Track[]}} all @param {object|undefined} record of the container
 */
export function spaced(all, record) {
  const space = record?.interPageSpacing;
  if (!(space > 0)) return all;
  const part = { translateX: space / record.frame.width, translateY: space / record.frame.height };
  const wider = (list) => list.map(({ property, keyframes: frames }) => ({
    property,
    keyframes: frames.map(({ at, value }) => ({ at, value: value * (1 + (part[property] ?? 0)) })),
  }));
  return { from: wider(all.from), to: wider(all.to) };
}
