import type { inactiveReasons, subscriptionStatuses } from '../../contract/enums.ts';
import { type Minor, toMajor } from '../../contract/money.ts';
import { inactiveReasonTexts } from '../../contract/reason-texts.ts';
import type { Sentence, SentencePart } from '../../contract/sentence.ts';
import { isInService } from '../../contract/subscription-rules.ts';

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
  /** The running cycle. `renewsAt` is when its renewal is issued; null once it is issued. */
  cycle: { isOverdue: boolean; renewsAt: Date | null; graceEndsAt: Date } | null;
  /** The end of the next cycle, if it is paid. */
  nextPaidUntil: Date | null;
  /** The price of the next cycle on the renewal invoice; null before the invoice is issued. */
  nextPrice: Minor | null;
  /** Whether the next cycle is paid on the pending terms, so they can no longer change. */
  isPendingPaid: boolean;
  /** Changes that take effect when a cycle ends. */
  pending: { planName: string | null; planAt: Date | null; overrides: string[]; overridesAt: Date | null };
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
  const sentences = facts.archivedAt
    ? ended(facts)
    : [...byStatus(facts), ...openPaymentSentence(facts), ...holdSentence(facts)];
  return sentences.map(parts);
}

function byStatus(facts: ExplanationFacts): Phrase[] {
  if (isInService(facts.status)) return inService(facts);
  if (facts.status === 'PENDING') return awaitingFirstPayment(facts);
  if (facts.status === 'INACTIVE') return inactive(facts);
  return ended(facts);
}

function awaitingFirstPayment({ debt, terms, currency }: ExplanationFacts): Phrase[] {
  if (!debt) return [['No amount is due, so no payment can start the service.']];
  return [
    ['Awaiting the first payment of ', money(debt.total, currency), ...taxOf(debt.tax, currency), '.'],
    [
      `Service starts when it is received: a cycle of ${days(terms.cycleDays)}, a paid invoice and network access.`,
    ],
  ];
}

function inService(facts: ExplanationFacts): Phrase[] {
  const { cancelAt, planRemovalAt, endedBy } = facts;
  if (cancelAt) {
    return [
      ...paidTime(facts),
      ...upgradeOf(facts),
      endedBy
        ? [
            'Ends on ',
            cancelAt,
            `, because its service was deleted in ${endedBy.system} on `,
            endedBy.at,
            '.',
          ]
        : ['Cancelled: service ends on ', cancelAt, ' and cannot be restored.'],
      ['No renewal invoice is issued.'],
    ];
  }
  if (planRemovalAt) {
    return [
      ...paidTime(facts),
      ...upgradeOf(facts),
      ['The plan is removed on ', planRemovalAt, ': service ends, and no renewal invoice is issued.'],
    ];
  }
  return [
    ...paidTime(facts),
    ...upgradeOf(facts),
    ...renewal(facts),
    ...pendingChange(facts),
    ...priceDifference(facts),
  ];
}

function paidTime({ now, expiresAt, nextPaidUntil }: ExplanationFacts): Phrase[] {
  if (!expiresAt) return [];
  const sentence: Phrase =
    expiresAt > now
      ? ['Paid until ', expiresAt, '.']
      : ['The paid period ended on ', expiresAt, '. Service continues during the grace period.'];
  return nextPaidUntil ? [sentence, ['The next cycle is paid too, until ', nextPaidUntil, '.']] : [sentence];
}

function upgradeOf({ upgrade, currency }: ExplanationFacts): Phrase[] {
  if (!upgrade) return [];
  const { planName, amount, expiresAt } = upgrade;
  return [
    [
      `Upgrade to ${planName}: awaiting a payment of `,
      money(amount, currency),
      ' until ',
      expiresAt,
      '. The plan changes when it is received.',
    ],
    ['Without the payment, the current plan stays.'],
  ];
}

function renewal({ cycle, debt, currency, expiresAt }: ExplanationFacts): Phrase[] {
  if (cycle?.isOverdue && debt) {
    return [
      ['Without a payment of ', money(debt.total, currency), ', service ends on ', cycle.graceEndsAt, '.'],
      ['If it is paid before, the next cycle starts at the end of the last one.'],
    ];
  }
  if (debt && cycle && expiresAt) {
    return [
      [
        'A renewal invoice of ',
        money(debt.total, currency),
        ' is open. If it is unpaid on ',
        expiresAt,
        ', it is overdue, and service ends on ',
        cycle.graceEndsAt,
        '.',
      ],
    ];
  }
  if (debt) return [['An invoice of ', money(debt.total, currency), ' is open.']];
  if (cycle?.renewsAt) return [['The renewal invoice is issued on ', cycle.renewsAt, '.']];
  return [];
}

