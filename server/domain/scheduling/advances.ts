import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntry, event } from '../../../drizzle/schema/provider.ts';
import type { EventType } from '../../contract/event-catalogue.ts';
import type {
  ClockAdvance,
  ClockAdvanceProgress,
  clockAdvanceQuery,
} from '../../contract/portal/test-clock.ts';
import { present } from '../../contract/present.ts';
import { moneyObject } from '../../contract/primitives.ts';
import { actorText } from '../../contract/texts/actor-text.ts';
import type { Scope } from '../../work/scope.ts';
import { readProgress } from './progress.ts';
import { requireSandbox } from './sandbox.ts';
import { ADVANCE } from './test-clock.ts';

/** The number of advances that the list returns. */
const SHOWN = 20;

/**
 * The latest advances of the test clock, newest first.
 * @throws FORBIDDEN for a live provider
 */
export async function listAdvances(scope: Scope): Promise<ClockAdvance[]> {
  requireSandbox(scope);
  const rows = await scope.db
    .select()
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.providerId, scope.providerId),
        eq(auditEntry.resourceId, scope.providerId),
        eq(auditEntry.action, ADVANCE),
      ),
    )
    .orderBy(desc(auditEntry.id))
    .limit(SHOWN);
  return rows.map(advanceOf);
}

/**
 * One advance of the clock by the correlation id of its request: its events, or its progress.
 * @throws FORBIDDEN for a live provider
 */
export async function advanceProgress(
  scope: Scope,
  { correlationId }: z.output<typeof clockAdvanceQuery>,
): Promise<ClockAdvanceProgress> {
  requireSandbox(scope);
  // The progress is read first: an advance that commits in between is found by its audit entry.
  const reached = await readProgress(scope, correlationId);
  const [row] = await scope.db
    .select()
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.providerId, scope.providerId),
        eq(auditEntry.correlationId, correlationId),
        eq(auditEntry.action, ADVANCE),
      ),
    );
  const nothing = { received: [], invoiced: { count: 0, amounts: [] } };
  if (!row) return { advance: null, reached: reached?.toISOString() ?? null, events: [], ...nothing };
  const events = await scope.db
    .select({ type: event.type, count: count() })
    .from(event)
    .where(and(eq(event.providerId, scope.providerId), eq(event.correlationId, correlationId)))
    .groupBy(event.type)
    .orderBy(desc(count()), event.type);
  const advance = advanceOf(row);
  return {
    advance,
    reached: null,
    events: events.map(({ type, count }) => ({ type: type as EventType, count: Number(count) })),
    ...(await moneyOf(scope, advance)),
  };
}

/** The payments that an advance completed, and the invoices that it issued. */
async function moneyOf(
  { db, providerId }: Scope,
  { correlationId, from, to }: ClockAdvance,
): Promise<Pick<ClockAdvanceProgress, 'received' | 'invoiced'>> {
  type Sum = { currency: string; count: number; amount: number };
  const [received, invoiced] = await Promise.all([
    db.execute<Sum>(sql`
      select currency, count(*)::int as count, sum(amount)::float8 as amount from payment
      where provider_id = ${providerId} and id in (
        select resource_id from event
        where provider_id = ${providerId} and correlation_id = ${correlationId} and type = ${'payment.received' satisfies EventType})
      group by currency order by currency`),
    db.execute<Sum>(sql`
      select currency, count(*)::int as count, sum(total)::float8 as amount from invoice
      where provider_id = ${providerId} and created_at > ${from}::timestamptz and created_at <= ${to}::timestamptz
        and issued_at > ${from}::timestamptz and issued_at <= ${to}::timestamptz
      group by currency order by currency`),
  ]);
  const amountsOf = (sums: readonly Sum[]) => sums.map((sum) => present(moneyObject, sum));
  return {
    received: amountsOf(received),
    invoiced: {
      count: invoiced.reduce((total, each) => total + each.count, 0),
      amounts: amountsOf(invoiced),
    },
  };
}

function advanceOf({ correlationId, changes, ...entry }: typeof auditEntry.$inferSelect): ClockAdvance {
  const { now } = JSON.parse(changes) as { now: { before: string; after: string } };
  const actorName = actorText({ type: entry.actorType, name: entry.actorName });
  return { correlationId, actorName, from: now.before, to: now.after };
}
