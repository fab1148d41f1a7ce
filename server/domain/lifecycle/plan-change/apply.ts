import type { EventType } from '../../../contract/event-catalogue.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { changeEach, type Patch } from '../../../state/record.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import type { Account } from '../context/billing-context.ts';
import { dueAtEnd, withOverrides } from '../context/pending-change.ts';
import { hasDue, rejectQueued } from '../cycle/check-pending.ts';
import { returnToTerms } from './revert-rejected.ts';

/**
 * The cycle is at its end: what is queued for it takes effect. While the renewal is not paid it is checked once more,
 * and what does not stand is rejected: the renewal is issued anew on the old terms. Once it is paid, the cycle begins on
 * the terms that were paid for. Contract: Billing.
 * @returns the accounts as they are now, in the order given
 */
export async function promoteQueued(scope: WriteScope, accounts: Account[]): Promise<Account[]> {
  const waiting = accounts.filter(hasDue);
  if (waiting.length === 0) return accounts;
  const unpaid = waiting.filter(({ invoice }) => invoice?.status !== 'PAID');
  const checked = await rejectQueued(scope, unpaid, { isAsked: true });
  const rejected = checked.filter((account, i) => account !== unpaid[i]);
  const now = byId([...waiting, ...checked]);
  const planned = [...now.values()].filter((account) => dueAtEnd(account).plan !== null);
  await apply(scope, now, planned, 'subscription.plan_change_applied', ({ subscription: row }) => ({
    planId: row.nextPlanId ?? row.planId,
    nextPlanId: null,
    nextPlanAt: null,
  }));
  const overridden = [...now.values()].filter((account) => dueAtEnd(account).overrides !== null);
  await apply(scope, now, overridden, 'subscription.override_applied', ({ subscription: row }) => ({
    ...withOverrides(row, row.pendingOverrides),
    pendingOverrides: null,
    pendingOverridesAt: null,
  }));
  const returning = rejected.map((account) => now.get(account.subscription.id) ?? account);
  for (const account of await returnToTerms(scope, returning)) now.set(account.subscription.id, account);
  return accounts.map((account) => now.get(account.subscription.id) ?? account);
}

type Now = Map<string, Account>;

function byId(accounts: Account[]): Now {
  return new Map(accounts.map((account) => [account.subscription.id, account]));
}

async function apply(
  scope: WriteScope,
  now: Now,
  accounts: Account[],
  emits: EventType,
  patchOf: (account: Account) => Patch<typeof subscriptionResource>,
): Promise<void> {
  const edits = accounts.map((account) => ({
    at: account.at,
    row: account.subscription,
    patch: patchOf(account),
  }));
  for (const [i, row] of (await changeEach(scope, subscriptionResource, edits, emits)).entries()) {
    const account = accounts[i] as Account;
    const isOnNext = row.planId !== account.subscription.planId;
    const plans = isOnNext ? { plan: account.nextPlan ?? account.plan, nextPlan: null } : {};
    now.set(row.id, { ...account, ...plans, subscription: row });
  }
}