function pendingChange({
  pending: { planName, planAt, overrides, overridesAt },
  isPendingPaid,
}: ExplanationFacts): Phrase[] {
  const sentences: Phrase[] = [];
  if (planName && planAt) sentences.push([`The plan changes to ${planName} on `, planAt, '.']);
  if (overridesAt)
    sentences.push([`The ${overrides.join(' and ')} override takes effect on `, overridesAt, '.']);
  if (isPendingPaid)
    sentences.push(['The next cycle is paid on these terms, so they cannot change before it starts.']);
  return sentences;
}

/** The issued renewal invoice fixes the price of the next cycle; a plan edited later does not change it. */
function priceDifference({ termsPrice, nextPrice, terms, currency }: ExplanationFacts): Phrase[] {
  if (termsPrice === null || termsPrice === (nextPrice ?? terms.price)) return [];
  if (nextPrice !== null) {
    return [
      [
        'The running cycle keeps its price of ',
        money(termsPrice, currency),
        '; the next one costs ',
        money(nextPrice, currency),
        ', fixed when its invoice was issued.',
      ],
    ];
  }
  return [
    [
      'The running cycle keeps its price of ',
      money(termsPrice, currency),
      '; a cycle that starts now costs ',
      money(terms.price, currency),
      '.',
    ],
  ];
}

function inactive({ inactiveReason, debt, terms, currency }: ExplanationFacts): Phrase[] {
  const why = inactiveReason ? `: ${inactiveReasonTexts[inactiveReason]}` : '';
  if (!debt) return [[`Inactive${why}.`]];
  return [
    [`Inactive${why}.`],
    [
      'A payment of ',
      money(debt.total, currency),
      ...taxOf(debt.tax, currency),
      ` restores service and starts a new cycle of ${days(terms.cycleDays)}.`,
    ],
  ];
}

function ended({ status, archivedAt, inactiveReason }: ExplanationFacts): Phrase[] {
  const what = status === 'MIGRATED_OUT' ? 'Migrated out' : status === 'CANCELLED' ? 'Cancelled' : 'Ended';
  const why = inactiveReason && inactiveReason !== status ? `: ${inactiveReasonTexts[inactiveReason]}` : '';
  return [
    archivedAt ? [`${what} on `, archivedAt, `${why}.`] : [`${what}${why}.`],
    ['It cannot be restored or paid. Create a new subscription instead.'],
  ];
}

function openPaymentSentence({ openPayment, currency }: ExplanationFacts): Phrase[] {
  if (!openPayment) return [];
  const { status, amount, rail, reference, expiresAt } = openPayment;
  const payment: Phrase = ['A payment of ', money(amount, currency), ` by ${rail} (${reference})`];
  if (status === 'PROCESSING') return [[...payment, ' is being processed.']];
  if (!expiresAt) return [[...payment, ' is not completed yet.']];
  return [[...payment, ' is not completed yet. It expires at ', expiresAt, '.']];
}

function holdSentence({ heldAt, status }: ExplanationFacts): Phrase[] {
  if (!heldAt) return [];
  return [
    isInService(status)
      ? [
          'Network access is off since ',
          heldAt,
          ' because the subscriber is on manual hold. The billing cycle continues.',
        ]
      : [
          'The subscriber is on manual hold since ',
          heldAt,
          '. Network access stays off, also after a payment.',
        ],
  ];
}

function taxOf(tax: Minor, currency: string): Phrase {
  return tax > 0 ? [' (including ', money(tax, currency), ' tax)'] : [];
}

function days(n: number): string {
  return n === 1 ? '1 day' : `${n} days`;
}

type Phrase = (string | Date | Money)[];
type Money = { amount: number; currency: string };

function money(minor: Minor, currency: string): Money {
  return { amount: toMajor(minor, currency), currency };
}

function parts(phrase: Phrase): Sentence {
  return phrase.map((part): SentencePart => {
    if (typeof part === 'string') return { kind: 'text', text: part };
    return part instanceof Date ? { kind: 'time', at: part.toISOString() } : { kind: 'money', ...part };
  });
}
