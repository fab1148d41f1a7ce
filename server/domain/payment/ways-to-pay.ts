import type { RailName } from '../../contract/enums.ts';
import type { Minor } from '../../contract/money.ts';
import type { Scope } from '../../work/scope.ts';
import { availableRails, connectedAccounts } from '../external/gateway/accounts.ts';

/** A way in which a payer can pay, beside the link itself. */
export type WayToPay = { rail: RailName; label: string; begins: 'hosted' | 'prompt' };

/** The ways to pay an amount: every rail of the provider on which a payer acts, and a number to pay to. */
export type WaysToPay = { ways: WayToPay[]; payTo: { number: string; isTill: boolean } | null };

type Tenant = Pick<Scope, 'providerId' | 'livemode' | 'db'>;
type Sum = { amount: Minor; currency: string };

/** Every rail of the provider that takes this amount. Contract: Payment. */
export async function waysToPay(tenant: Tenant, sum: Sum): Promise<WaysToPay> {
  return (await readWaysToPay(tenant))(sum);
}

/** As `waysToPay`, for several amounts. */
export async function readWaysToPay(tenant: Tenant): Promise<(sum: Sum) => WaysToPay> {
  const own = await connectedAccounts(tenant);
  const available = await availableRails(tenant, own);
  const account = own.get('mpesa');
  return ({ amount, currency }) => {
    const ways = available.flatMap((rail): WayToPay[] =>
      rail.gateway?.supports(amount, currency)
        ? [{ rail: rail.name, label: rail.label, begins: rail.begins }]
        : [],
    );
    const takes = ways.some(({ begins }) => begins === 'prompt');
    return {
      ways,
      payTo: takes && account?.payTo ? { number: account.payTo, isTill: account.isTill } : null,
    };
  };
}
