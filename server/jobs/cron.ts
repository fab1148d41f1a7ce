const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'day of week', min: 0, max: 7 },
] as const;

const PART = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

function valuesOf(field: string, { name, min, max }: (typeof FIELDS)[number]): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const match = PART.exec(part);
    if (!match)
      throw new Error(`Cron ${name} "${field}" is not supported: use *, numbers, ranges, lists and steps`);
    const [, star, first, last, every] = match;
    const step = every === undefined ? 1 : Number(every);
    const from = star ? min : Number(first);
    const to = star || (every !== undefined && last === undefined) ? max : Number(last ?? first);
    if (from < min || to > max || from > to || step < 1) {
      throw new Error(`Cron ${name} "${field}" is out of range: ${min} to ${max}`);
    }
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return values;
}

/**
 * The minutes a cron expression of five fields stands for, in UTC.
 * @returns whether the minute of `at` is one of them
 * @throws Error for anything else: seconds, names, `@hourly`, `TZ=`
 */
export function parseCron(expression: string): (at: Date) => boolean {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    throw new Error(`Cron "${expression}" is not supported: give five fields, in UTC`);
  }
  const [minutes, hours, days, months, weekdays] = FIELDS.map((field, index) =>
    valuesOf(fields[index] ?? '', field),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  if (weekdays.has(7)) weekdays.add(0);
  // As in every cron: with both day fields restricted, either of them is enough.
  const eitherDay = !fields[2]?.startsWith('*') && !fields[4]?.startsWith('*');
  return (at) => {
    const day = days.has(at.getUTCDate());
    const weekday = weekdays.has(at.getUTCDay());
    return (
      minutes.has(at.getUTCMinutes()) &&
      hours.has(at.getUTCHours()) &&
      months.has(at.getUTCMonth() + 1) &&
      (eitherDay ? day || weekday : day && weekday)
    );
  };
}
