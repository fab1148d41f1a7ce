'use client';

import { focusManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onRefused } from '@/components/trpc/refused.ts';
import { useSession } from './session-context.tsx';

/** The pause after which a page without a request in flight follows the changes, in ms. */
const QUIET_MS = 1_500;

/** Follows the changes once the page has all that it shows; until then the page needs no script for it. @returns a function that ends it */
function followWhenQuiet(queries: QueryClient, providerId: string): () => void {
  let isEnded = false;
  let end = () => clearTimeout(quiet);
  const whenQuiet = async () => {
    if (document.readyState !== 'complete' || queries.isFetching() > 0) {
      quiet = setTimeout(whenQuiet, QUIET_MS);
      return;
    }
    const { followChanges } = await import('@/components/trpc/follow-changes.ts');
    if (!isEnded) end = followChanges(queries, providerId);
  };
  let quiet = setTimeout(whenQuiet, QUIET_MS);
  return () => {
    isEnded = true;
    end();
  };
}

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
  useEffect(() => followWhenQuiet(queries, provider.id), [queries, provider.id]);
  useEffect(
    () =>
      onRefused(
        () => void queries.invalidateQueries({ predicate: ({ queryKey }) => Array.isArray(queryKey[0]) }),
      ),
    [queries],
  );
  return null;
}
