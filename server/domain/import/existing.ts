import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { plan } from '../../../drizzle/schema/plan.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { ImportTypeName } from '../../contract/import-fields.ts';
import type { Scope } from '../../db/scope.ts';

type Input = Record<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/**
 * The id of what a row would create again; null for a new one. A subscriber is found by external id or email, a plan by
 * name. A subscription is found by external reference, or by subscriber, plan and demarcation point unless it has ended for
 * good. The input has ids in place of references.
 * @param except an id that does not count: that of the row which was just created
 */
export async function findExisting(
  scope: Scope,
  type: ImportTypeName,
  input: Input,
  except = '',
): Promise<string | null> {
  const found = await find[type](scope, input);
  return found.find(({ id }) => id !== except)?.id ?? null;
}

const find: Record<ImportTypeName, (scope: Scope, input: Input) => PromiseLike<{ id: string }[]>> = {
  subscribers: ({ db, providerId }, { externalUserId, email }) => {
    const same: SQL[] = [eq(subscriber.email, text(email).toLowerCase())];
    if (text(externalUserId)) same.unshift(eq(subscriber.externalUserId, text(externalUserId)));
    return db
      .select({ id: subscriber.id })
      .from(subscriber)
      .where(and(eq(subscriber.providerId, providerId), or(...same)))
      .limit(2);
  },
  plans: ({ db, providerId }, { planName }) =>
    db
      .select({ id: plan.id })
      .from(plan)
      .where(
        and(eq(plan.providerId, providerId), eq(plan.planName, text(planName)), ne(plan.status, 'deleted')),
      )
      .limit(2),
  subscriptions: ({ db, providerId }, { subscriberId, planId, demarcationPointId, externalReference }) => {
    const reference = text(externalReference);
    const same = reference
      ? and(eq(subscription.subscriberId, text(subscriberId)), eq(subscription.externalReference, reference))
      : and(
          eq(subscription.subscriberId, text(subscriberId)),
          eq(subscription.planId, text(planId)),
          eq(subscription.demarcationPointId, text(demarcationPointId)),
          isNull(subscription.archivedAt),
        );
    return db
      .select({ id: subscription.id })
      .from(subscription)
      .where(and(eq(subscription.providerId, providerId), same))
      .orderBy(subscription.id)
      .limit(2);
  },
};
