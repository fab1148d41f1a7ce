import { DAY_MS } from './days.ts';

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * The instant at which a calendar day starts in a time zone.
 * @param day `YYYY-MM-DD` @param addDays moves by whole calendar days, also over a change of daylight saving
 * @returns ISO 8601 in UTC, or null when `day` is no date
 */
export function startOfDay(day: string, timeZone: string, addDays = 0): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return null;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])];
  const wall = Date.UTC(year, month, date);
  if (new Date(wall).toISOString().slice(0, 10) !== day) return null;
  const wanted = Date.UTC(year, month, date + addDays);
  // The offset at the first guess may be that of the other side of a change, so it is computed twice.
  const guess = wanted - offsetAt(wanted, timeZone);
  return new Date(wanted - offsetAt(guess, timeZone)).toISOString();
}

/** The calendar day (`YYYY-MM-DD`) of an instant in a time zone. */
export function dayOf(instant: string, timeZone: string): string {
  return wallParts(new Date(instant), timeZone).slice(0, 3).map(pad).join('-');
}

/** The local time of an instant in a time zone: `YYYY-MM-DD HH:mm:ss`. */
export function wallTime(instant: string, timeZone: string): string {
  const [year = 0, month = 0, day = 0, ...time] = wallParts(new Date(instant), timeZone);
  return `${[year, month, day].map(pad).join('-')} ${time.map(pad).join(':')}`;
}

/**
 * The instant of a local time in a time zone. Of two such instants it is the first. A local time that daylight saving
 * skips is moved forward by the length of the gap.
 * @param wall `YYYY-MM-DD HH:mm` with or without seconds
 * @returns ISO 8601 in UTC, or null when it is no time
 */
export function instantAt(wall: string, timeZone: string): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/.exec(wall);
  if (!parts) return null;
  const wanted = Date.parse(`${parts[1]}T${parts[2]}${parts[3] ?? ':00'}Z`);
  if (Number.isNaN(wanted)) return null;
  const candidates = [wanted - DAY_MS, wanted + DAY_MS].map((near) => wanted - offsetAt(near, timeZone));
  const shown = candidates.filter((at) => at + offsetAt(at, timeZone) === wanted);
  return new Date(Math.min(...(shown.length > 0 ? shown : candidates.slice(0, 1)))).toISOString();
}

function offsetAt(instant: number, timeZone: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = wallParts(
    new Date(instant),
    timeZone,
  );
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

function wallParts(instant: Date, timeZone: string): number[] {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    dayFormats.set(timeZone, format);
  }
  const byType = new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  return (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map((type) => byType.get(type) ?? 0);
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
