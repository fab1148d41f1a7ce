import type { EventEnvelope } from '../contract/events.ts';
import { mapInTurns } from './map-in-turns.ts';

/** The envelopes of stored events. A body has as much text as its resource has metadata, twice, so a hundred of them take tens of ms. */
export function parseBodies(rows: readonly { body: string }[]): Promise<EventEnvelope[]> {
  return mapInTurns(rows, ({ body }) => JSON.parse(body));
}
