import type { PendingOverrides } from '../../../drizzle/schema/subscription.ts';
import type { EventType } from '../../contract/event-catalogue.ts';
import type { WriteScope } from '../../db/scope.ts';
import { emit } from '../../events/emit.ts';
import { changeEach, type Edit } from '../../state/record.ts';
import { presentAll } from '../../state/resource.ts';
import type { PlanRow } from '../plan/resource.ts';
import { type FloorsAt, readFloors } from '../schedule-d/floors.ts';
import { breachOf } from '../schedule-d/rules.ts';
import { subscriptionResource } from '../subscription/resource.ts';
import type { Account } from './accounts.ts';
import { dueAtEnd, withOverrides } from './queue.ts';
import { returnToTerms } from './return-to-terms.ts';
import { termsOf } from './rules.ts';

/** Why a queued change cannot be applied when its time has come. */
type Verdict = 'SCHEDULE_D_FLOOR' | 'PLAN_DISABLED' | 'applied' | null;

type Promotion = {
  account: Account;
  plan: PlanRow | null;
  overrides: PendingOverrides | null;
  planVerdict: Verdict;
  overridesVerdict: Verdict;
};

/**
 * The cycle is at its end: what is queued for it takes effect, or is rejected where its plan went off sale or its price
 * is below a floor by now. Then the old terms stay: what was asked for at the others is asked for anew, and what was
 * paid too much goes back. Contract: Billing.
 * @returns the accounts as they are now, in the order given
 */
export async function promoteQueued(scope: WriteScope, accounts: Account[]): Promise<Account[]> {
  const waiting = accounts.filter((account) => {
    const { plan, overrides } = dueAtEnd(account);
    return plan !== null || overrides !== null;
  });
  if (waiting.length === 0) return accounts;
  const latest = new Date(Math.max(...waiting.map(({ at }) => at.getTime())));
  const floors = await readFloors(scope, latest);
  const promotions = waiting.map((account) => judge(account, floors));
  const now = new Map(waiting.map((account) => [account.subscription.id, account]));
  await settlePlans(scope, promotions, now);
  await settleOverrides(scope, promotions, now);
  const refused = promotions
    .filter(({ planVerdict, overridesVerdict }) => isRefused(planVerdict) || isRefused(overridesVerdict))
    .map(({ account }) => now.get(account.subscription.id) ?? account);
  for (const account of await returnToTerms(scope, refused)) now.set(account.subscription.id, account);
  return accounts.map((account) => now.get(account.subscription.id) ?? account);
}

function isRefused(verdict: Verdict): verdict is 'SCHEDULE_D_FLOOR' | 'PLAN_DISABLED' {
  return verdict !== null && verdict !== 'applied';
}

/** As much of the queue is applied as stands against Schedule D, the plan before the overrides. */
function judge(account: Account, floors: FloorsAt): Promotion {
  const { plan, overrides } = dueAtEnd(account);
  const onSale = plan?.status === 'enabled' ? plan : null;
  const choices: [PlanRow | null, PendingOverrides | null][] = [
    [onSale, overrides],
    [onSale, null],
    [null, overrides],
  ];
  const [chosenPlan, chosenOverrides] = choices.find(([to, over]) => stands(account, floors, to, over)) ?? [
    null,
    null,
  ];
  const refusal = plan !== null && onSale === null ? 'PLAN_DISABLED' : 'SCHEDULE_D_FLOOR';
  return {
    account,
    plan,
    overrides,
    planVerdict: plan === null ? null : chosenPlan ? 'applied' : refusal,
    overridesVerdict: overrides === null ? null : chosenOverrides ? 'applied' : 'SCHEDULE_D_FLOOR',
  };
}

/** Whether terms may begin. What does not touch plan, price or speed is no matter of Schedule D. */
function stands(
  account: Account,
  floors: FloorsAt,
  plan: PlanRow | null,
  overrides: PendingOverrides | null,
): boolean {
  const touchesPrice = overrides?.priceOverride !== undefined || overrides?.speedOverride !== undefined;
  if (plan === null && !touchesPrice) return true;
  const on = plan ?? account.plan;
  const { price, speed } = termsOf(on, withOverrides(account.subscription, overrides));
  const { planType, priceCurrency } = on;
  const asked = { planType, priceCurrency, downloadSpeedMbps: speed.downloadSpeedMbps };
  return breachOf(floors(account.at), asked, () => price) !== 'PLAN_PRICE_BELOW_FLOOR';
}

type Now = Map<string, Account>;
type SubscriptionEdit = Edit<typeof subscriptionResource>;

async function settlePlans(scope: WriteScope, promotions: Promotion[], now: Now): Promise<void> {
  const cleared = { nextPlanId: null, nextPlanAt: null };
  const applied = promotions.filter(({ planVerdict }) => planVerdict === 'applied');
  await write(
    scope,
    now,
    applied.map(({ account, plan }) => edit(now, account, { planId: plan?.id, ...cleared })),
    'subscription.plan_change_applied',
  );
  for (const { account, plan } of applied) {
    const { id } = account.subscription;
    now.set(id, { ...(now.get(id) ?? account), plan: plan ?? account.plan, nextPlan: null });
  }
  const refused = promotions.filter(({ planVerdict }) => isRefused(planVerdict));
  const edits = refused.map(({ account }) => edit(now, account, cleared));
  await write(scope, now, edits, undefined, 'subscription.reject_plan_change');
  await announceRefused(
    scope,
    now,
    'subscription.plan_change_rejected',
    refused.map(({ account, planVerdict }) => ({ account, reason: planVerdict as string })),
  );
}

async function settleOverrides(scope: WriteScope, promotions: Promotion[], now: Now): Promise<void> {
  const cleared = { pendingOverrides: null, pendingOverridesAt: null };
  const applied = promotions.filter(({ overridesVerdict }) => overridesVerdict === 'applied');
  await write(
    scope,
    now,
    applied.map(({ account, overrides }) =>
      edit(now, account, { ...withOverrides(account.subscription, overrides), ...cleared }),
    ),
    'subscription.override_applied',
  );
  const refused = promotions.filter(({ overridesVerdict }) => isRefused(overridesVerdict));
  const edits = refused.map(({ account }) => edit(now, account, cleared));
  await write(scope, now, edits, undefined, 'subscription.reject_override');
  await announceRefused(
    scope,
    now,
    'subscription.override_rejected',
    refused.map(({ account, overridesVerdict }) => ({ account, reason: overridesVerdict as string })),
  );
}

function edit(now: Now, account: Account, patch: SubscriptionEdit['patch']): SubscriptionEdit {
  const { at, subscription: row } = now.get(account.subscription.id) ?? account;
  return { at, row, patch };
}

async function write(
  scope: WriteScope,
  now: Now,
  edits: SubscriptionEdit[],
  emits?: EventType,
  action?: string,
): Promise<void> {
  for (const row of await changeEach(scope, subscriptionResource, edits, emits, action)) {
    const account = now.get(row.id);
    if (account) now.set(row.id, { ...account, subscription: row });
  }
}

async function announceRefused(
  scope: WriteScope,
  now: Now,
  type: EventType,
  refused: { account: Account; reason: string }[],
): Promise<void> {
  const rows = refused.map(
    ({ account }) => now.get(account.subscription.id)?.subscription ?? account.subscription,
  );
  const snapshots = await presentAll(scope, subscriptionResource, rows);
  for (const [i, { account, reason }] of refused.entries()) {
    emit({ ...scope, now: account.at }, type, { current: snapshots[i] as never, rejection: { reason } });
  }
}
