import { createHash } from 'node:crypto';
import { realNow } from '../../../clock.ts';
import type { inboundTrusts } from '../../../contract/enums.ts';
import { batch } from '../../../db/batch.ts';
import { db, driver } from '../../../db/client.ts';
import { newId } from '../../../db/ids.ts';
import type { Scope } from '../../../db/scope.ts';
import { adapters } from '../../../integrations/registry.ts';
import type { Receiver } from '../../integration/read.ts';

/** How the sender proved who they are. */
export type Trust = (typeof inboundTrusts)[number];

export type Received = {
  integration: Receiver['integration'];
  trust: Trust;
  /** The body as it came, and what it says. */
  raw: Buffer;
  payload: { event: string; data: Record<string, unknown> };
};

/** What became of it: the id it has, or the one it came under before. */
export type Kept = { id: string; isNew: boolean };

/**
 * Keeps what an external system sent, byte for byte, to be processed in its turn. A redelivery is found again and changes
 * nothing: the same external event id, or without one the same bytes as the event before it with the same order key.
 * Contract: Inbound.
 * @returns what became of it once the transaction of `scope` commits
 */
export async function receiveInbound(scope: Scope, received: Received): Promise<Kept> {
  const [kept] = await keep(scope.db, [rowOf(scope, received)]);
  return kept as Kept;
}

const keepTogether = batch((rows: InboundRow[]) => keep(db(), rows));

/** As `receiveInbound`, outside any transaction and with what others send at the moment. What it says is durable. */
export function receiveInboundNow(scope: Scope, received: Received): Promise<Kept> {
  return keepTogether(rowOf(scope, received));
}

/** As the function `receive_inbound` takes it. */
type InboundRow = ReturnType<typeof rowOf>;

function rowOf(scope: Scope, { integration, trust, raw, payload }: Received) {
  const { event, externalEventId, externalServiceId, orderKey } =
    adapters[integration.adapter].identify(payload);
  return {
    provider_id: scope.providerId,
    id: newId('inboundEvent', scope.now),
    integration_id: integration.id,
    trust,
    event,
    external_event_id: externalEventId,
    external_service_id: externalServiceId,
    order_key: orderKey,
    body: raw.toString('hex'),
    body_hash: createHash('sha256').update(raw).digest('hex'),
    received_at: scope.now,
    due_at: realNow(),
    correlation_id: scope.correlationId,
  };
}

async function keep(on: Scope['db'], rows: InboundRow[]): Promise<Kept[]> {
  const ids = await driver(on)
    .unsafe('select receive_inbound($1::text::jsonb)', [JSON.stringify(rows)])
    .values();
  return rows.map((row, i) => {
    const [id] = ids[i] as [string];
    return { id, isNew: id === row.id };
  });
}
