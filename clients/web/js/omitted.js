// Written by clients/python/generate.py from `server.describe`; do not edit.

/** The members that a controller's record omits if they are null. */
export const OMITTED = [
  'additionalSafeAreaInsets',
  'canLeave',
  'leaveReason',
  'disabled',
  'pinned',
  'usesPreferredContentSize',
  'adaptivePresentationStyle',
  'breakpoints',
  'baseOptions',
  'badge',
  'shortestWay',
  'bottomToTop',
  'transformer',
  'transition',
  'duration',
  'curve',
  'animated',
  'interPageSpacing',
  'preferredPrimaryColumnWidth',
  'preferredSupplementaryColumnWidth',
  'primaryEdge',
  'presentsWithGesture',
  'drawer',
];
