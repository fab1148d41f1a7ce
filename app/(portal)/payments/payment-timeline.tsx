'use client';

import { useState } from 'react';
import { EventEntries } from '@/components/data/event-timeline.tsx';
import { trpc } from '@/components/trpc/client.ts';

/** Events of a payment and of its refunds. */
export function PaymentTimeline({ id }: { id: string }) {
  const [limit, setLimit] = useState(20);
  const query = trpc.payment.events.useQuery({ id, limit }, { placeholderData: (previous) => previous });
  return <EventEntries query={query} onMore={() => setLimit(100)} />;
}
