import type { Visit } from '@/server/contract/portal/visit.ts';
import { dayOf } from '@/server/contract/zoned-time.ts';

export type VisitGroup = { title: string; visits: Visit[] };

/** Visits by when they are due. Groups without visits are left out. @param now in the provider's time */
export function groupVisits(visits: Visit[], now: string, timeZone: string): VisitGroup[] {
  const today = dayOf(now, timeZone);
  const groups = new Map<string, Visit[]>(
    ['Missed', 'Today', 'Later', 'No appointment', 'Done today'].map((title) => [title, []]),
  );
  for (const each of visits) groups.get(groupOf(each, today, timeZone))?.push(each);
  return [...groups].flatMap(([title, of]) => (of.length > 0 ? [{ title, visits: of }] : []));
}

function groupOf({ installedAt, scheduledAt }: Visit, today: string, timeZone: string): string {
  if (installedAt !== null) return 'Done today';
  if (scheduledAt === null) return 'No appointment';
  const day = dayOf(scheduledAt, timeZone);
  if (day === today) return 'Today';
  return day < today ? 'Missed' : 'Later';
}
