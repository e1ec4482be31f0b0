/** A button for every command of the daemon, and a form for its parameters. */
import { fieldFor } from './field.js';
import { put } from './records.js';

export class Commands {
  /**
   * @param {{list: HTMLElement, filter: HTMLInputElement, form: HTMLFormElement,
   *   output: HTMLElement}} elements
   * @param {import('./viewer.js').Viewer} viewer
   */
  constructor(elements, viewer) {
    this.elements = elements;
    this.viewer = viewer;
    /** @type {object|null} */
    this.method = null;
    this.mayCommand = false;
    elements.filter.addEventListener('input', () => this.filter());
    elements.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.send();
    });
  }

  /** @param {object[]} methods the methods in the result of `server.describe` */
  offer(methods) {
    const families = Map.groupBy(methods, ({ method }) => method.split('.')[0]);
    this.elements.list.replaceChildren(...[...families].map(([family, members]) => {
      const group = document.createElement('fieldset');
      const legend = document.createElement('legend');
      legend.textContent = family;
      group.append(legend, ...members.map((member) => this.button(member)));
      return group;
    }));
    this.filter();
  }

  button(method) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.method = method.method;
    button.textContent = method.method.split('.').at(-1);
    button.title = method.summary;
    button.setAttribute('aria-label', `${method.method}: ${method.summary}`);
    button.addEventListener('click', () => this.choose(method));
    return button;
  }

  filter() {
    const word = this.elements.filter.value.trim().toLowerCase();
    for (const group of this.elements.list.children) {
      let found = 0;
      for (const button of group.querySelectorAll('button')) {
        button.hidden = !button.dataset.method.toLowerCase().includes(word);
        if (!button.hidden) found += 1;
      }
      group.hidden = found === 0;
    }
  }

  choose(method) {
    const { form } = this.elements;
    this.method = method;
    const heading = document.createElement('h3');
    heading.textContent = method.method;
    const summary = document.createElement('p');
    summary.textContent = method.summary;
    this.fields = method.params.map((param) => fieldFor(param, this.suggestions(param.name)));
    const submit = document.createElement('button');
    submit.className = 'send';
    submit.textContent = `Send ${method.method}`;
    submit.disabled = !this.mayCommand;
    form.replaceChildren(heading, summary, ...this.fields.map(({ label }) => label), submit);
    form.hidden = false;
    form.scrollIntoView({ block: 'nearest' });
    (this.fields.find(({ param }) => param.presence === 'required')?.input ?? submit).focus();
  }

  /** Enables or disables the button that sends a command. @param {boolean} may */
  permit(may) {
    this.mayCommand = may;
    const submit = this.elements.form.querySelector('.send');
    if (submit) submit.disabled = !may;
  }

  /** Returns the ids to suggest for a parameter. */
  suggestions(name) {
    const { state } = this.viewer;
    if (this.method.method.startsWith('window.') && name === 'id') return [...state.windows.keys()];
    if (this.method.method.startsWith('transition.')) return [...state.transitions.keys()];
    return [...state.controllers.keys()].slice(0, 200);
  }

  send() {
    const params = {};
    for (const field of this.fields) {
      const value = field.read();
      if (value instanceof Error) {
        this.say(`${field.param.name}: ${value.message}`, true);
        field.input.focus();
        return;
      }
      if (value !== undefined) put(params, field.param.name, value);
    }
    const { method } = this.method;
    this.viewer.link.request(method, params).then(
      (result) => this.say(`${method}\n${JSON.stringify(result, null, 2)}`, false),
      (refusal) => {
        const place = refusal.path ? ` [${refusal.path}]` : '';
        this.say(`${method} was refused (${refusal.name})${place}: ${refusal.message}`, true);
      });
  }

  say(text, isError) {
    const { output } = this.elements;
    output.textContent = text.length > 20000 ? `${text.slice(0, 20000)}…` : text;
    output.classList.toggle('error', isError);
  }
}
