import type { EventEnvelope } from '@/server/contract/events.ts';
import type { Names } from '@/server/contract/texts/describe-change.ts';

type Event = Pick<EventEnvelope, 'data'>;

/** What names the resource of an event: its own name, else that of the subscription or subscriber that it belongs to. */
const naming = ['id', 'subscriptionId', 'subscriberId'] as const;

/** The ids of the resources that an event is about, which its row shows by name. */
export function idsOfAbout({ data: { current } }: Event): string[] {
  return naming.flatMap((field) => {
    const id = current[field];
    return typeof id === 'string' ? [id] : [];
  });
}

/** The name of the resource that an event is about; undefined while it is not known. */
export function nameOfAbout(event: Event, names: Names): string | undefined {
  return idsOfAbout(event)
    .map((id) => names[id])
    .find((name) => name !== undefined);
}

const pageOfObject: Partial<Record<EventEnvelope['data']['object'], string>> = {
  subscriber: '/subscribers',
  subscription: '/subscriptions',
  payment: '/payments',
  plan: '/plans',
  charge: '/charges',
  refund: '/refunds',
  installation: '/installations',
  network: '/network',
};

/** The page of an event's resource; null for a resource without a page, or a deleted one. */
export function hrefOfEvent({
  type,
  data: { object, current },
}: Pick<EventEnvelope, 'type' | 'data'>): string | null {
  if (type === 'plan.deleted' || type === 'subscriber.deleted') return null;
  const page = pageOfObject[object];
  if (page && typeof current.id === 'string') return `${page}/${current.id}`;
  // A cycle is shown with its subscription.
  return typeof current.subscriptionId === 'string' ? `/subscriptions/${current.subscriptionId}` : null;
}
