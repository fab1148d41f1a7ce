'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { trpc } from '@/components/trpc/client.ts';
import type { SavedView } from '@/server/contract/portal/saved-view.ts';

/** The views of a list that the person and others saved, and the one that is open: of two, the person's own. */
export function useSavedViews(list: string) {
  const pathname = usePathname();
  const present = viewOf(useSearchParams());
  const { data: views = [] } = trpc.savedView.list.useQuery({ list });
  return {
    views,
    /** The query string that a view of the present list has. */
    present,
    current:
      views.find((view) => view.isOwn && view.query === present) ??
      views.find(({ query }) => query === present),
    hrefOf: ({ query }: SavedView) => `${pathname}${query && `?${query}`}`,
  };
}

/** The query string without the page number, which is not part of a view. */
function viewOf(query: URLSearchParams): string {
  const view = new URLSearchParams(query);
  view.delete('page');
  view.sort();
  return view.toString();
}
