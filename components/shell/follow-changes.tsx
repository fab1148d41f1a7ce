'use client';

import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from '@/components/trpc/follow-changes.ts';
import { onRefused } from '@/components/trpc/refused.ts';
import { useSession } from './session-context.tsx';

/** A window that stays visible beside another one gets the focus without a change of its visibility. */
function refreshOnFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const refresh = () => onFocus();
    window.addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      window.removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  });
}

/**
 * Keeps what the page shows current: it follows the events of the account, and reads again when the window gets the focus and when
 * a change is refused.
 */
export function FollowChanges() {
  const queries = useQueryClient();
  const { provider } = useSession();
  useEffect(refreshOnFocus, []);
  useEffect(() => followChanges(queries, provider.id), [queries, provider.id]);
  useEffect(
    () =>
      onRefused(
        () => void queries.invalidateQueries({ predicate: ({ queryKey }) => Array.isArray(queryKey[0]) }),
      ),
    [queries],
  );
  return null;
}
