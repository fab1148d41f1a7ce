'use client';

import { useState } from 'react';
import { EventEntries } from '@/components/data/event-timeline.tsx';
import { trpc } from '@/components/trpc/client.ts';

/** Events of an installation, of the charge for its fee and of that one's payments. */
export function InstallationTimeline({ id }: { id: string }) {
  const [limit, setLimit] = useState(20);
  const query = trpc.installation.events.useQuery({ id, limit }, { placeholderData: (previous) => previous });
  return <EventEntries query={query} onMore={() => setLimit(100)} />;
}
