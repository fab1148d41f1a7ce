import type { z } from 'zod';
import type { ActivityEntry, ActivityPage, activityQuery } from '../../contract/portal/activity.ts';
import { activityKinds } from '../../contract/portal/activity-kinds.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { type Described, describers } from './activity-entries.ts';
import { type ActivityRow, countEntries, readEntries, type Source, sources } from './activity-rows.ts';
import { type RenewalStep, renewalsOf } from './renewal-groups.ts';

/**
 * All that happened to a subscriber, newest first, by the provider's clock: events, changes without an event, invoices,
 * emails, notes, and sessions with their causes. Each fact is there once. Portal only.
 * @throws NOT_FOUND
 */
export async function readActivity(
  scope: Scope,
  { subscriberId, kind, limit, cursor }: z.output<typeof activityQuery>,
): Promise<ActivityPage> {
  const { id } = await find(scope, subscriberResource, subscriberId);
  const [found, counts] = await Promise.all([
    // One more shows whether there is a next page.
    readEntries(scope, id, { kind, limit: limit + 1, cursor }),
    cursor ? null : countEntries(scope, id),
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const described = await describeAll(scope, rows);
  const renewals = await renewalsOf(
    scope,
    id,
    [...described.values()].flatMap(({ step }) => step ?? []),
  );
  return {
    entries: rows.flatMap((row) => entryOf(row, described.get(row.key), renewals.groupOf)),
    groups: renewals.sentences,
    next: last && found.length > limit ? { at: last.at.toISOString(), key: last.key } : null,
    counts:
      counts && ({ ...Object.fromEntries(activityKinds.map((each) => [each, 0])), ...counts } as Counts),
  };
}

type Counts = NonNullable<ActivityPage['counts']>;

/** A row that was deleted after the list was read has no entry. */
function entryOf(
  { kind, at, key }: ActivityRow,
  described: Described | undefined,
  groupOf: (step: RenewalStep) => string | null,
): ActivityEntry[] {
  if (!described) return [];
  const { step, ...content } = described;
  const nothing = { actor: null, about: null, eventId: null, correlationId: null, note: null };
  return [{ ...nothing, key, kind, at: at.toISOString(), ...content, group: step ? groupOf(step) : null }];
}

/** The content of the entries by their keys, with a few queries for each source. */
async function describeAll(scope: Scope, rows: ActivityRow[]): Promise<Map<string, Described>> {
  const parts = await Promise.all(
    (Object.keys(sources) as Source[]).map(async (source) => {
      const letter = sources[source];
      const ids = rows.filter(({ key }) => key.startsWith(letter)).map(({ key }) => key.slice(1));
      if (ids.length === 0) return [];
      const described = await describers[source](scope, ids);
      return described.map(([id, content]) => [letter + id, content] as const);
    }),
  );
  return new Map(parts.flat());
}
