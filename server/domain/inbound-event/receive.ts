import { createHash } from 'node:crypto';
import { realNow } from '../../clock.ts';
import type { inboundTrusts } from '../../contract/enums.ts';
import { batch } from '../../db/batch.ts';
import { db, send } from '../../db/client.ts';
import { adapters } from '../../integrations/registry.ts';
import { newId } from '../../work/ids.ts';
import { inSlotOf } from '../../work/in-slot.ts';
import type { Scope } from '../../work/scope.ts';
import type { Receiver } from '../integration/read.ts';

/** How the sender proved its identity. */
export type Trust = (typeof inboundTrusts)[number];

export type Received = {
  integration: Receiver['integration'];
  trust: Trust;
  /** The body, byte for byte. */
  raw: Buffer;
  payload: { event: string; data: Record<string, unknown> };
};

/** The stored event. A redelivery has the id of the first delivery. */
export type Receipt = { id: string; isNew: boolean };

/**
 * Stores an inbound event, byte for byte, in the transaction of `scope`. A redelivery stores nothing: it has the same external
 * event id or, without one, the same bytes as an earlier event if the body has its time, else as the previous event with its
 * order key. Contract: Inbound.
 */
export async function receiveInbound(scope: Scope, received: Received): Promise<Receipt> {
  const [receipt] = await store(scope.db, [rowOf(scope, received)]);
  return receipt as Receipt;
}

const storeBatched = batch((rows: InboundRow[]) => store(db(), rows));

/** The longest body that is stored together with those of other accounts, in bytes. PostgreSQL takes 15 ms for 1 MiB. */
const MAX_BATCHED = 16 * 1024;

/**
 * As `receiveInbound`, durable, in a statement of its own. Concurrent events share one; those with long bodies wait for the slots of
 * their account, so that they do not delay others.
 */
export function receiveInboundNow(scope: Scope, received: Received): Promise<Receipt> {
  if (received.raw.length <= MAX_BATCHED) return storeBatched(rowOf(scope, received));
  return inSlotOf(scope.providerId, () => receiveInbound({ ...scope, db: db() }, received));
}

/** The start of the external event id of a body that has none, but has its time. The hash of the body follows. */
const BODY_ID = 'body:';

/** The sender's id of a stored event; null if it has none. */
export function sentEventId(externalEventId: string | null): string | null {
  return externalEventId?.startsWith(BODY_ID) ? null : externalEventId;
}

/** An argument of the SQL function `receive_inbound`. */
type InboundRow = ReturnType<typeof rowOf>;

function rowOf(scope: Scope, { integration, trust, raw, payload }: Received) {
  const { event, externalEventId, externalServiceId, orderKey, hasTime } =
    adapters[integration.adapter].identify(payload);
  const bodyHash = createHash('sha256').update(raw).digest('hex');
  return {
    provider_id: scope.providerId,
    id: newId('inboundEvent', scope.now),
    integration_id: integration.id,
    trust,
    event,
    external_event_id: externalEventId ?? (hasTime ? BODY_ID + bodyHash : null),
    external_service_id: externalServiceId,
    order_key: orderKey,
    body: raw.toString('hex'),
    body_hash: bodyHash,
    received_at: scope.now,
    due_at: realNow(),
    correlation_id: scope.correlationId,
  };
}

async function store(on: Scope['db'], rows: InboundRow[]): Promise<Receipt[]> {
  const ids = await send(on, 'select receive_inbound($1::text::jsonb)', [JSON.stringify(rows)]).values();
  return rows.map((row, i) => {
    const [id] = ids[i] as unknown as [string];
    return { id, isNew: id === row.id };
  });
}
