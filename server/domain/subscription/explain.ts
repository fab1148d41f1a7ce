import type { inactiveReasons, subscriptionStatuses } from '../../contract/enums.ts';
import type { Sentence, SentencePart } from '../../contract/explanation.ts';
import { type Minor, toMajor } from '../../contract/money.ts';
import { isInService } from '../../contract/subscription-rules.ts';

type Status = (typeof subscriptionStatuses)[number];
type Reason = (typeof inactiveReasons)[number];

/** All that decides what happens next. Amounts in minor units of the currency. */
export type Facts = {
  now: Date;
  currency: string;
  status: Status;
  inactiveReason: Reason | null;
  expiresAt: Date | null;
  archivedAt: Date | null;
  cancelAt: Date | null;
  planRemovalAt: Date | null;
  /** The external system that ended its service, which is what it is cancelled for. */
  endedBy: { system: string; at: Date } | null;
  /** The running cycle: when its renewal is asked for, null once it was; when its days of grace are over. */
  cycle: { isOverdue: boolean; renewsAt: Date | null; graceEndsAt: Date } | null;
  /** The end of the cycle that follows, where it is paid for already. */
  nextPaidUntil: Date | null;
  /** The price that the renewal invoice fixed for the cycle that follows; null while none is issued. */
  nextPrice: Minor | null;
  /** Whether that cycle is paid for on what is queued, which can be changed no more. */
  isSettled: boolean;
  /** What waits for the end of a cycle. */
  queued: { planName: string | null; planAt: Date | null; overrides: string[]; overridesAt: Date | null };
  /** The upgrade that waits for its payment. */
  upgrade: { planName: string; amount: Minor; expiresAt: Date } | null;
  /** Price of the running cycle; null before the first. */
  termsPrice: Minor | null;
  /** What a cycle that began now would be. */
  terms: { price: Minor; cycleDays: number };
  debt: { kind: string; tax: Minor; total: Minor } | null;
  /** The payment that is not settled yet. */
  waiting: {
    status: 'PENDING' | 'PROCESSING';
    amount: Minor;
    rail: string;
    reference: string;
    expiresAt: Date | null;
  } | null;
  /** Since when the subscriber is suspended by hand; null where they are not. */
  heldAt: Date | null;
};

/** Why a subscription is out of service, as the end of a sentence. */
const because: Record<Reason, string> = {
  GRACE_EXPIRED: 'its time ran out and nobody paid for more',
  PLAN_REMOVED: 'its plan was taken away',
  CANCELLED: 'it was cancelled',
  DEACTIVATED: 'it was deactivated by hand',
  SUBSCRIBER_TERMINATED: 'its subscriber was terminated',
  MIGRATED_OUT: 'it moved to another system',
};

/** What will happen next to a subscription and why, one sentence after the other, the most important first. */
export function explain(facts: Facts): Sentence[] {
  const sentences = facts.archivedAt
    ? ended(facts)
    : [...openingOf(facts), ...waitingOf(facts), ...holdOf(facts)];
  return sentences.map(parts);
}

function openingOf(facts: Facts): Words[] {
  if (isInService(facts.status)) return inService(facts);
  if (facts.status === 'PENDING') return pending(facts);
  if (facts.status === 'INACTIVE') return inactive(facts);
  return ended(facts);
}

function pending({ debt, terms, currency }: Facts): Words[] {
  if (!debt) return [['Nothing is owed on it, so no payment can start it.']];
  return [
    ['Waits for its first payment of ', money(debt.total, currency), ...taxOf(debt.tax, currency), '.'],
    [
      `When that is received, service begins at once: a cycle of ${days(terms.cycleDays)}, a paid invoice and network access.`,
    ],
  ];
}

function inService(facts: Facts): Words[] {
  const { cancelAt, planRemovalAt, endedBy } = facts;
  if (cancelAt) {
    return [
      ...paidTime(facts),
      ...upgradeOf(facts),
      endedBy
        ? ['Ends on ', cancelAt, `: its service was deleted in ${endedBy.system} on `, endedBy.at, '.']
        : ['It was cancelled: on ', cancelAt, ' it goes out of service for good.'],
      ['It is not asked to pay before, and no renewal invoice is issued.'],
    ];
  }
  if (planRemovalAt) {
    return [
      ...paidTime(facts),
      ...upgradeOf(facts),
      [
        'Its plan is taken away on ',
        planRemovalAt,
        ': it goes out of service, and nothing is asked for before.',
      ],
    ];
  }
  return [...paidTime(facts), ...upgradeOf(facts), ...renewal(facts), ...queue(facts), ...otherPrice(facts)];
}

function paidTime({ now, expiresAt, nextPaidUntil }: Facts): Words[] {
  if (!expiresAt) return [];
  const sentence: Words =
    expiresAt > now
      ? ['Paid until ', expiresAt, '; it is in service.']
      : ['Its paid time ended on ', expiresAt, '; it is still in service.'];
  return nextPaidUntil
    ? [sentence, ['The cycle after that is paid for too, until ', nextPaidUntil, '.']]
    : [sentence];
}

