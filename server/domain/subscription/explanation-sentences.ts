import { daysText } from '../../contract/days.ts';
import type { departureReasons, inactiveReasons, subscriptionStatuses } from '../../contract/enums.ts';
import { type Minor, toMajor } from '../../contract/money.ts';
import { TRANSIT_DAYS } from '../../contract/payment-rules.ts';
import { instant, listed, money, type Sentence, type SentencePart, say } from '../../contract/sentence.ts';
import { isInService, type OverrideField, overrideNames } from '../../contract/subscription-rules.ts';
import { departureReasonTexts } from '../../contract/texts/departure-texts.ts';
import { inactiveReasonTexts } from '../../contract/texts/reason-texts.ts';

type Status = (typeof subscriptionStatuses)[number];
type Reason = (typeof inactiveReasons)[number];

/** What the sentences are made from. Amounts in minor units of the currency. */
export type ExplanationFacts = {
  now: Date;
  currency: string;
  status: Status;
  inactiveReason: Reason | null;
  expiresAt: Date | null;
  archivedAt: Date | null;
  cancelAt: Date | null;
  planRemovalAt: Date | null;
  /** The external system that deleted the service, where that is the reason of the cancellation. */
  endedBy: { system: string; at: Date } | null;
  /** Who requested the pending cancellation or removal of the plan, and when; null where no entry says it. */
  endRequest: { by: string; at: Date } | null;
  /** The reason that was given with the request to end it; null without one. */
  endReason: { reason: (typeof departureReasons)[number] | null; note: string | null } | null;
  /** The running cycle. `renewsAt` is when its renewal is issued; null once it is issued. */
  cycle: { isOverdue: boolean; renewsAt: Date | null; graceEndsAt: Date } | null;
  /** When the next cycle that is not paid starts, and its price by the terms as they are now, tax included. */
  renewal: { at: Date; total: Minor } | null;
  /** The end of the next cycle, if it is paid. */
  nextPaidUntil: Date | null;
  /** The price of the next cycle on the renewal invoice; null before the invoice is issued. */
  nextPrice: Minor | null;
  /** Whether the next cycle is paid on the pending terms, so they can no longer change. */
  isPendingPaid: boolean;
  /** Changes that take effect when a cycle ends. */
  pending: {
    planName: string | null;
    planAt: Date | null;
    overrides: OverrideField[];
    overridesAt: Date | null;
  };
  /** The upgrade hold. */
  upgrade: { planName: string; amount: Minor; expiresAt: Date } | null;
  /** Price of the running cycle; null before the first cycle. */
  termsPrice: Minor | null;
  /** Terms of a cycle that starts now. */
  terms: { price: Minor; cycleDays: number };
  debt: { kind: string; tax: Minor; total: Minor } | null;
  /** The payment that is PENDING or PROCESSING. */
  openPayment: {
    status: 'PENDING' | 'PROCESSING';
    amount: Minor;
    rail: string;
    reference: string;
    expiresAt: Date | null;
  } | null;
  /** Start of the subscriber's manual hold; null without one. */
  heldAt: Date | null;
};

/**
 * What happens next to a subscription and why, the most important sentence first. Sentences are data: the page formats
 * amounts and times.
 */
export function explanationSentences(facts: ExplanationFacts): Sentence[] {
  if (facts.archivedAt) return [...ended(facts), ...givenReason(facts)];
  return [...byStatus(facts), ...givenReason(facts), ...openPaymentSentence(facts), ...holdSentence(facts)];
}

function givenReason({ endReason }: ExplanationFacts): Sentence[] {
  if (!endReason) return [];
  const { reason, note } = endReason;
  return [say`Reason given: ${[reason && departureReasonTexts[reason], note].filter(Boolean).join(', ')}.`];
}

function byStatus(facts: ExplanationFacts): Sentence[] {
  if (isInService(facts.status)) return inService(facts);
  if (facts.status === 'PENDING') return awaitingFirstPayment(facts);
  if (facts.status === 'INACTIVE') return inactive(facts);
  return ended(facts);
}

function awaitingFirstPayment({ debt, terms, currency }: ExplanationFacts): Sentence[] {
  if (!debt) return [say`No amount is due, so no payment can start the service.`];
  return [
    say`Awaiting the first payment of ${sum(debt.total, currency)}${taxOf(debt.tax, currency)}.`,
    say`Service starts when it is received: a cycle of ${daysText(terms.cycleDays)}, a paid invoice and network access.`,
  ];
}

function inService(facts: ExplanationFacts): Sentence[] {
  const { cancelAt, planRemovalAt, endedBy, endRequest } = facts;
  const paid = [...paidTime(facts), ...upgradeOf(facts)];
  if (cancelAt) {
    return [
      ...paid,
      endedBy
        ? say`Ends on ${at(cancelAt)}, because its service was deleted in ${endedBy.system} on ${at(endedBy.at)}.`
        : say`Cancelled${requestOf(endRequest)}: service ends on ${at(cancelAt)} and cannot be restored.`,
      say`No renewal invoice is issued.`,
    ];
  }
  if (planRemovalAt) {
    return [
      ...paid,
      say`The plan is removed on ${at(planRemovalAt)}: service ends, and no renewal invoice is issued.`,
      ...(endRequest ? [say`The removal was requested${requestOf(endRequest)}.`] : []),
    ];
  }
  return [...paid, ...nextInvoice(facts), ...pendingChange(facts), ...priceDifference(facts)];
}

/** ` by Njeri Wambui on 12 Nov 2026, 10:00` */
function requestOf(request: ExplanationFacts['endRequest']): Sentence {
  return request ? say` by ${request.by} on ${at(request.at)}` : [];
}

