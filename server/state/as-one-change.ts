import { showInstead } from '../work/emit.ts';
import type { WriteScope } from '../work/scope.ts';
import { type Resource, readSnapshots } from './resource.ts';

/**
 * Runs work that takes several steps, of which a reader shall see one change. The events that it emits about these rows all show
 * the state after the whole of it: a step alone would show, for example, a new plan with the price of the old one. Their `previous`
 * and `changedFields` are those of the step. Contract: Events.
 * @param ids of the rows
 */
export async function asOneChange<T>(
  scope: WriteScope,
  resource: Resource,
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (ids.length === 0) return work();
  const first = scope.outbox.events.length;
  const result = await work();
  const changed = new Set(ids);
  const events = scope.outbox.events.slice(first).filter(({ resourceId }) => changed.has(resourceId));
  const snapshots = await readSnapshots(scope, resource, [...new Set(events.map((each) => each.resourceId))]);
  const current = new Map<string, { id: string }>(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  for (const event of events) showInstead(event, current.get(event.resourceId) ?? null);
  return result;
}
