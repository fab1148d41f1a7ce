import { and, eq, sql } from 'drizzle-orm';
import { renewalWindow } from '../../../../drizzle/schema/billing.ts';
import { arrayParameter, type Element, instantFromMs } from '../../../db/statement.ts';
import type { Scope, WriteScope } from '../../../work/scope.ts';
import type { BillingCycleRow } from './resource.ts';
import { windowOpensAt } from './rules.ts';

export type RenewalWindowRow = typeof renewalWindow.$inferSelect;

/** Schedules the renewal windows of cycles that start. Contract: Billing. */
export async function addRenewalWindows(scope: WriteScope, cycles: BillingCycleRow[]): Promise<void> {
  if (cycles.length === 0) return;
  const column = (value: (cycle: BillingCycleRow) => Element) => arrayParameter(cycles.map(value));
  await scope.db.execute(sql`
    insert into ${renewalWindow} (provider_id, id, subscription_id, subscriber_id, opens_at)
    select ${scope.providerId}, id, subscription_id, subscriber_id, ${instantFromMs(sql`ms`)} from unnest(
      ${column(({ id }) => id)}::text[], ${column((cycle) => cycle.subscriptionId)}::text[],
      ${column((cycle) => cycle.subscriberId)}::text[],
      ${column((cycle) => windowOpensAt(cycle).getTime())}::bigint[]) as w (id, subscription_id, subscriber_id, ms)`);
}

/** Removes the renewal windows of cycles: they open now, or never. Contract: Billing. */
export async function removeRenewalWindows(scope: WriteScope, cycles: { id: string }[]): Promise<void> {
  if (cycles.length === 0) return;
  await scope.db.execute(sql`
    delete from ${renewalWindow}
    where provider_id = ${scope.providerId} and id = any(${arrayParameter(cycles.map(({ id }) => id))}::text[])`);
}

/** Whether the renewal window of a cycle has yet to open. */
export async function hasRenewalWindow(scope: Scope, cycle: BillingCycleRow): Promise<boolean> {
  const found = await scope.db
    .select({ id: renewalWindow.id })
    .from(renewalWindow)
    .where(and(eq(renewalWindow.providerId, scope.providerId), eq(renewalWindow.id, cycle.id)));
  return found.length > 0;
}
