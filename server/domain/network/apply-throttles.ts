import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { monotonicMs, SECOND_MS } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import { db } from '../../db/client.ts';
import { log } from '../../log.ts';
import type { Speed } from '../../radius/desired.ts';
import { audit, type Changes } from '../../work/audit.ts';
import { isHeldUp } from '../../work/failures.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { lockSubscription } from '../model/subscription/lock.ts';
import { syncRadius } from './sync-radius.ts';

type Usage = { octets: number; cap: number; throttledTo: Speed | null };
type PastCap = { provider_id: string; billing_cycle_id: string; subscription_id: string };

/** The time of one pass in ms: a sweep of a minute has two, and a pause of half a minute. */
const MOST_MS = 15 * SECOND_MS;

/** A usage past its data cap that is not throttled, or is at a rate that the provider has changed since. */
const isThrottleDue = sql`passed_cap_at is not null and (throttled_at is null or is_outpaced)`;

/**
 * Throttles the subscriptions that are past their data cap, and those throttled to a rate that the provider has changed
 * since. Their RADIUS rows are updated, and session changes are enqueued. Accounts take turns, and what passed its cap comes before what is
 * throttled already. What is left after some seconds is the work of the next sweep. Contract: RADIUS.
 */
export async function applyThrottles(): Promise<void> {
  const usages = await db().execute<PastCap>(sql`
    select provider_id, billing_cycle_id, subscription_id from network_usage
    where ${isThrottleDue}
    order by row_number() over (partition by provider_id order by throttled_at is not null, billing_cycle_id), provider_id`);
  const began = monotonicMs();
  const heldUp = new Set<string>();
  for (const usage of usages) {
    if (monotonicMs() - began > MOST_MS) return;
    if (heldUp.has(usage.provider_id)) continue;
    await throttle(usage).catch((err: unknown) => {
      if (isHeldUp(err)) heldUp.add(usage.provider_id);
      log.error(
        { err, subscriptionId: usage.subscription_id },
        'throttling a subscription failed; the next sweep repeats it',
      );
    });
  }
}

function throttle({ provider_id: providerId, billing_cycle_id: cycleId, subscription_id: id }: PastCap) {
  const caller = { type: 'system', name: 'network' } as const;
  return transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    const locked = await lockSubscription(scope, id);
    if (!locked) return;
    const [usage] = await scope.db.execute<Usage>(sql`
      select octets::float8 as octets, cap_octets::float8 as cap, throttled_to as "throttledTo" from network_usage
      where provider_id = ${providerId} and billing_cycle_id = ${cycleId} and ${isThrottleDue}
      for no key update`);
    if (!usage) return;
    const speed = await throttleSpeed(scope);
    await scope.db.execute(sql`
      update network_usage
      set throttled_at = coalesce(throttled_at, ${scope.now.toISOString()}), is_outpaced = false,
        throttled_to = ${JSON.stringify(speed)}::jsonb
      where provider_id = ${providerId} and billing_cycle_id = ${cycleId}`);
    const changes: Changes = usage.throttledTo
      ? { speed: { before: usage.throttledTo, after: speed } }
      : { octets: { before: usage.cap, after: usage.octets } };
    audit(scope, 'subscription.throttle', { type: 'subscription', id }, changes);
    const { subscription, subscriber } = locked;
    await syncRadius(scope, [subscription], new Set(subscriber.heldAt ? [subscriber.id] : []));
  });
}

/** The provider's throttle rate in Mbps, locked against changes until the transaction ends. */
async function throttleSpeed({ db, providerId }: WriteScope): Promise<Speed> {
  const [row] = await db.execute<{ speed: Speed }>(
    sql`select throttle_speed as speed from provider where id = ${providerId} for share`,
  );
  if (!row) throw refuse('NOT_FOUND');
  return row.speed;
}
