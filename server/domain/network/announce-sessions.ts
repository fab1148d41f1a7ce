import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { networkSession, networkSessionFact } from '../../../drizzle/schema/network.ts';
import { monotonicMs } from '../../clock.ts';
import { networkSessionSnapshot } from '../../contract/network-session.ts';
import { present } from '../../contract/present.ts';
import { db } from '../../db/client.ts';
import { emit } from '../../work/emit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { nasName } from '../model/network-session/resource.ts';

/** Facts per transaction. */
const BATCH = 500;

/**
 * Emits `network.session_started` and `network.session_ended` for the facts of one provider, until none is left or the
 * budget is spent. A fact is deleted in the transaction that writes its event. Contract: Events.
 * @param budgetMs real time in which new batches begin, in ms
 */
export async function announceSessions(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  const { providerId, budgetMs } = work;
  const caller = { type: 'system', name: 'network' } as const;
  const started = monotonicMs();
  while (monotonicMs() - started < budgetMs) {
    const origin = { providerId, caller, correlationId: randomUUID() };
    if ((await transaction(origin, announceBatch)) < BATCH) return { more: false };
  }
  return { more: true };
}

/** The ids of the providers with facts that `processAccounting` recorded and that are not announced. */
export async function providersWithSessionFacts(): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ providerId: networkSessionFact.providerId })
    .from(networkSessionFact);
  return rows.map(({ providerId }) => providerId);
}

/** Announces the oldest facts of a provider in a transaction. @returns their number, at most `BATCH` */
export async function announceBatch(scope: WriteScope): Promise<number> {
  const facts = await scope.db
    .select({ fact: networkSessionFact, session: networkSession, nasName })
    .from(networkSessionFact)
    .innerJoin(
      networkSession,
      and(
        eq(networkSession.providerId, networkSessionFact.providerId),
        eq(networkSession.id, networkSessionFact.sessionId),
      ),
    )
    .where(eq(networkSessionFact.providerId, scope.providerId))
    .orderBy(networkSessionFact.id)
    .limit(BATCH)
    .for('update', { of: networkSessionFact, skipLocked: true });
  if (facts.length === 0) return 0;
  for (const { fact, session, nasName: server } of facts) {
    const { id, sessionId, at, ...figures } = fact;
    // The session may have changed since, so the fact's figures replace its own.
    const row = { ...session, ...figures, nasName: server, sessionId, updatedAt: at };
    const current = present(networkSessionSnapshot, row);
    emit({ ...scope, now: at }, `network.session_${fact.endedAt ? 'ended' : 'started'}`, { current });
  }
  const ids = facts.map(({ fact }) => fact.id);
  await scope.db
    .delete(networkSessionFact)
    .where(and(eq(networkSessionFact.providerId, scope.providerId), inArray(networkSessionFact.id, ids)));
  return facts.length;
}
