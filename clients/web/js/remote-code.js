/** The address of the remote control as a QR code, for the camera of a phone. */

const SVG = 'http://www.w3.org/2000/svg';
/** The width of the white border that readers need around the code, in modules. */
const BORDER = 4;
/** The maximum number of modules on each side; pagerview sends no larger code. */
const LARGEST = 177;

export class RemoteCode {
  /**
   * @param {{button: HTMLButtonElement, dialog: HTMLDialogElement, code: HTMLElement,
   *   text: HTMLElement}} elements
   * @param {import('./viewer.js').Viewer} viewer
   */
  constructor(elements, viewer) {
    this.elements = elements;
    const { button, dialog } = elements;
    // Each code works once, so every press requests a new one.
    button.onclick = () => {
      elements.code.replaceChildren();
      elements.text.textContent = 'Asking pagerview';
      dialog.showModal();
      viewer.link.send({ remote: true });
    };
    viewer.link.addEventListener('remote', ({ detail }) => this.draw(detail));
  }

  /** @param {{address?: string, minutes?: number, rows?: string[], problem?: string}} remote */
  draw({ address = '', minutes = 0, rows = [], problem }) {
    const { code, text } = this.elements;
    text.textContent = problem
      ?? `Point the camera of a phone at the code. It works once, within ${minutes} minutes.`;
    code.replaceChildren(...(rows.length > 0 && rows.length <= LARGEST ? [picture(rows, address)] : []));
  }
}

function picture(rows, address) {
  const side = rows.length + 2 * BORDER;
  const element = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    return made;
  };
  const path = rows.flatMap((row, y) => [...row].map((module, x) =>
    (module === '1' ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : ''))).join('');
  const svg = element('svg', {
    viewBox: `0 0 ${side} ${side}`, role: 'img', 'shape-rendering': 'crispEdges',
    'aria-label': `QR code of the remote control at ${URL.parse(address)?.host ?? 'pagerview'}`,
  });
  svg.append(element('rect', { width: side, height: side, fill: '#fff' }), element('path', { d: path, fill: '#000' }));
  return svg;
}
