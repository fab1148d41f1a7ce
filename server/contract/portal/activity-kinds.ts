/** Imports no library, so that pages can import it at no cost. */

/** The kinds of activity of a subscriber, in the order of the filter. */
export const activityKinds = [
  'payments',
  'invoices',
  'service',
  'charges',
  'installations',
  'network',
  'emails',
  'notes',
  'account',
] as const;
export type ActivityKind = (typeof activityKinds)[number];
