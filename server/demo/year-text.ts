import { HOUR_MS } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUES = new Map([...ALPHABET].map((letter, i) => [letter, i]));

/** An instant as JSON of the server or of PostgreSQL writes it; the time of an id of an event; that of another id. */
const TIMED =
  /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|\+00:00)|\bevt_([0-9a-f]{12})(?=[0-9a-f]{20}\b)|\b([a-z]{2,6})_([0-9a-hjkmnp-tv-z]{10})(?=[0-9a-hjkmnp-tv-z]{16}\b)/g;

/** The technicians' working hours, in UTC: 8:00 to 17:00 in Nairobi. */
const WORK = { from: 5, until: 14 } as const;

export type Appointment = { scheduledAt: string | null; installedAt: string | null };

/**
 * Moves everything in the JSON text of rows by the same time: instants, and ids, which begin with one. Appointments stay within
 * working hours, up to a day earlier, and visits keep their distance to them.
 * @param byMs in ms
 */
export function movedInTime(text: string, byMs: number, appointments: readonly Appointment[] = []): string {
  const visits = visitsOf(appointments, byMs);
  const known = new Map<string, string>();
  const moved = ([instant, event, prefix, time]: string[]): string => {
    if (event) return `evt_${(Number.parseInt(event, 16) + byMs).toString(16).padStart(12, '0')}`;
    if (time) return `${prefix}_${timeOfId(msOf(time) + byMs)}`;
    const at = Date.parse(`${instant}Z`);
    return new Date(visits.get(at) ?? at + byMs).toISOString();
  };
  return text.replace(TIMED, (match, ...parts) => {
    const result = known.get(match) ?? moved(parts);
    known.set(match, result);
    return result;
  });
}

/** When appointments and visits are after the move, by when they were; ms since 1970. */
function visitsOf(appointments: readonly Appointment[], byMs: number): Map<number, number> {
  const visits = new Map<number, number>();
  for (const { scheduledAt, installedAt } of appointments) {
    if (!scheduledAt) continue;
    const at = Date.parse(scheduledAt);
    const next = atWork(at + byMs);
    visits.set(at, next);
    if (installedAt) visits.set(Date.parse(installedAt), next + Date.parse(installedAt) - at);
  }
  return visits;
}

/** The last full hour within working hours at or before an instant; ms since 1970. */
function atWork(at: number): number {
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const hour = Math.floor((at - day) / HOUR_MS);
  if (hour < WORK.from) return day - DAY_MS + WORK.until * HOUR_MS;
  return day + Math.min(hour, WORK.until) * HOUR_MS;
}

function msOf(letters: string): number {
  let value = 0;
  for (const letter of letters) value = value * 32 + (VALUES.get(letter) ?? 0);
  return value;
}

/** 48 bits of milliseconds as the ten characters that begin an id. */
function timeOfId(ms: number): string {
  let rest = ms;
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
