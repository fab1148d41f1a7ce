import { sql } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { checkout, gatewayAccount, prompt } from '../../../../drizzle/schema/gateway.ts';
import { receipt } from '../../../../drizzle/schema/receipt.ts';
import { gatewayNames } from '../../../contract/enums.ts';
import { type Refusal, refuse } from '../../../contract/errors.ts';
import { isUsualNumber } from '../../../rails/mpesa-messages.ts';
import type { Scope, WriteScope } from '../../../work/scope.ts';
import { takenBy } from '../unique-violations.ts';

/** What has a number of a gateway. `hand`: the reference of a payment that people recorded; `reference`: of any other payment. */
export type NumberHolder = {
  by: 'hand' | 'reference' | 'money' | 'prompt' | 'receipt';
  /** Null for a receipt that waits. */
  paymentId: string | null;
};

/**
 * Makes transactions that give the same number of a gateway to money wait for each other until they end, because no index compares
 * references, receipts, prompts and checkouts. It is taken after a prompt, and before all else that a payment locks.
 */
export async function lockNumber({ db, providerId }: Scope, number: string): Promise<void> {
  const key = `money ${providerId} ${number.toUpperCase()}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/**
 * All that has a number of a gateway, once the transactions before have ended. Money counts once, so each way in which money gets a
 * number decides by it. People and phones write numbers in small or large letters.
 */
export async function holdersOf(scope: WriteScope, number: string): Promise<NumberHolder[]> {
  await lockNumber(scope, number);
  const { db, providerId } = scope;
  const forms = formsOf(number);
  const parts = forms.map((form) => partReference(form, 1));
  const listed = (texts: readonly string[]) =>
    sql`(${sql.join(
      texts.map((each) => sql`${each}`),
      sql`, `,
    )})`;
  const written = listed([number, number.toUpperCase()]);
  const accounts = sql`(select ${gatewayAccount.id} from ${gatewayAccount} where ${gatewayAccount.providerId} = ${providerId})`;
  return db.execute<NumberHolder>(sql`
    select case when ${payment.rail} in ${listed(gatewayNames)} then 'reference' else 'hand' end as by, ${payment.id} as "paymentId"
    from ${payment}
    where ${payment.providerId} = ${providerId} and ${payment.reference} in ${listed([...forms, ...parts])}
      and (${payment.rail} = 'manual' or ${payment.reference} in ${listed(forms)})
    union all
    select 'money', ${checkout.paymentId} from ${checkout}
    where ${checkout.providerId} = ${providerId} and ${checkout.gatewayPaymentId} in ${written}
    union all
    select 'prompt', ${prompt.paymentId} from ${prompt}
    where ${prompt.providerId} = ${providerId} and ${prompt.accountId} in ${accounts} and ${prompt.transactionId} in ${written}
    union all
    select 'receipt', ${receipt.paymentId} from ${receipt}
    where ${receipt.providerId} = ${providerId} and ${receipt.accountId} in ${accounts} and ${receipt.transactionId} in ${written}`);
}

/**
 * Makes sure that a number which staff record by hand is not that of money of a gateway, also of one that waits for them as a receipt. One
 * that looks like a number of M-Pesa is recorded once. Other references of people may differ by their case.
 * @throws CONFLICT
 */
export async function requireUncounted(scope: WriteScope, number: string): Promise<void> {
  const isOfGateway = isUsualNumber(number.toUpperCase());
  const counted = (await holdersOf(scope, number)).filter(({ by }) => by !== 'hand' || isOfGateway);
  if (counted.some(({ paymentId }) => paymentId === null)) throw waits();
  if (counted.length > 0) throw takenBy('payment_reference');
}

function waits(): Refusal {
  const message = 'A receipt with this number waits. Assign it.';
  return refuse('CONFLICT', { field: 'reference', code: 'ALREADY_EXISTS', message });
}

/** A number of several debts that were collected at once is that of each with a suffix. */
export const partReference = (number: string, part: number) => `${number}-${part}`;

/** How a number is written: as the gateway does, as people do, and as phones correct it. */
function formsOf(number: string): string[] {
  const lower = number.toLowerCase();
  return [number, number.toUpperCase(), lower, lower.charAt(0).toUpperCase() + lower.slice(1)];
}
