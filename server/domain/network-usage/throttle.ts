import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { db } from '../../db/client.ts';
import { transaction } from '../../db/transaction.ts';
import { audit } from '../../events/audit.ts';
import { log } from '../../log.ts';
import { lockSubscription } from '../subscription/lock.ts';
import { syncNetwork } from '../subscription/network.ts';

type Passed = { provider_id: string; billing_cycle_id: string; subscription_id: string };

/**
 * Slows down the subscriptions that are past their data cap and have not been yet: what the network knows of them, and
 * the sessions they have online. Contract: RADIUS, "Data cap".
 */
export async function throttlePassed(): Promise<void> {
  const passed = await db().execute<Passed>(sql`
    select provider_id, billing_cycle_id, subscription_id from network_usage
    where passed_cap_at is not null and throttled_at is null`);
  for (const one of passed) {
    await throttle(one).catch((err: unknown) => {
      log.error(
        { err, subscriptionId: one.subscription_id },
        'subscription past its cap is not throttled yet',
      );
    });
  }
}

function throttle({ provider_id: providerId, billing_cycle_id: cycleId, subscription_id: id }: Passed) {
  const caller = { type: 'system', name: 'network' } as const;
  return transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    const locked = await lockSubscription(scope, id);
    if (!locked) return;
    const noted = await scope.db.execute<{ octets: number; cap: number }>(sql`
      update network_usage set throttled_at = ${scope.now.toISOString()}
      where provider_id = ${providerId} and billing_cycle_id = ${cycleId}
        and passed_cap_at is not null and throttled_at is null
      returning octets::float8 as octets, cap_octets::float8 as cap`);
    const [usage] = noted;
    if (!usage) return;
    audit(
      scope,
      'subscription.throttle',
      { type: 'subscription', id },
      {
        octets: { before: usage.cap, after: usage.octets },
      },
    );
    const { subscription, subscriber } = locked;
    await syncNetwork(scope, [subscription], new Set(subscriber.heldAt ? [subscriber.id] : []));
  });
}
