import type { z } from 'zod';
import { plus } from '../../clock.ts';
import { MAX_EXTENDED_GRACE_DAYS } from '../../contract/billing-cycle-rules.ts';
import { DAY_MS } from '../../contract/days.ts';
import { invalid, refuse } from '../../contract/errors.ts';
import type { graceExtension, SubscriptionSnapshot } from '../../contract/subscription.ts';
import { changeEach } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import { emit } from '../../work/emit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { readContext } from '../lifecycle/terms/billing-context.ts';
import { lockService } from '../lifecycle/upgrade/lock.ts';
import { billingCycleResource } from '../model/billing-cycle/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * Moves the end of grace of an OVERDUE cycle, such as for a promise to pay. The event is that of the subscription, whose
 * snapshot has the cycle. Contract: Billing.
 * @throws NOT_FOUND; PRECONDITION when no cycle is OVERDUE; VALIDATION_FAILED (OUT_OF_RANGE) for an instant that has passed
 *   or is more than 30 days after the end of the cycle
 */
export async function extendGrace(
  scope: WriteScope,
  { id, until, note }: z.output<typeof graceExtension>,
): Promise<SubscriptionSnapshot> {
  const locked = await lockService(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const { subscription } = locked;
  const cycle = (await readContext(scope, subscription))?.cycle;
  if (cycle?.status !== 'OVERDUE') {
    throw refuse('PRECONDITION', { field: 'id', message: 'The subscription is not in its grace period.' });
  }
  const latest = plus(cycle.expiresAt, MAX_EXTENDED_GRACE_DAYS * DAY_MS);
  if (until <= scope.now || until > latest) {
    const message = `Later than now, and at the latest ${latest.toISOString()}.`;
    throw invalid([{ field: 'until', code: 'OUT_OF_RANGE', message }]);
  }
  const patch = { graceEndsAt: until };
  const [after] = await changeEach(scope, billingCycleResource, [{ row: cycle, patch }]);
  const current = await presentOne(scope, subscriptionResource, subscription);
  if (after === cycle) return current;
  emit(scope, 'subscription.updated', { current, previous: {}, changedFields: [] });
  audit(
    scope,
    'subscription.extend_grace',
    { type: 'subscription', id },
    {
      graceEndsAt: { before: cycle.graceEndsAt.toISOString(), after: until.toISOString() },
      ...(note && { note: { before: null, after: note } }),
    },
  );
  return current;
}
