import { eq } from 'drizzle-orm';
import { provider } from '../../../drizzle/schema/provider.ts';
import { HOUR_MS, MINUTE_MS, monotonicMs, plus, providerNow, realNow } from '../../clock.ts';
import { DAY_MS, MAX_ADVANCE_DAYS } from '../../contract/days.ts';
import { invalid } from '../../contract/errors.ts';
import { isInRange } from '../../contract/primitives.ts';
import type { TestClockAdvance } from '../../contract/provider.ts';
import { audit } from '../../work/audit.ts';
import { takeClock } from '../../work/provider-clock.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { wakeNames } from '../../work/wake-names.ts';
import { publishProgress } from './progress.ts';
import { runDue } from './run.ts';
import { requireSandbox } from './sandbox.ts';

/** The audit action of an advance. */
export const ADVANCE = 'testClock.advance';

/** The furthest instant that the rules set, in days from the clock: two of the longest cycles and their grace. */
const LONGEST_TERMS_DAYS = 2 * 366 + 90;

/**
 * How long the work of one advance may take, in ms. While its transaction runs, PostgreSQL cleans up after no other one, so that the queues
 * of all accounts become slow.
 */
const MAX_ADVANCE_MS = 15 * MINUTE_MS;

type TestClock = { now: string; offsetSeconds: number };

/**
 * The clock of a sandbox provider.
 * @throws FORBIDDEN for a live provider
 */
export async function getTestClock(scope: Scope): Promise<TestClock> {
  requireSandbox(scope);
  return shown(await offsetOf(scope));
}

/**
 * Advances the clock of a sandbox provider and runs the work that falls due on the way, in order and each item at its own
 * due instant. The advance is one transaction. Until it ends, other writes of the provider wait, another advance too, and its
 * background work is left. Contract: Time.
 * @throws FORBIDDEN for a live provider; OUT_OF_RANGE beyond 400 days, where what follows would pass the year 9999, and for more work than
 *   one advance may take; SERVICE_UNAVAILABLE while another advance is at work
 */
export async function advanceTestClock(
  scope: WriteScope,
  input: TestClockAdvance,
  maxWorkMs = MAX_ADVANCE_MS,
): Promise<TestClock> {
  requireSandbox(scope);
  await publishProgress(scope, scope.now);
  // Background work that was left meanwhile begins after it.
  for (const name of wakeNames) scope.outbox.wakes.add(name);
  await takeClock(scope.db, scope.providerId);
  const offset = await offsetOf(scope);
  const now = providerNow(offset);
  const target = input.to ?? plus(now, (input.by?.days ?? 0) * DAY_MS + (input.by?.hours ?? 0) * HOUR_MS);
  const field = input.to ? 'to' : 'by';
  if (target.getTime() - now.getTime() > MAX_ADVANCE_DAYS * DAY_MS) {
    throw invalid([{ field, code: 'OUT_OF_RANGE', message: `At most ${MAX_ADVANCE_DAYS} days at a time.` }]);
  }
  if (!isInRange(target, LONGEST_TERMS_DAYS)) {
    throw invalid([{ field, code: 'OUT_OF_RANGE', message: 'The clock has reached its last year.' }]);
  }
  if (target <= now) return shown(offset);
  const began = monotonicMs();
  await runDue(scope, target, Number.POSITIVE_INFINITY, {
    onRound: async (at) => {
      if (monotonicMs() - began >= maxWorkMs) throw tooMuchWork(field);
      await publishProgress(scope, at);
    },
    locksFirst: true,
  });
  // `to` is where the clock arrives, however long the run took; `by` moves the offset by exactly that much.
  const moved = input.to ? target.getTime() - realNow().getTime() : offset + target.getTime() - now.getTime();
  await scope.db.update(provider).set({ clockOffsetMs: moved }).where(eq(provider.id, scope.providerId));
  audit(
    scope,
    ADVANCE,
    { type: 'provider', id: scope.providerId },
    {
      now: { before: now.toISOString(), after: target.toISOString() },
    },
  );
  return shown(moved);
}

function tooMuchWork(field: string) {
  const message =
    'What falls due until then takes more than fifteen minutes. Advance by less, in several calls.';
  return invalid([{ field, code: 'OUT_OF_RANGE', message }]);
}

function shown(offsetMs: number): TestClock {
  return { now: providerNow(offsetMs).toISOString(), offsetSeconds: Math.round(offsetMs / 1_000) };
}

async function offsetOf(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ offsetMs: provider.clockOffsetMs })
    .from(provider)
    .where(eq(provider.id, scope.providerId));
  return row?.offsetMs ?? 0;
}
