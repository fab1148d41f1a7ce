import { createHash } from 'node:crypto';
import { realNow } from '../../clock.ts';
import type { inboundTrusts } from '../../contract/enums.ts';
import { driver } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import type { Scope } from '../../db/scope.ts';
import { adapters } from '../../integrations/registry.ts';
import type { Receiver } from '../integration/read.ts';

/** How the sender proved who they are. */
export type Trust = (typeof inboundTrusts)[number];

export type Received = {
  integration: Receiver['integration'];
  trust: Trust;
  /** The body as it came, and what it says. */
  raw: Buffer;
  payload: { event: string; data: Record<string, unknown> };
};

const RECEIVE = `
  select inbound_id, is_new
  from receive_inbound($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $12::timestamptz, $13)`;

/**
 * Keeps what an external system sent, byte for byte, to be processed in its turn. A redelivery is found again and changes
 * nothing: the same external event id, or without one the same bytes as the event before it with the same order key.
 * Contract: Inbound.
 * @returns the event's id once it is durable (or, inside a transaction, once that commits), and whether it is new
 */
export async function receiveInbound(
  scope: Scope,
  { integration, trust, raw, payload }: Received,
): Promise<{ id: string; isNew: boolean }> {
  const { event, externalEventId, externalServiceId, orderKey } =
    adapters[integration.adapter].identify(payload);
  const [stored] = await driver(scope.db).unsafe<[{ inbound_id: string; is_new: boolean }]>(RECEIVE, [
    ...[scope.providerId, integration.id, newId('inboundEvent', scope.now), trust, event],
    ...[externalEventId, externalServiceId, orderKey, raw],
    createHash('sha256').update(raw).digest('hex'),
    ...[scope.now.toISOString(), realNow().toISOString(), scope.correlationId],
  ]);
  return { id: stored.inbound_id, isNew: stored.is_new };
}
