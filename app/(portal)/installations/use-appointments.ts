'use client';

import { useMemo } from 'react';
import { useSession } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { dayOf, startOfDay } from '@/server/contract/zoned-time.ts';
import type { NamedInstallation } from './named-installation.ts';
import { useNamed } from './use-named-installations.ts';

const PAGE = 100;
/** More appointments than a calendar page can show legibly. */
const MAX_PAGES = 8;

/** Appointments on these days of the provider's zone, by day, without cancelled, abandoned and archived ones. */
export function useAppointments(days: string[]) {
  const { timeZone } = useSession().provider;
  const range = {
    scheduledAfter: startOfDay(days[0] ?? '', timeZone) ?? undefined,
    scheduledBefore: startOfDay(days.at(-1) ?? '', timeZone, 1) ?? undefined,
    sort: 'scheduledAt',
    limit: PAGE,
  };
  const first = trpc.installation.list.useQuery({ ...range, page: 1 });
  const pages = Math.min(MAX_PAGES, first.data?.meta.totalPages ?? 1);
  const others = trpc.useQueries((t) =>
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      t.installation.list({ ...range, page: index + 2 }),
    ),
  );
  const rows = [first, ...others].flatMap(({ data }) => data?.data ?? []);
  const key = rows.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the rows
  const data = useMemo(() => first.data && { data: rows, meta: first.data.meta }, [key, first.data]);
  const named = useNamed({ ...first, data });
  const byDay = useMemo(() => groupByDay(named.data?.data ?? [], timeZone), [named.data, timeZone]);
  const failed = [first, ...others].find(({ error }) => error);
  return {
    byDay,
    total: first.data?.meta.total ?? 0,
    shown: rows.length,
    isLoaded: named.data !== undefined,
    isFetching: [first, ...others].some(({ isFetching }) => isFetching),
    error: failed?.error ?? null,
    refetch: () => void failed?.refetch(),
  };
}

const undone = new Set(['CANCELLED', 'ABANDONED', 'ARCHIVED']);

function groupByDay(rows: NamedInstallation[], timeZone: string): Map<string, NamedInstallation[]> {
  const days = new Map<string, NamedInstallation[]>();
  for (const row of rows) {
    if (!row.scheduledAt || undone.has(row.status)) continue;
    const day = dayOf(row.scheduledAt, timeZone);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return days;
}
