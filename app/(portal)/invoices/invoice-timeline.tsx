'use client';

import { useState } from 'react';
import { EventEntries } from '@/components/data/event-timeline.tsx';
import { trpc } from '@/components/trpc/client.ts';

/** Events of what hangs on an invoice; invoices themselves are not announced. */
export function InvoiceTimeline({ id }: { id: string }) {
  const [limit, setLimit] = useState(20);
  const query = trpc.invoice.events.useQuery({ id, limit }, { placeholderData: (previous) => previous });
  return <EventEntries query={query} onMore={() => setLimit(100)} />;
}
