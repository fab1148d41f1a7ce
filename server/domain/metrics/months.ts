import { dayOf, startOfDay } from '../../contract/zoned-time.ts';

/** A calendar month of a time zone: from `startsAt`, included, until `endsAt`, excluded. */
export type Month = {
  /** `YYYY-MM`. */
  name: string;
  /** The first calendar days of the month and of the next one. */
  firstDay: string;
  nextFirstDay: string;
  startsAt: Date;
  endsAt: Date;
};

/**
 * The last months of a time zone, oldest first; the last one contains `now`.
 * @param count at least 1
 */
export function lastMonths(now: Date, timeZone: string, count: number): Month[] {
  const [year = 0, month = 0] = dayOf(now.toISOString(), timeZone).split('-').map(Number);
  return Array.from({ length: count }, (_, i) => {
    const firstDay = firstDayOf(year, month - count + 1 + i);
    const nextFirstDay = firstDayOf(year, month - count + 2 + i);
    return {
      name: firstDay.slice(0, 7),
      firstDay,
      nextFirstDay,
      startsAt: startOf(firstDay, timeZone),
      endsAt: startOf(nextFirstDay, timeZone),
    };
  });
}

/** @param month 1 for January; 0 and less are in the year before */
function firstDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

function startOf(day: string, timeZone: string): Date {
  const instant = startOfDay(day, timeZone);
  if (!instant) throw new Error(`${day} is no day`);
  return new Date(instant);
}