function upgradeOf({ upgrade, currency }: Facts): Words[] {
  if (!upgrade) return [];
  const { planName, amount, expiresAt } = upgrade;
  return [
    [
      `An upgrade to ${planName} waits for `,
      money(amount, currency),
      '; received by ',
      expiresAt,
      ', it is on that plan at once.',
    ],
    ['Unpaid by then, the upgrade is off and everything stays as it is.'],
  ];
}

function renewal({ cycle, debt, currency, expiresAt }: Facts): Words[] {
  if (cycle?.isOverdue && debt) {
    return [
      ['Without a payment of ', money(debt.total, currency), ' service ends on ', cycle.graceEndsAt, '.'],
      ['Paid before that, the next cycle counts from the end of the last.'],
    ];
  }
  if (debt && cycle && expiresAt) {
    return [
      [
        'An invoice waits for ',
        money(debt.total, currency),
        '. Unpaid on ',
        expiresAt,
        ', it is overdue, and service ends on ',
        cycle.graceEndsAt,
        '.',
      ],
    ];
  }
  if (debt) return [['An invoice waits for ', money(debt.total, currency), '.']];
  if (cycle?.renewsAt) return [['Its renewal is asked for on ', cycle.renewsAt, '.']];
  return [];
}

function queue({ queued: { planName, planAt, overrides, overridesAt }, isSettled }: Facts): Words[] {
  const sentences: Words[] = [];
  if (planName && planAt) sentences.push([`It changes to ${planName} on `, planAt, '.']);
  if (overridesAt)
    sentences.push([`Another ${overrides.join(' and ')} of its own holds from `, overridesAt, '.']);
  if (isSettled) sentences.push(['The next cycle is paid for on these terms: until it begins they stay.']);
  return sentences;
}

/** Once the renewal invoice is issued, it says what the next cycle costs, whatever the plan would cost by now. */
function otherPrice({ termsPrice, nextPrice, terms, currency }: Facts): Words[] {
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
      '; a cycle that began now would cost ',
      money(terms.price, currency),
      '.',
    ],
  ];
}

function inactive({ inactiveReason, debt, terms, currency }: Facts): Words[] {
  const why = inactiveReason ? `: ${because[inactiveReason]}` : '';
  if (!debt) return [[`Out of service${why}.`]];
  return [
    [`Out of service${why}.`],
    [
      'A payment of ',
      money(debt.total, currency),
      ...taxOf(debt.tax, currency),
      ` brings it back: a fresh cycle of ${days(terms.cycleDays)} begins the moment it is received.`,
    ],
  ];
}

function ended({ status, archivedAt, inactiveReason }: Facts): Words[] {
  const what = status === 'MIGRATED_OUT' ? 'Migrated out' : status === 'CANCELLED' ? 'Cancelled' : 'Ended';
  const why = inactiveReason && inactiveReason !== status ? `: ${because[inactiveReason]}` : '';
  return [
    archivedAt ? [`${what} on `, archivedAt, `${why}.`] : [`${what}${why}.`],
    ['It has ended for good and cannot be paid for; a new subscription can take its place.'],
  ];
}

function waitingOf({ waiting, currency }: Facts): Words[] {
  if (!waiting) return [];
  const { status, amount, rail, reference, expiresAt } = waiting;
  const payment: Words = ['A payment of ', money(amount, currency), ` by ${rail} (${reference})`];
  if (status === 'PROCESSING') return [[...payment, ' is being processed.']];
  if (!expiresAt) return [[...payment, ' is not settled yet.']];
  return [[...payment, ' is not settled yet; it expires at ', expiresAt, '.']];
}

function holdOf({ heldAt, status }: Facts): Words[] {
  if (!heldAt) return [];
  return [
    isInService(status)
      ? [
          'The network is closed to it since ',
          heldAt,
          ': its subscriber is suspended by hand. The cycle runs on.',
        ]
      : [
          'Its subscriber is suspended by hand since ',
          heldAt,
          ': the network stays closed to it, paid or not.',
        ],
  ];
}

function taxOf(tax: Minor, currency: string): Words {
  return tax > 0 ? [' (', money(tax, currency), ' of it tax)'] : [];
}

function days(n: number): string {
  return n === 1 ? '1 day' : `${n} days`;
}

// --- sentences as data --------------------------------------------------------------------------------------------

type Words = (string | Date | Money)[];
type Money = { amount: number; currency: string };

function money(minor: Minor, currency: string): Money {
  return { amount: toMajor(minor, currency), currency };
}

function parts(words: Words): Sentence {
  return words.map((word): SentencePart => {
    if (typeof word === 'string') return { kind: 'text', text: word };
    return word instanceof Date ? { kind: 'time', at: word.toISOString() } : { kind: 'money', ...word };
  });
}
