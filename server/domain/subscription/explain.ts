import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import { departure } from '../../../drizzle/schema/departure.ts';
import { externalService, integration } from '../../../drizzle/schema/integration.ts';
import { auditEntry } from '../../../drizzle/schema/provider.ts';
import { openCycleStatuses } from '../../contract/billing-cycle-rules.ts';
import type { AuditAction } from '../../contract/portal/audit-actions.ts';
import type { Explanation } from '../../contract/portal/explanation.ts';
import type { subscriptionId } from '../../contract/subscription.ts';
import { hasEnded, overrideFields } from '../../contract/subscription-rules.ts';
import { actorText } from '../../contract/texts/actor-text.ts';
import { railOf } from '../../rails/registry.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { findDebt } from '../lifecycle/payment/find-debt.ts';
import { renewalOutlook } from '../lifecycle/renewal/next-renewal.ts';
import { pendingEnd } from '../lifecycle/terms/billing-context.ts';
import { isPaidOnPendingTerms } from '../lifecycle/terms/pending-change.ts';
import { currentTerms } from '../lifecycle/terms/quote.ts';
import type { BillingCycleRow } from '../model/billing-cycle/resource.ts';
import { windowOpensAt } from '../model/billing-cycle/rules.ts';
import { findOpenPayment } from '../model/payment/find-open.ts';
import { planResource } from '../model/plan/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';
import { type ExplanationFacts, explanationSentences } from './explanation-sentences.ts';

/**
 * What happens next to a subscription and why, by the provider's clock.
 * @throws NOT_FOUND
 */
export async function explainSubscription(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<Explanation> {
  const row = await find(scope, subscriptionResource, id);
  const [
    subscriber,
    terms,
    debt,
    waiting,
    cycles,
    nextPlan,
    upgradePlan,
    endedBy,
    endRequest,
    endReason,
    { renewal, nextPaidUntil },
  ] = await Promise.all([
    find(scope, subscriberResource, row.subscriberId),
    currentTerms(scope, row),
    hasEnded(row) ? null : findDebt(scope, row, 'UPGRADE'),
    findOpenPayment(scope, id),
    openCycles(scope, id),
    row.nextPlanId ? find(scope, planResource, row.nextPlanId) : null,
    row.upgradePlanId ? find(scope, planResource, row.upgradePlanId) : null,
    findExternalEnd(scope, id),
    findEndRequest(scope, row),
    findEndReason(scope, row),
    renewalOutlook(scope, row),
  ]);
  const running = cycles.find(({ status }) => status !== 'SCHEDULED');
  const next = cycles.find(({ status }) => status === 'SCHEDULED') ?? null;
  const isRenewal = next !== null && debt?.kind === 'RENEWAL' && waiting?.invoiceId === debt.invoice?.id;
  const inTransit = isRenewal && waiting?.status === 'PROCESSING';
  const facts: ExplanationFacts = {
    ...row,
    now: scope.now,
    endedBy,
    endRequest,
    endReason,
    cycle: running
      ? {
          isOverdue: running.status === 'OVERDUE',
          renewsAt: next === null ? windowOpensAt(running) : null,
          graceEndsAt: running.graceEndsAt,
        }
      : null,
    renewal,
    nextPaidUntil,
    nextPrice: next?.termsPrice ?? null,
    isPendingPaid:
      running !== undefined &&
      isPaidOnPendingTerms({ subscription: row, cycle: running, nextPlan, next, inTransit }),
    pending: {
      planName: nextPlan?.planName ?? null,
      planAt: row.nextPlanAt,
      overrides: overrideFields.filter((field) => row.pendingOverrides?.[field] !== undefined),
      overridesAt: row.pendingOverridesAt,
    },
    upgrade:
      upgradePlan && row.upgradeAmount !== null && row.upgradeExpiresAt !== null
        ? { planName: upgradePlan.planName, amount: row.upgradeAmount, expiresAt: row.upgradeExpiresAt }
        : null,
    currency: terms.currency,
    terms,
    debt: debt && debt.total > 0 ? debt : null,
    openPayment: waiting
      ? {
          status: waiting.status === 'PROCESSING' ? 'PROCESSING' : 'PENDING',
          amount: waiting.amount,
          rail: railOf(waiting).label.toLowerCase(),
          reference: waiting.reference,
          expiresAt: waiting.expiresAt,
        }
      : null,
    heldAt: subscriber.heldAt,
  };
  return { now: scope.now.toISOString(), sentences: explanationSentences(facts) };
}

function openCycles(scope: Scope, subscriptionId: string): Promise<BillingCycleRow[]> {
  return scope.db
    .select()
    .from(billingCycle)
    .where(
      and(
        eq(billingCycle.providerId, scope.providerId),
        eq(billingCycle.subscriptionId, subscriptionId),
        inArray(billingCycle.status, [...openCycleStatuses]),
      ),
    );
}

/** Who requested the pending cancellation, or the pending removal of the plan. */
async function findEndRequest(
  scope: Scope,
  { id, cancelAt, planRemovalAt }: SubscriptionRow,
): Promise<ExplanationFacts['endRequest']> {
  // In a dry run the entry of the request is not written yet, and the newest one is of an earlier request.
  if ((!cancelAt && !planRemovalAt) || 'outbox' in scope) return null;
  const action: AuditAction = cancelAt ? 'subscription.cancel' : 'subscription.request_plan_removal';
  const [request] = await scope.db
    .select({ type: auditEntry.actorType, name: auditEntry.actorName, at: auditEntry.createdAt })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.providerId, scope.providerId),
        eq(auditEntry.resourceId, id),
        eq(auditEntry.action, action),
      ),
    )
    .orderBy(desc(auditEntry.id))
    .limit(1);
  if (!request) return null;
  return { by: actorText(request), at: request.at };
}

/** The reason that was given with the last request to end a subscription, which has ended or will end; null without one. */
async function findEndReason(scope: Scope, row: SubscriptionRow): Promise<ExplanationFacts['endReason']> {
  const isRequested =
    pendingEnd(row) !== null || row.archivedAt !== null || row.inactiveReason === 'PLAN_REMOVED';
  if (!isRequested) return null;
  const [given] = await scope.db
    .select({ reason: departure.reason, note: departure.note })
    .from(departure)
    .where(and(eq(departure.providerId, scope.providerId), eq(departure.subscriptionId, row.id)))
    .orderBy(desc(departure.createdAt), desc(departure.id))
    .limit(1);
  return given && (given.reason || given.note) ? given : null;
}

/** The external system that deleted the service of a subscription, and when. */
async function findExternalEnd(scope: Scope, subscriptionId: string): Promise<ExplanationFacts['endedBy']> {
  const [ended] = await scope.db
    .select({ system: integration.name, at: externalService.endedAt })
    .from(externalService)
    .innerJoin(
      integration,
      and(
        eq(integration.providerId, externalService.providerId),
        eq(integration.id, externalService.integrationId),
      ),
    )
    .where(
      and(
        eq(externalService.providerId, scope.providerId),
        eq(externalService.subscriptionId, subscriptionId),
        isNull(externalService.replacedBy),
        isNotNull(externalService.endedAt),
      ),
    );
  return ended?.at ? { system: ended.system, at: ended.at } : null;
}
