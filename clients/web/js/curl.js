/**
 * A page curl from the lower right corner.
 *
 * A fold moves across the page. The part behind it is clipped and drawn mirrored in front of it, as
 * the back of the paper. Every transform is linear in the fold's position, inside boxes that clip
 * the rest, so the compositor plays the curl without repainting the page.
 *
 *          keep          fold        n: the fold's normal; u: the distance along it, 0 at the fold
 *     ┌─────────────┐   ╱  ┌─────    the page is kept where u < 0
 *     │ page ╱▒▒▒▒▒▒│  ╱   │ next    its back lies where u < 0 too, mirrored
 *     │     ╱▒ back ▒│╱    │ page    the next page has a shadow where u > 0
 */

const ANGLE = (24 * Math.PI) / 180;
const COS = Math.cos(ANGLE);
const SIN = Math.sin(ANGLE);

/** The geometry of the curl for a page size. All distances are in pixels. */
class Fold {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** The distance that the fold moves, from the lower right corner to the upper left one. */
    this.reach = COS * width + SIN * height;
    /** The offset of the boxes above the page, and their length along the fold. */
    this.above = SIN * width + 2;
    this.length = this.above + COS * height + 2;
  }

  /** Returns the transform of the box before the fold; its right edge is the fold, at `d`. */
  box(d) {
    return matrix(
      COS, SIN, -SIN, COS,
      COS * (d - this.reach) + SIN * this.above, SIN * (d - this.reach) - COS * this.above);
  }

  /** Returns the transform of the strip behind the fold; its left edge is the fold. */
  strip(d) {
    return matrix(
      COS, SIN, -SIN, COS, COS * d + SIN * this.above, SIN * d - COS * this.above);
  }

  /** Returns the inverse transform of the box, so that the page inside it stays in place. */
  page(d) {
    return matrix(COS, -SIN, SIN, COS, this.reach - d, this.above);
  }

  /** Returns the transform that mirrors the page at the fold, inside the box. */
  back(d) {
    return matrix(-COS, -SIN, -SIN, COS, this.reach + d, this.above);
  }

  /** Returns the transform of the box for an element inside the mirrored back. */
  shade(d) {
    const x = this.reach + d;
    return matrix(
      -COS, -SIN, -SIN, COS, COS * x + SIN * this.above, SIN * x - COS * this.above);
  }
}

function matrix(...numbers) {
  return `matrix(${numbers.map((number) => number.toFixed(9)).join(', ')})`;
}

function part(name, parent) {
  const element = document.createElement('div');
  element.className = `curl-${name}`;
  element.setAttribute('aria-hidden', 'true');
  parent.append(element);
  return element;
}

function resize(element, width, height) {
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}

/**
 * Starts the curl of a view.
 * @param {{outer: HTMLElement, clip: HTMLElement, inner: HTMLElement}} view
 * @param {{offset: number, curl: number}[]} frames
 * @param {KeyframeAnimationOptions} timing
 * @returns {{animations: Animation[], restore: () => void}}
 */
export function curl(view, frames, timing) {
  const fold = new Fold(view.outer.clientWidth, view.outer.clientHeight);
  const cast = part('cast', view.outer);
  view.outer.prepend(cast);
  const flap = part('flap', view.outer);
  const back = part('back', flap);
  const shade = part('shade', back);
  view.outer.classList.add('curling');
  resize(view.clip, fold.reach, fold.length);
  resize(view.inner, fold.width, fold.height);
  resize(flap, fold.reach, fold.length);
  resize(back, fold.width, fold.height);
  resize(shade, fold.reach, fold.length);
  resize(cast, fold.reach * 0.16, fold.length);
  const play = (element, place) =>
    element.animate(
      frames.map(({ offset, curl: amount }) => ({
        offset, transform: fold[place](fold.reach * (1 - amount)),
      })), timing);
  const animations = [
    play(view.clip, 'box'), play(view.inner, 'page'), play(flap, 'box'), play(back, 'back'),
    play(shade, 'shade'), play(cast, 'strip'),
  ];
  return {
    animations,
    restore() {
      for (const animation of animations) animation.cancel();
      view.outer.classList.remove('curling');
      for (const { style } of [view.clip, view.inner]) style.width = style.height = '';
      cast.remove();
      flap.remove();
    },
  };
}
