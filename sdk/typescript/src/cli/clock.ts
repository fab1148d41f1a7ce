import { type Command, UsageError } from './command.ts';
import { client } from './settings.ts';

/** More events than these are only counted. */
const LISTED = 2_000;

export const clock: Command = {
  usage: 'clock [advance DURATION]',
  summary: 'Shows the test clock of a sandbox, or moves it forward.',
  details: `
DURATION is days and hours, such as 30d, 12h or 1d12h, or an instant, such as 2027-01-01T00:00:00Z. All that falls due on the
way happens before the command ends, in order. A clock never goes back.`,
  options: {
    'dry-run': { type: 'boolean', about: 'Show what would happen, without a change.' },
  },
  words: ['advance'],
  async run(given, io) {
    const [verb, duration, ...more] = given.positionals;
    const demarc = client(given, io);
    if (verb === undefined) {
      const now = await demarc.testClock.retrieve();
      return io.result(now.now, now);
    }
    if (verb !== 'advance' || duration === undefined || more.length > 0)
      throw new UsageError('The command is demarc clock advance DURATION, such as 30d.');
    const before = await demarc.testClock.retrieve();
    const target = targetOf(duration);
    if (given.has('dry-run')) {
      const { data, events, eventCount } = await demarc.testClock.advance(target, { dryRun: true });
      return io.result(
        `${before.now} → ${data.now} would cause ${summary(
          eventCount,
          events.map(({ type }) => type),
        )}`,
        {
          from: before.now,
          to: data.now,
          dryRun: true,
          events: eventCount,
          byType: counts(events.map(({ type }) => type)),
        },
      );
    }
    const { data, response } = await demarc.testClock.advance(target).withResponse();
    const { correlationId } = response;
    const { meta } = await demarc.events.list({ correlationId, limit: 1 });
    const events = meta.total > LISTED ? [] : await demarc.events.list({ correlationId }).toArray();
    const types = events.map(({ type }) => type);
    io.result(`${before.now} → ${data.now} caused ${summary(meta.total, types)}`, {
      ...{ from: before.now, to: data.now, events: meta.total, byType: counts(types), correlationId },
    });
  },
};

/** @throws UsageError for what is neither a duration nor an instant */
export function targetOf(text: string): { by: { days?: number; hours?: number } } | { to: string } {
  const [, days, hours] = /^(?:(\d+)d)?(?:(\d+)h)?$/.exec(text) ?? [];
  if (days !== undefined || hours !== undefined)
    return { by: { ...(days ? { days: Number(days) } : {}), ...(hours ? { hours: Number(hours) } : {}) } };
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return { to: text };
  throw new UsageError(`${text} is no duration. Days and hours are 30d, 12h or 1d12h.`);
}

function counts(types: string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const type of types) found[type] = (found[type] ?? 0) + 1;
  return found;
}

function summary(total: number, types: string[]): string {
  const rows = Object.entries(counts(types)).map(([type, n]) => `  ${String(n).padStart(5)} ${type}`);
  return [`${total} ${total === 1 ? 'event' : 'events'}${rows.length > 0 ? ':' : '.'}`, ...rows].join('\n');
}
