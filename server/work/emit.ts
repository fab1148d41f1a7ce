import { type EventType, eventEntry, NEWEST_API_VERSION } from '../contract/event-catalogue.ts';
import { instantText } from '../contract/instant-text.ts';
import { newId } from './ids.ts';
import type { WriteScope } from './scope.ts';

type Payload = {
  /** The full snapshot after the change. */
  current: { id: string } & Record<string, unknown>;
  /** The earlier values that the catalogue requires for this event. */
  previous?: Record<string, unknown>;
  changedFields?: string[];
  rejection?: { reason: string; note?: string };
};

/**
 * Emits an event, which commits with the change. The body is rendered once, here. The event is not dated before its
 * snapshot: a request that waited for a lock shows the state after the other request. Ids of one resource increase from event to
 * event. Contract: Outbound deliveries.
 * @throws Error when `previous` lacks a field that the catalogue requires, or has another one
 */
export function emit(scope: WriteScope, type: EventType, payload: Payload): void {
  const { object, previous: rule } = eventEntry(type);
  const { current, previous, changedFields, rejection } = payload;
  const expected = rule === 'absent' ? [] : rule === 'changed' ? changedFields : rule;
  const given = Object.keys(previous ?? {});
  if (!expected || expected.length !== given.length || expected.some((field) => !given.includes(field))) {
    throw new Error(`${type} must have the previous fields [${expected}], not [${given}]`);
  }
  const occurredAt = instantOfEvent(scope, current);
  const id = newId('event', occurredAt, scope.livemode);
  const body = JSON.stringify({
    id,
    type,
    apiVersion: NEWEST_API_VERSION,
    occurredAt: instantText(occurredAt),
    providerId: scope.providerId,
    correlationId: scope.correlationId,
    livemode: scope.livemode,
    data: { object, current, previous, changedFields, rejection },
  });
  scope.outbox.events.push({ id, type, resourceId: current.id, body, occurredAt });
}

/** Shows another snapshot in an emitted event, of the same instant; nothing changes without one. */
export function showInstead(event: { body: string }, current: Payload['current'] | null): void {
  if (!current) return;
  const envelope = JSON.parse(event.body);
  envelope.data.current = current;
  event.body = JSON.stringify(envelope);
}

function instantOfEvent({ now }: WriteScope, { updatedAt }: Payload['current']): Date {
  return typeof updatedAt === 'string' && updatedAt > instantText(now) ? new Date(updatedAt) : now;
}
