'use client';

import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { deliveryStatusNames, outcomeAndLatencyOf, shortUrl } from '../webhooks/labels.ts';

/** The deliveries of an event. */
export function EventDeliveries({ eventId }: { eventId: string }) {
  const query = trpc.event.deliveries.useQuery({ id: eventId });
  return (
    <RelatedList
      title="Deliveries"
      query={query}
      href={({ id, webhookId }) => `/developers/webhooks/${webhookId}/deliveries/${id}`}
      primary={({ url }) => shortUrl(url)}
      secondary={({ attempts }) => {
        const last = attempts.at(-1);
        return last ? `${outcomeAndLatencyOf(last)}, attempt ${last.number}` : 'No attempt yet';
      }}
      aside={({ status }) => <StatusBadge status={status} label={deliveryStatusNames[status]} />}
      empty="No webhook was subscribed to this event when it occurred. A replay sends it to one that is now."
    />
  );
}
