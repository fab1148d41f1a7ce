import type { EventEnvelope } from '@/server/contract/events.ts';

const pageOfObject: Partial<Record<EventEnvelope['data']['object'], string>> = {
  subscriber: '/subscribers',
  subscription: '/subscriptions',
  payment: '/payments',
  plan: '/plans',
  charge: '/charges',
  refund: '/refunds',
  installation: '/installations',
};

/** The page of an event's resource; null for a resource without a page, or a deleted one. */
export function hrefOfEvent({
  type,
  data: { object, current },
}: Pick<EventEnvelope, 'type' | 'data'>): string | null {
  if (type === 'plan.deleted' || type === 'subscriber.deleted') return null;
  const page = pageOfObject[object];
  if (page && typeof current.id === 'string') return `${page}/${current.id}`;
  // Cycles and sessions are shown with their subscription.
  return typeof current.subscriptionId === 'string' ? `/subscriptions/${current.subscriptionId}` : null;
}
