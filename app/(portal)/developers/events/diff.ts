import type { EventEnvelope } from '@/server/contract/events.ts';

type Data = EventEnvelope['data'];

/** A field of an event; `before` is absent where the event has no earlier value. */
export type FieldDiff = { field: string; before?: unknown; after: unknown };

/** The fields that changed: `changedFields` where the event has them, else the fields of `previous`. */
export function changedFieldsOf({ changedFields, previous }: Data): string[] {
  return changedFields ?? Object.keys(previous ?? {});
}

/** What an event changed, field by field; empty for a new fact. */
export function diffOf(data: Data): FieldDiff[] {
  const { current, previous } = data;
  return changedFieldsOf(data).map((field) => ({
    field,
    after: current[field],
    ...(previous && field in previous && { before: previous[field] }),
  }));
}
