import type { z } from 'zod';
import type { Explanation } from '../../contract/explanation.ts';
import type { subscriptionId } from '../../contract/subscription.ts';
import type { Scope } from '../../db/scope.ts';
import { rails } from '../../rails/registry.ts';
import { find } from '../../state/resource.ts';
import { currentTerms, debtOf, hasEnded } from '../payment/owed.ts';
import { waitingPayment } from '../payment/preview.ts';
import { subscriberResource } from '../subscriber/resource.ts';
import { explain, type Facts } from './explain.ts';
import { subscriptionResource } from './resource.ts';

/**
 * What will happen next to a subscription and why, at the provider's time.
 * @throws NOT_FOUND
 */
export async function explainSubscription(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<Explanation> {
  const row = await find(scope, subscriptionResource, id);
  const [subscriber, terms, debt, waiting] = await Promise.all([
    find(scope, subscriberResource, row.subscriberId),
    currentTerms(scope, row),
    hasEnded(row) ? null : debtOf(scope, row),
    waitingPayment(scope, id),
  ]);
  const facts: Facts = {
    ...row,
    now: scope.now,
    currency: terms.currency,
    terms,
    debt: debt && debt.total > 0 ? debt : null,
    waiting: waiting
      ? {
          status: waiting.status === 'PROCESSING' ? 'PROCESSING' : 'PENDING',
          amount: waiting.amount,
          rail: rails[waiting.rail as keyof typeof rails].label.toLowerCase(),
          reference: waiting.reference,
          expiresAt: waiting.expiresAt,
        }
      : null,
    heldAt: subscriber.heldAt,
  };
  return { now: scope.now.toISOString(), sentences: explain(facts) };
}
