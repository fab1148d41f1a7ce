import { type EventType, eventEntry, NEWEST_API_VERSION } from '../contract/event-catalogue.ts';
import { newId } from '../db/ids.ts';
import type { WriteScope } from '../db/scope.ts';

type Announcement = {
  /** The full snapshot after the fact. */
  current: { id: string } & Record<string, unknown>;
  /** The fields that were different before, as the catalogue's row asks for them; left out for a new fact. */
  previous?: Record<string, unknown>;
  changedFields?: string[];
  rejection?: { reason: string; note?: string };
};

/**
 * Announces a fact: it commits with the state it speaks of, and its body is rendered here once and for all. It is never
 * dated before that state: a request that waited its turn tells what it found after what it waited for.
 * @throws Error when the announcement is not of the form its row in the catalogue promises
 */
export function emit(scope: WriteScope, type: EventType, announcement: Announcement): void {
  const { object, previous: rule } = eventEntry(type);
  const { current, previous, changedFields, rejection } = announcement;
  const promised = rule === 'absent' ? [] : rule === 'changed' ? changedFields : rule;
  const carried = Object.keys(previous ?? {});
  if (!promised || promised.length !== carried.length || promised.some((field) => !carried.includes(field))) {
    throw new Error(`${type} has to carry previous [${promised}], not [${carried}]`);
  }
  const occurredAt = instantOf(scope, current);
  const id = newId('event', occurredAt);
  const body = JSON.stringify({
    id,
    type,
    apiVersion: NEWEST_API_VERSION,
    occurredAt: occurredAt.toISOString(),
    providerId: scope.providerId,
    correlationId: scope.correlationId,
    livemode: scope.livemode,
    data: { object, current, previous, changedFields, rejection },
  });
  scope.outbox.events.push({ id, type, resourceId: current.id, body, occurredAt });
}

function instantOf({ now }: WriteScope, { updatedAt }: Announcement['current']): Date {
  return typeof updatedAt === 'string' && updatedAt > now.toISOString() ? new Date(updatedAt) : now;
}
