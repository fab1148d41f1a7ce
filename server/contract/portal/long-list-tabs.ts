/**
 * The filters of the tabs of lists that are too long to count. Imports nothing, so that pages can import it at no cost. Portal
 * only.
 */

export const auditTabs = {
  staff: { actorType: 'staff' },
  keys: { actorType: 'credential' },
  prices: { changed: 'price', verb: 'update' },
  people: { resourceType: 'staffUser' },
} as const;

export const inboundEventTabs = {
  FAILED: { status: 'FAILED' },
  IGNORED: { status: 'IGNORED' },
  PROCESSED: { status: 'PROCESSED' },
  QUEUED: { status: 'QUEUED' },
} as const;

export const deliveryTabs = {
  PENDING: { status: 'PENDING' },
  FAILED: { status: 'FAILED' },
  DELIVERED: { status: 'DELIVERED' },
} as const;
