/** Imports no library, so that pages can import it at no cost. */

/** The lists of the portal with a page of their own, each by its path in `/api/export/`. */
const listNames = [
  'announcements',
  'audit',
  'charges',
  'demarcation-points',
  'departures',
  'emails',
  'events',
  'installations',
  'integrations',
  'invoices',
  'jobs',
  'network-sessions',
  'payments',
  'plans',
  'receipts',
  'refunds',
  'requests',
  'subscribers',
  'subscriptions',
  'webhooks',
] as const;

/** A list whose views can be saved: one with a page of its own, or one on the page of what it belongs to. */
export type ListPath =
  | (typeof listNames)[number]
  | `webhooks/${string}/deliveries`
  | `integrations/${string}/inbound-events`;

const nested = /^(webhooks|integrations)\/([^/]+)\/(deliveries|inbound-events)$/;

/** Whether a text is the path of a list. Whether what a nested list belongs to exists is not known here. */
export function isListPath(path: string): path is ListPath {
  return listNames.some((name) => name === path) || parentOf(path) !== null;
}

/** What a list on the page of another resource belongs to; null for any other path. */
export function parentOf(path: string): { type: 'webhook' | 'integration'; id: string } | null {
  const [, parent, id = '', list] = nested.exec(path) ?? [];
  if (parent === 'webhooks' && list === 'deliveries') return { type: 'webhook', id };
  if (parent === 'integrations' && list === 'inbound-events') return { type: 'integration', id };
  return null;
}
