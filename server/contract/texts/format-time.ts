export type TimeDetail = 'day' | 'minute' | 'second';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `20 Nov 2026, 14:05` in a time zone: one form everywhere, the same on the server and in the browser. */
export function formatTime(instant: string, timeZone: string, detail: TimeDetail = 'minute'): string {
  const key = `${timeZone} ${detail}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      ...(detail !== 'day' && { hour: '2-digit', minute: '2-digit' }),
      ...(detail === 'second' && { second: '2-digit' }),
    });
    formats.set(key, format);
  }
  const part = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  // `en-GB` abbreviates September with four letters, which breaks the alignment of columns.
  const month = part.get('month')?.slice(0, 3);
  const day = `${part.get('day')} ${month} ${part.get('year')}`;
  if (detail === 'day') return day;
  const minute = `${part.get('hour')}:${part.get('minute')}`;
  return `${day}, ${detail === 'second' ? `${minute}:${part.get('second')}` : minute}`;
}

/** A calendar day (`YYYY-MM-DD`) as `20 Nov 2026`; anything else as it is. */
export function formatDay(day: string): string {
  const instant = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? day : formatTime(instant.toISOString(), 'UTC', 'day');
}
