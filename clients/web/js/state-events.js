/** The state changes for each category of events, except those of kinds (`State.changes`). */

import { OMITTED } from './omitted.js';
import { insert, merge, names } from './records.js';

/** @typedef {import('./state.js').State} State */

const APPEARANCE = new Map([
  ['viewWillAppear', 'appearing'],
  ['viewDidAppear', 'appeared'],
  ['viewWillDisappear', 'disappearing'],
  ['viewDidDisappear', 'disappeared'],
]);

/** The members that every event has and that do not belong to a record. */
const ENVELOPE = new Set([
  'seq', 'prev', 'revision', 'time', 'category', 'subject', 'event', 'cause',
]);

/** @type {Record<string, (state: State, event: object) => void>} */
export const appliers = {
  containment(state, { event, subject, parent, index }) {
    if (event !== 'parentChanged') return;
    const record = state.controllers.get(subject);
    const old = state.controllers.get(record?.parent);
    if (old) old.children = names(old, 'children').filter((id) => id !== subject);
    if (record) record.parent = parent ?? null;
    const container = state.controllers.get(parent);
    if (!container) return;
    container.children = names(container, 'children');
    insert(container.children, index, subject);
  },

  lifecycle(state, { event, subject }) {
    const record = state.controllers.get(subject);
    if (!record) return;
    if (APPEARANCE.has(event)) record.appearance = APPEARANCE.get(event);
    if (event === 'loadView' || event === 'viewDidLoad') record.isViewLoaded = true;
  },

  view(state, event) {
    const { subject } = event;
    const record = state.record(subject);
    if (event.event === 'created') {
      state.views.set(subject, {
        id: subject, superview: null, subviews: [], frame: event.frame ?? null, hidden: false, alpha: 1,
        clipsToBounds: false, autoresizing: [],
      });
    } else if (event.event === 'destroyed') {
      state.move(subject, null);
      state.views.delete(subject);
    } else if (event.event === 'didMoveToSuperview') {
      state.move(subject, event.superview, event.index);
    } else if (!record) {
      return;
    } else if (event.event === 'didChangeFrame') {
      record.frame = event.frame ?? null;
    } else if (event.event === 'didChangeHidden') {
      record.hidden = event.hidden ?? null;
    } else if (event.event === 'updated') {
      merge(record, event.changes);
      // A null member is omitted from the record: no colour, no transform.
      for (const member of Object.keys(Object(event.changes))) {
        if (record[member] === null) delete record[member];
      }
    }
  },

  transition(state, event) {
    const { transition } = event;
    if (typeof transition !== 'string') return;
    if (event.event === 'began') {
      state.transitions.set(transition, {
        ...members(event), transition, container: event.subject, progress: 0, began: event.time,
      });
    } else if (event.event === 'animatesAlongside') {
      const record = state.transitions.get(transition);
      if (record) record.alongside = event.views ?? null;
    } else if (event.event === 'progressed') {
      const record = state.transitions.get(transition);
      if (record) record.progress = event.progress ?? null;
    } else if (event.event === 'ended') {
      state.transitions.delete(transition);
    }
  },

  presentation(state, event) {
    const { subject } = event;
    const gone =
      (event.event === 'presentationTransitionDidEnd' && event.completed === false) ||
      (event.event === 'dismissalTransitionDidEnd' && event.completed === true);
    const begins = event.event === 'presentationTransitionWillBegin' &&
      typeof event.presenter === 'string';
    if (!begins && !gone) return;
    // A controller presents at most one other and has at most one presenter. The latest is used.
    for (const [presenter, id] of state.presented) {
      if (id === subject) state.presented.delete(presenter);
    }
    if (begins) state.presented.set(event.presenter, subject);
  },

  window(state, { event, subject, controller, size, insets }) {
    const record = state.windows.get(subject);
    if (event === 'created') state.windows.set(subject, {
      id: subject, size: size ?? null, root: null, subviews: [],
    });
    else if (event === 'destroyed') state.windows.delete(subject);
    else if (record && event === 'rootChanged') record.root = controller ?? null;
    else if (record && event === 'resized') record.size = size ?? null;
    else if (record && event === 'safeAreaInsetsChanged') {
      if (insets) record.safeAreaInsets = insets;
      else delete record.safeAreaInsets;
    }
  },

  controller(state, event) {
    const { subject } = event;
    const record = state.controllers.get(subject);
    if (event.event === 'created') {
      state.controllers.set(subject, {
        id: subject, title: null, content: null, parent: null, children: [], subviews: [],
        appearance: 'disappeared', isViewLoaded: false, superview: null, hidden: false, alpha: 1,
        clipsToBounds: false, autoresizing: ['flexibleWidth', 'flexibleHeight'],
        frame: { x: 0, y: 0, width: 390, height: 844 }, ...members(event),
      });
      dropAbsent(state.controllers.get(subject));
    } else if (event.event === 'destroyed') {
      state.move(subject, null);
      state.controllers.delete(subject);
    } else if (record && event.event === 'updated') {
      merge(record, event.changes);
      dropAbsent(record);
    } else if (record && event.event === 'contentChanged') {
      record.content = event.content ?? null;
    }
  },
};

/** The categories of the core's events that change no record. */
const WITHOUT_RECORDS = ['diagnostic', 'plugin', 'server'];

/** Returns whether a category contains events of a container kind. @param {string} category */
export function isOfKind(category) {
  return !Object.hasOwn(appliers, category) && !WITHOUT_RECORDS.includes(category);
}

/** Removes the members that are null, because a record omits such members. */
function dropAbsent(record) {
  for (const name of OMITTED) if (record[name] === null) delete record[name];
}

function members(event) {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !ENVELOPE.has(name)));
}
