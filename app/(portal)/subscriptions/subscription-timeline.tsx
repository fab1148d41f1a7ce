'use client';

import { useState } from 'react';
import { EventEntries } from '@/components/data/event-timeline.tsx';
import { trpc } from '@/components/trpc/client.ts';

/** Events of a subscription and of all that hangs on it. */
export function SubscriptionTimeline({ id }: { id: string }) {
  const [limit, setLimit] = useState(20);
  const query = trpc.subscription.events.useQuery({ id, limit }, { placeholderData: (previous) => previous });
  return <EventEntries query={query} onMore={() => setLimit(100)} />;
}
