import { and, eq } from 'drizzle-orm';
import { customerPage } from '../../../drizzle/schema/customer-page.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { providerNow } from '../../clock.ts';
import { db } from '../../db/client.ts';
import type { Scope } from '../../work/scope.ts';
import { tokenHashOf } from '../model/customer-page/link.ts';
import { isOpenAccount } from '../model/provider/account-status.ts';
import { payer } from '../payment/begin-payment.ts';

/** An open page: the scope to read in, and whose page it is. */
export type OpenPage = { scope: Scope; subscriberId: string };

/**
 * Opens the page of a link. One look-up by the hash of the token answers for every token, so that an unknown link and a revoked one
 * take as long. Contract: Customer's page.
 * @returns null for an unknown or a revoked link
 */
export async function openPage(token: string, correlationId: string): Promise<OpenPage | null> {
  const [found] = await db()
    .select({ subscriberId: customerPage.subscriberId, provider })
    .from(customerPage)
    .innerJoin(provider, eq(provider.id, customerPage.providerId))
    .where(and(eq(customerPage.tokenHash, tokenHashOf(token)), isOpenAccount));
  if (!found) return null;
  const { id: providerId, livemode, clockOffsetMs } = found.provider;
  const scope = {
    providerId,
    livemode,
    caller: payer,
    correlationId,
    now: providerNow(clockOffsetMs),
    db: db(),
  };
  return { scope, subscriberId: found.subscriberId };
}
