import { gatewayAccount } from '../../../drizzle/schema/gateway.ts';
import { MINUTE_MS, realNow } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { log } from '../../log.ts';
import { GatewayError } from '../../rails/rail.ts';
import { rails } from '../../rails/registry.ts';
import { accountOfPayment, type GatewayAccountRow } from '../external/gateway/accounts.ts';
import { defineQueue, drain, isStillClaimed, providersWithDue, retryAt } from '../queue/leased-queue.ts';

const queue = defineQueue({
  name: 'gateway addresses',
  wake: 'gateways/due',
  table: gatewayAccount,
  key: ['id'],
  due: 'nextAttemptAt',
  order: ['nextAttemptAt'],
  batch: 5,
  leaseMs: 5 * MINUTE_MS,
  retryWaitsMs: [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS),
  // New credentials start new attempts.
  fence: ['updatedAt'],
});

/**
 * Registers the addresses of accounts at their gateway, which confirms money there. Contract: Gateway accounts.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export function registerDueAddresses(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  return drain(queue, work, attempt);
}

/** The ids of the providers with addresses that have to be registered. */
export function providersWithDueAddresses(): Promise<string[]> {
  return providersWithDue(queue);
}

async function attempt(due: GatewayAccountRow): Promise<'done'> {
  const { providerId, id, attempts } = due;
  const rail = rails[due.gateway];
  if (rail.begins !== 'prompt') throw new Error(`${rail.name} registers no addresses`);
  try {
    await rail.gateway.register(await accountOfPayment({ providerId, accountId: id }, rail.gateway));
    await finish(due, { registeredAt: realNow(), registrationFailure: null, nextAttemptAt: null });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn({ err: error, providerId, account: id, attempts }, 'the gateway did not register the addresses');
    const nextAttemptAt = error.isFinal ? null : retryAt(queue, attempts);
    await finish(due, { registrationFailure: error.message, nextAttemptAt });
  }
  return 'done';
}

async function finish(due: GatewayAccountRow, patch: Partial<GatewayAccountRow>): Promise<void> {
  await db().update(gatewayAccount).set(patch).where(isStillClaimed(queue, due));
}
