'use client';

import { useEffect } from 'react';
import { useSession } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';

type StoredView = { name: string; query: string };

/** Moves the views that a former release stored in this browser to the server, as the person's own. */
export function useStoredViews(list: string) {
  const { user } = useSession();
  const { client, savedView } = trpc.useUtils();
  useEffect(() => {
    const key = `demarc.views.${user.id}.${list}`;
    const stored = localStorage.getItem(key);
    if (stored === null) return;
    // A view that the server refuses stays where it is, and the next visit tries again.
    const move = async () => {
      for (const { name, query } of JSON.parse(stored) as StoredView[]) {
        await client.savedView.save.mutate({ list, name, query, isShared: false });
      }
      localStorage.removeItem(key);
      await savedView.list.invalidate({ list });
    };
    move().catch(() => undefined);
  }, [client, savedView, user.id, list]);
}
