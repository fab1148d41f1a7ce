import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { invoice, payment } from '../../../drizzle/schema/billing.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { parsePhone } from '../../contract/phone.ts';
import type { Scope } from '../../work/scope.ts';

/** The country of local phone numbers: receipts are of M-Pesa in Kenya. */
const COUNTRY = 'KE';

/** What names the payer of money without a request. */
type Named = { accountNumber: string | null; phone: string | null };

/**
 * The one subscriber that money belongs to: by the entered account, which is the account number, a payment's reference, an invoice
 * number, an external id or a phone number in any form, then by the payer's phone number. Contract: Receipts.
 * @returns null where none or several are named
 */
export async function findSubscriberOf(
  scope: Scope,
  { accountNumber, phone }: Named,
): Promise<string | null> {
  const entered = accountNumber?.normalize('NFC').trim() ?? '';
  const looks: (() => Promise<string[]>)[] =
    entered === ''
      ? []
      : [
          () => subscribersWhere(scope, eq(subscriber.accountNumber, accountNumberIn(entered))),
          () => payersOf(scope, entered),
          () => billedBy(scope, entered.toUpperCase()),
          () => subscribersWhere(scope, eq(subscriber.externalUserId, entered)),
          () => withPhone(scope, parsePhone(entered, COUNTRY)),
        ];
  for (const look of [...looks, () => withPhone(scope, phone)]) {
    const [found, ...more] = await look();
    if (found !== undefined) return more.length === 0 ? found : null;
  }
  return null;
}

/** The account number as people write it, and as the reference of a prompt has it: followed by four letters. */
function accountNumberIn(entered: string): string {
  return entered.replaceAll(/[\s-]/g, '').replace(/^(\d{8})[a-z]{4}$/i, '$1');
}

async function subscribersWhere(scope: Scope, is: SQL): Promise<string[]> {
  const rows = await scope.db
    .select({ id: subscriber.id })
    .from(subscriber)
    .where(and(eq(subscriber.providerId, scope.providerId), is));
  return rows.map(({ id }) => id);
}

async function withPhone(scope: Scope, phone: string | null | undefined): Promise<string[]> {
  return phone ? subscribersWhere(scope, eq(subscriber.phone, phone)) : [];
}

async function payersOf(scope: Scope, reference: string): Promise<string[]> {
  const rows = await scope.db
    .selectDistinct({ id: payment.subscriberId })
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        // Generated references are in upper case.
        or(eq(payment.reference, reference), eq(payment.reference, reference.toUpperCase())),
      ),
    )
    .limit(2);
  return rows.map(({ id }) => id);
}

async function billedBy(scope: Scope, number: string): Promise<string[]> {
  const rows = await scope.db
    .select({ id: invoice.subscriberId })
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        sql`length(${invoice.number}) = length(${number}::text)`,
        eq(invoice.number, number),
      ),
    );
  return rows.map(({ id }) => id);
}
