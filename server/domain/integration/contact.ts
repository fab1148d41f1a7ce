import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { integrationContact } from '../../../drizzle/schema/integration.ts';
import { HOUR_MS, MINUTE_MS, providerNow } from '../../clock.ts';
import type { inboundRefusals } from '../../contract/enums.ts';
import type { integrationId } from '../../contract/integration.ts';
import type { IntegrationContact } from '../../contract/portal/integration.ts';
import { db } from '../../db/client.ts';
import { log } from '../../log.ts';
import type { Scope } from '../../work/scope.ts';
import { findIntegration } from '../model/integration/resource.ts';
import type { Receiver } from './read.ts';

type Refused = (typeof inboundRefusals)[number];

/** The latest contact of a kind, by the provider's clock, and how many it stands for. */
type Contact = { at: Date; address: string; reason: Refused | null; count: number };

/** What was written in the last minute, with what arrived since and waits. By kind and integration. */
const held = new Map<string, { receiver: Receiver; waiting: Contact | null }>();

/** Integrations and reasons that were logged in the last hour. */
const logged = new Set<string>();

/**
 * Notes a test of the connection, for the page of the integration. It writes nothing itself, and causes at most one write a
 * minute. Contract: Inbound.
 */
export function notePing(receiver: Receiver, address: string): void {
  note('ping', receiver, address, null);
}

/** Notes a refused request as `notePing` does. The first of a reason in an hour is logged. Contract: Inbound. */
export function noteRefused(receiver: Receiver, address: string, reason: Refused): void {
  note('refused', receiver, address, reason);
  const { id, name } = receiver.integration;
  const key = `${reason} ${id}`;
  if (logged.has(key)) return;
  logged.add(key);
  setTimeout(() => logged.delete(key), HOUR_MS).unref();
  log.warn({ integrationId: id, integration: name, address, reason }, 'inbound request refused');
}

function note(kind: 'ping' | 'refused', receiver: Receiver, address: string, reason: Refused | null): void {
  const key = `${kind} ${receiver.integration.id}`;
  const at = providerNow(receiver.clockOffsetMs);
  const entry = held.get(key);
  if (entry) entry.waiting = { at, address, reason, count: (entry.waiting?.count ?? 0) + 1 };
  else write(key, receiver, { at, address, reason, count: 1 });
}

function write(key: string, receiver: Receiver, contact: Contact): void {
  held.set(key, { receiver, waiting: null });
  const release = () => {
    const waiting = held.get(key)?.waiting;
    held.delete(key);
    if (waiting) write(key, receiver, waiting);
  };
  setTimeout(release, MINUTE_MS).unref();
  store(receiver, contact).catch((error: unknown) => log.error({ err: error }, 'inbound contact not stored'));
}

async function store({ integration }: Receiver, { at, address, reason, count }: Contact): Promise<void> {
  const values = reason
    ? { refusedAt: at, refusedAddress: address, refusedReason: reason, refusedCount: count }
    : { pingAt: at, pingAddress: address };
  const { refusedCount, ...latest } = { refusedCount: 0, ...values };
  await db()
    .insert(integrationContact)
    .values({ providerId: integration.providerId, integrationId: integration.id, ...values })
    .onConflictDoUpdate({
      target: [integrationContact.providerId, integrationContact.integrationId],
      set: { ...latest, refusedCount: sql`${integrationContact.refusedCount} + ${refusedCount}` },
    });
}

/**
 * The last test of the connection and the last refused request of an integration. Portal only.
 * @throws NOT_FOUND
 */
export async function getIntegrationContact(
  scope: Scope,
  { id }: z.output<typeof integrationId>,
): Promise<IntegrationContact> {
  await findIntegration(scope, id);
  const [row] = await scope.db
    .select()
    .from(integrationContact)
    .where(
      and(eq(integrationContact.providerId, scope.providerId), eq(integrationContact.integrationId, id)),
    );
  const { pingAt, pingAddress, refusedAt, refusedAddress, refusedReason, refusedCount = 0 } = row ?? {};
  return {
    ping:
      pingAt && pingAddress !== undefined ? { at: pingAt.toISOString(), address: pingAddress ?? '' } : null,
    refused:
      refusedAt && refusedReason
        ? {
            at: refusedAt.toISOString(),
            address: refusedAddress ?? '',
            reason: refusedReason,
            count: refusedCount,
          }
        : null,
  };
}
