import { DAY_MS } from '@/server/contract/days.ts';
/** Calendar days as `YYYY-MM-DD`, computed without a time zone. */

export type CalendarMode = 'month' | 'week';

/** The days that a calendar shows around a day: whole weeks from Monday to Sunday. */
export function daysShown(mode: CalendarMode, day: string): string[] {
  const first = mode === 'week' ? mondayOf(day) : mondayOf(`${day.slice(0, 8)}01`);
  const last = mode === 'week' ? first : mondayOf(addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1));
  const count = (toMs(last) - toMs(first)) / DAY_MS + 7;
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** A day in the month or week that is `step` later; for a month its first day, because not all months have a 31st. */
export function turn(mode: CalendarMode, day: string, step: 1 | -1): string {
  return mode === 'week' ? addDays(day, 7 * step) : addMonths(`${day.slice(0, 8)}01`, step);
}

/** `November 2026`, or for a week `16 – 22 Nov 2026`. */
export function titleOf(mode: CalendarMode, day: string): string {
  if (mode === 'month') return format(day, { month: 'long', year: 'numeric' });
  const days = daysShown('week', day);
  const [first = day, last = day] = [days[0], days.at(-1)];
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const start = isOneMonth
    ? format(first, { day: 'numeric' })
    : format(first, { day: 'numeric', month: 'short' });
  return `${start} – ${format(last, { day: 'numeric', month: 'short', year: 'numeric' })}`;
}

/** `Mon`, and `Monday` for screen readers. */
export function weekdayOf(day: string, width: 'short' | 'long'): string {
  return format(day, { weekday: width });
}

/** The full name of a day: `Monday 16 November 2026`. */
export function nameOf(day: string): string {
  return format(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

/** Whether a text from a URL is a calendar day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toMs(text)) && fromMs(toMs(text)) === text;
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(toMs(day)).getUTCDay() + 6) % 7));
}

function addDays(day: string, days: number): string {
  return fromMs(toMs(day) + days * DAY_MS);
}

/** The first day of another month. The given day must be the first of its month. */
function addMonths(first: string, months: number): string {
  const [year = 0, month = 1] = first.split('-').map(Number);
  return fromMs(Date.UTC(year, month - 1 + months, 1));
}

function toMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function fromMs(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function format(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(toMs(day));
}
