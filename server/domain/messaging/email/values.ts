import { and, eq } from 'drizzle-orm';
import type { MoneyFacts } from '../../../../drizzle/schema/mail.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import type { Language, MessageChannel, MessageKind } from '../../../contract/enums.ts';
import { NO_LAST_NAME } from '../../../contract/full-name.ts';
import { variablesOf } from '../../../contract/message-texts.ts';
import type { Issuer } from '../../../documents/invoice-facts.ts';
import type { TextValues } from '../../../messages/engine.ts';
import { dayIn, moneyIn } from '../../../messages/format.ts';
import { findOrNull } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import { labelsOf } from '../../model/labels.ts';
import { paymentResource } from '../../model/payment/resource.ts';

/** What a text can say about its reader. */
export type Reader = {
  firstName: string;
  lastName: string;
  accountNumber: string;
  language: Language | null;
};

/** The reader of a message; null where there is none. */
export async function readerOf(scope: Scope, subscriberId: string): Promise<Reader | null> {
  const [row] = await scope.db
    .select({
      firstName: subscriber.firstName,
      lastName: subscriber.lastName,
      accountNumber: subscriber.accountNumber,
      language: subscriber.language,
    })
    .from(subscriber)
    .where(and(eq(subscriber.providerId, scope.providerId), eq(subscriber.id, subscriberId)));
  return row ?? null;
}

type About = {
  kind: MessageKind;
  channel: MessageChannel;
  language: Language;
  reader: Reader;
  issuer: Issuer;
  invoice: InvoiceRow | null;
  factId: string;
  /** Null for a notice. */
  facts: MoneyFacts | null;
  /** The link to the page of the reader; null where nothing of the message needs it. */
  pageLink: string | null;
};

/** The values of the variables of every text. A notice has no others. Contract: Texts of messages. */
export function valuesOfReader({
  reader: { firstName, lastName, accountNumber },
  issuer,
  pageLink,
}: {
  reader: Pick<Reader, 'firstName' | 'lastName' | 'accountNumber'>;
  issuer: Issuer;
  pageLink: string | null;
}): TextValues {
  return {
    ...{ firstName, lastName: lastName === NO_LAST_NAME ? null : lastName, accountNumber, pageLink },
    ...{ providerName: issuer.name, providerPhone: issuer.phone, providerEmail: issuer.email },
  };
}

/** The values of all variables that a text of the kind may use, formatted in the language. Contract: Texts of messages. */
export async function valuesOf(scope: Scope, about: About): Promise<TextValues> {
  const { kind, channel, language, issuer, invoice, facts } = about;
  const day = (at: string) => dayIn(language, new Date(at), issuer.timeZone, channel);
  const all: Record<string, string | boolean | null> = { ...valuesOfReader(about) };
  if (facts) {
    const {
      amount,
      currency,
      at,
      until = at,
      reference = null,
      refundDue = false,
      fromCredit = false,
    } = facts;
    const paidUntil = refundDue ? null : (invoice?.lines[0]?.periodEnd ?? null);
    const on = day(at);
    Object.assign(all, {
      amount: moneyIn(language, amount, currency),
      ...{ dueDate: on, suspendedOn: on, restoredOn: on, receivedOn: on, refundedOn: on },
      lastDay: day(until),
      invoiceNumber: invoice?.number ?? null,
      service:
        facts.what ?? (await chargeDescription(scope, about)) ?? invoice?.lines[0]?.description ?? null,
      paidUntil: paidUntil && dayIn(language, new Date(paidUntil), issuer.timeZone, channel),
      ...{ reference, refundDue, fromCredit },
    });
  }
  return Object.fromEntries(variablesOf(kind).map((name) => [name, all[name] ?? null]));
}

/** The charge that a payment without an invoice paid. */
async function chargeDescription(scope: Scope, { kind, invoice, factId }: About): Promise<string | null> {
  if (kind !== 'RECEIPT' || invoice) return null;
  const payment = await findOrNull(scope, paymentResource, factId);
  if (!payment?.chargeId) return null;
  const labels = await labelsOf(scope, { ids: [payment.chargeId] });
  return labels[payment.chargeId] ?? null;
}
