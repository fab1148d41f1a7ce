import { and, eq } from 'drizzle-orm';
import { customerPage } from '../../../drizzle/schema/customer-page.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { providerNow } from '../../clock.ts';
import type { Language } from '../../contract/enums.ts';
import { db } from '../../db/client.ts';
import type { Scope } from '../../work/scope.ts';
import { tokenHashOf } from '../model/customer-page/link.ts';
import { isKnownAccount, requireHere } from '../model/provider/account-status.ts';
import { payer } from '../payment/begin-payment.ts';

/** An open page: the scope to read in, the subscriber, and the language that is chosen for the subscriber. */
export type OpenPage = { scope: Scope; subscriberId: string; language: Language | null };

/**
 * Opens the page of a link. One look-up by the hash of the token answers for every token, so that an unknown link and a revoked one
 * take as long. Contract: Customer's page.
 * @returns null for an unknown or a revoked link
 * @throws SERVICE_UNAVAILABLE while the account is paused or moved
 */
export async function openPage(token: string, correlationId: string): Promise<OpenPage | null> {
  const [found] = await db()
    .select({ subscriberId: customerPage.subscriberId, language: subscriber.language, provider })
    .from(customerPage)
    .innerJoin(provider, eq(provider.id, customerPage.providerId))
    .innerJoin(
      subscriber,
      and(eq(subscriber.providerId, customerPage.providerId), eq(subscriber.id, customerPage.subscriberId)),
    )
    .where(and(eq(customerPage.tokenHash, tokenHashOf(token)), isKnownAccount));
  if (!found) return null;
  requireHere(found.provider.status);
  const { id: providerId, livemode, clockOffsetMs } = found.provider;
  const scope = {
    providerId,
    livemode,
    caller: payer,
    correlationId,
    now: providerNow(clockOffsetMs),
    db: db(),
  };
  return { scope, subscriberId: found.subscriberId, language: found.language };
}
