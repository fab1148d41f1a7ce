import type { SubscriberOverview } from '@/server/contract/portal/subscriber-overview.ts';

export type OverviewDebt = SubscriberOverview['debts'][number];

/** What a debt is for: the plan with its invoice, or the charge. */
export function debtName({ planName, chargeId, name }: OverviewDebt): string {
  if (chargeId) return name ?? 'Charge';
  const plan = planName ?? 'Subscription';
  return name ? `${plan}, ${name}` : plan;
}
