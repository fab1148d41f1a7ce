'use client';

import { useState } from 'react';
import { EventEntries } from '@/components/data/event-timeline.tsx';
import { trpc } from '@/components/trpc/client.ts';

/** Events of a charge and of all that hangs on it. */
export function ChargeTimeline({ id }: { id: string }) {
  const [limit, setLimit] = useState(20);
  const query = trpc.charge.events.useQuery({ id, limit }, { placeholderData: (previous) => previous });
  return <EventEntries query={query} onMore={() => setLimit(100)} />;
}
