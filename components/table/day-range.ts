/** The calendar day some days after a day, both `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The first day of the month some months after that of a day. */
function firstOfMonth(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

type Period = { label: string; isAhead?: true; of: (today: string) => [first: string, last: string] };

/** Ranges that move with the day on which a list is read. A saved view therefore keeps its meaning. */
export const periods: Record<string, Period> = {
  today: { label: 'Today', of: (today) => [today, today] },
  'last-7-days': { label: 'Last 7 days', of: (today) => [addDays(today, -6), today] },
  'last-30-days': { label: 'Last 30 days', of: (today) => [addDays(today, -29), today] },
  'next-7-days': { label: 'Next 7 days', isAhead: true, of: (today) => [today, addDays(today, 6)] },
  'next-30-days': { label: 'Next 30 days', isAhead: true, of: (today) => [today, addDays(today, 29)] },
  'this-month': {
    label: 'This month',
    of: (today) => [firstOfMonth(today, 0), addDays(firstOfMonth(today, 1), -1)],
  },
  'last-month': {
    label: 'Last month',
    of: (today) => [firstOfMonth(today, -1), addDays(firstOfMonth(today, 0), -1)],
  },
};

/** Days as a person chose them: a period, or the first and the last day, each optional. */
export type DayRange = { period: string | null; from: string | null; to: string | null };

/** The first and the last day of a range. @param today the day in the provider's zone, by the provider's clock */
export function daysOf({ period, from, to }: DayRange, today: string): Pick<DayRange, 'from' | 'to'> {
  const days = period !== null && Object.hasOwn(periods, period) && periods[period]?.of(today);
  return days ? { from: days[0], to: days[1] } : { from, to };
}
