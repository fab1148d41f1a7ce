import { and, count, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntry, event } from '../../../drizzle/schema/provider.ts';
import type { EventType } from '../../contract/event-catalogue.ts';
import type {
  ClockAdvance,
  ClockAdvanceProgress,
  clockAdvanceQuery,
} from '../../contract/portal/test-clock.ts';
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
  if (!row) return { advance: null, reached: reached?.toISOString() ?? null, events: [] };
  const events = await scope.db
    .select({ type: event.type, count: count() })
    .from(event)
    .where(and(eq(event.providerId, scope.providerId), eq(event.correlationId, correlationId)))
    .groupBy(event.type)
    .orderBy(desc(count()), event.type);
  return {
    advance: advanceOf(row),
    reached: null,
    events: events.map(({ type, count }) => ({ type: type as EventType, count: Number(count) })),
  };
}

function advanceOf({ correlationId, changes, ...entry }: typeof auditEntry.$inferSelect): ClockAdvance {
  const { now } = JSON.parse(changes) as { now: { before: string; after: string } };
  const actorName = actorText({ type: entry.actorType, name: entry.actorName });
  return { correlationId, actorName, from: now.before, to: now.after };
}
