import type { MoneyFacts } from '../../../../drizzle/schema/mail.ts';
import type { EventType } from '../../../contract/event-catalogue.ts';
import { toMajor } from '../../../contract/money.ts';
import type { Sentence } from '../../../contract/sentence.ts';
import { describeEvent, idsIn } from '../../../contract/texts/describe-event.ts';
import { describeInvoice } from '../../../contract/texts/sentences/invoice.ts';
import { find, presentOne, type Resource } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { labelsOf } from '../../model/labels.ts';
import { paymentResource } from '../../model/payment/resource.ts';

type Announced = {
  event: EventType;
  resource: Resource;
  /** The fields that the email stores, as they were at its event. */
  stored: (facts: MoneyFacts) => Record<string, unknown>;
};

/** The events that emails to subscribers state. */
const announced = {
  OVERDUE: {
    event: 'billing.overdue',
    resource: billingCycleResource,
    stored: ({ at, until = at }) => ({ expiresAt: at, graceEndsAt: until }),
  },
  SUSPENSION: {
    event: 'billing.suspended',
    resource: billingCycleResource,
    stored: ({ at }) => ({ graceEndsAt: at }),
  },
  RECEIPT: {
    event: 'payment.received',
    resource: paymentResource,
    stored: ({ refundDue = false }) => ({ refundDue }),
  },
} as const satisfies Record<string, Announced>;

export type MoneyEmailKind = keyof typeof announced | 'INVOICE';

/**
 * What an email to a subscriber states: its event, or the invoice that was issued, as a sentence for the subscriber.
 * Amounts and instants are those of the email's facts; names and numbers are the current ones.
 */
export async function statementOf(
  scope: Scope,
  { kind, factId, facts }: { kind: MoneyEmailKind; factId: string; facts: MoneyFacts },
): Promise<Sentence> {
  if (kind === 'INVOICE') {
    const issued = await presentOne(scope, invoiceResource, await find(scope, invoiceResource, factId));
    const amountDue = toMajor(facts.amount, facts.currency);
    const status = facts.fromCredit ? 'PAID' : 'OPEN';
    return describeInvoice({ ...issued, status, amountRefunded: 0, amountDue, dueAt: facts.at });
  }
  const { event: type, resource, stored }: Announced = announced[kind];
  const current = await presentOne(scope, resource, await find(scope, resource, factId));
  const event = { type, occurredAt: facts.at, data: { current: { ...current, ...stored(facts) } } };
  return describeEvent(event, await labelsOf(scope, { ids: idsIn(event) }), 'subscriber');
}