function paidTime({ now, expiresAt, nextPaidUntil }: ExplanationFacts): Sentence[] {
  if (!expiresAt) return [];
  const sentence =
    expiresAt > now
      ? say`Paid until ${at(expiresAt)}.`
      : say`The paid period ended on ${at(expiresAt)}. Service continues during the grace period.`;
  return nextPaidUntil
    ? [sentence, say`The next cycle is paid too, until ${at(nextPaidUntil)}.`]
    : [sentence];
}

function upgradeOf({ upgrade, currency }: ExplanationFacts): Sentence[] {
  if (!upgrade) return [];
  const { planName, amount, expiresAt } = upgrade;
  return [
    say`Upgrade to ${planName}: awaiting a payment of ${sum(amount, currency)} until ${at(expiresAt)}. The plan changes when it is received.`,
    say`Without the payment, the current plan stays.`,
  ];
}

function nextInvoice({ cycle, debt, renewal, currency, expiresAt }: ExplanationFacts): Sentence[] {
  if (cycle?.isOverdue && debt) {
    return [
      say`Without a payment of ${sum(debt.total, currency)}, service ends on ${at(cycle.graceEndsAt)}.`,
      say`If it is paid before, the next cycle starts at the end of the last one.`,
    ];
  }
  if (debt && cycle && expiresAt) {
    return [
      say`A renewal invoice of ${sum(debt.total, currency)} is open. If it is unpaid on ${at(expiresAt)}, it is overdue, and service ends on ${at(cycle.graceEndsAt)}.`,
    ];
  }
  if (debt) return [say`An invoice of ${sum(debt.total, currency)} is open.`];
  if (!renewal) return [];
  const due = say`due on ${at(renewal.at)}`;
  const when = cycle?.renewsAt ? say`issued on ${at(cycle.renewsAt)} and ${due}` : due;
  return [say`The next invoice of ${sum(renewal.total, currency)} is ${when}.`];
}

function pendingChange({
  pending: { planName, planAt, overrides, overridesAt },
  isPendingPaid,
}: ExplanationFacts): Sentence[] {
  return [
    ...(planName && planAt ? [say`The plan changes to ${planName} on ${at(planAt)}.`] : []),
    ...(overridesAt
      ? [
          say`The ${listed(overrides.map((field) => overrideNames[field]))} override takes effect on ${at(overridesAt)}.`,
        ]
      : []),
    ...(isPendingPaid
      ? [say`The next cycle is paid on these terms, so they cannot change before it starts.`]
      : []),
  ];
}

/** The issued renewal invoice fixes the price of the next cycle; a plan edited later does not change it. */
function priceDifference({ termsPrice, nextPrice, terms, currency }: ExplanationFacts): Sentence[] {
  if (termsPrice === null || termsPrice === (nextPrice ?? terms.price)) return [];
  const running = say`The running cycle keeps its price of ${sum(termsPrice, currency)}`;
  return [
    nextPrice === null
      ? say`${running}.`
      : say`${running}; the next one costs ${sum(nextPrice, currency)}, fixed when its invoice was issued.`,
  ];
}

function inactive({ inactiveReason, debt, terms, currency }: ExplanationFacts): Sentence[] {
  const why = inactiveReason ? `: ${inactiveReasonTexts[inactiveReason]}` : '';
  const state = say`Inactive${why}.`;
  if (!debt) return [state];
  return [
    state,
    say`A payment of ${sum(debt.total, currency)}${taxOf(debt.tax, currency)} restores service and starts a new cycle of ${daysText(terms.cycleDays)}.`,
  ];
}

function ended({ status, archivedAt, inactiveReason }: ExplanationFacts): Sentence[] {
  const what = status === 'MIGRATED_OUT' ? 'Migrated out' : status === 'CANCELLED' ? 'Cancelled' : 'Ended';
  const why = inactiveReason && inactiveReason !== status ? `: ${inactiveReasonTexts[inactiveReason]}` : '';
  return [
    archivedAt ? say`${what} on ${at(archivedAt)}${why}.` : say`${what}${why}.`,
    say`It cannot be restored or paid. Create a new subscription instead.`,
  ];
}

function openPaymentSentence({ openPayment, currency }: ExplanationFacts): Sentence[] {
  if (!openPayment) return [];
  const { status, amount, rail, reference, expiresAt } = openPayment;
  const payment = say`A payment of ${sum(amount, currency)} by ${rail} (${reference})`;
  if (status === 'PROCESSING') {
    return [say`${payment} is being processed. Service waits for it, up to ${daysText(TRANSIT_DAYS)}.`];
  }
  if (!expiresAt) return [say`${payment} is not completed yet.`];
  return [say`${payment} is not completed yet. It expires at ${at(expiresAt)}.`];
}

function holdSentence({ heldAt, status }: ExplanationFacts): Sentence[] {
  if (!heldAt) return [];
  return [
    isInService(status)
      ? say`Network access has been off since ${at(heldAt)} because the subscriber is on manual hold. The billing cycle continues.`
      : say`The subscriber has been on manual hold since ${at(heldAt)}. Network access stays off, also after a payment.`,
  ];
}

function taxOf(tax: Minor, currency: string): Sentence {
  return tax > 0 ? say` (including ${sum(tax, currency)} tax)` : [];
}

function at(time: Date): SentencePart {
  return instant(time.toISOString());
}

function sum(amount: Minor, currency: string): SentencePart {
  return money(toMajor(amount, currency), currency);
}
