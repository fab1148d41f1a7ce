import type { Minor } from '../../contract/money.ts';
import type { RailName } from '../../rails/registry.ts';
import type { Scope } from '../../work/scope.ts';
import { availableRails, connectedAccounts } from '../external/gateway/accounts.ts';

/** A way in which a payer can pay, beside the link itself. */
export type WayToPay = { rail: RailName; label: string; begins: 'hosted' | 'prompt' };

/** The ways to pay an amount: every rail of the provider on which a payer acts, and a number to pay to. */
export type WaysToPay = { ways: WayToPay[]; payTo: { number: string; isTill: boolean } | null };

/** Every rail of the provider that takes this amount. Contract: Payment. */
export async function waysToPay(
  tenant: Pick<Scope, 'providerId' | 'livemode' | 'db'>,
  { amount, currency }: { amount: Minor; currency: string },
): Promise<WaysToPay> {
  const own = await connectedAccounts(tenant);
  const available = await availableRails(tenant, own);
  const ways = available.flatMap((rail): WayToPay[] =>
    rail.gateway?.supports(amount, currency)
      ? [{ rail: rail.name, label: rail.label, begins: rail.begins }]
      : [],
  );
  const account = own.get('mpesa');
  const takes = ways.some(({ begins }) => begins === 'prompt');
  return {
    ways,
    payTo: takes && account?.payTo ? { number: account.payTo, isTill: account.isTill } : null,
  };
}
