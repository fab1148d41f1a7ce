import { expect, test } from 'vitest';
import { asMinor } from '../../contract/money.ts';
import type { Sentence } from '../../contract/sentence.ts';
import { type ExplanationFacts, explanationSentences } from './explanation-sentences.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

const facts: ExplanationFacts = {
  now: at(20),
  currency: 'KES',
  status: 'PENDING',
  inactiveReason: null,
  expiresAt: null,
  archivedAt: null,
  cancelAt: null,
  planRemovalAt: null,
  endedBy: null,
  endRequest: null,
  cycle: null,
  endReason: null,
  renewal: null,
  nextPaidUntil: null,
  nextPrice: null,
  isPendingPaid: false,
  pending: { planName: null, planAt: null, overrides: [], overridesAt: null },
  upgrade: null,
  termsPrice: null,
  terms: { price: asMinor(200_000), cycleDays: 30 },
  debt: { kind: 'FIRST', tax: asMinor(32_000), total: asMinor(232_000) },
  openPayment: null,
  heldAt: null,
};

/** The text of a sentence, with days and amounts in ISO form. */
function read(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'time' ? part.at.slice(0, 10) : `${part.currency} ${part.amount}`;
    })
    .join('');
}

const sentencesOf = (more: Partial<ExplanationFacts>) =>
  explanationSentences({ ...facts, ...more }).map(read);

test('PENDING: the first payment with its tax, and what it starts', () => {
  expect(sentencesOf({})).toEqual([
    'Awaiting the first payment of KES 2320 (including KES 320 tax).',
    'Service starts when it is received: a cycle of 30 days, a paid invoice and network access.',
  ]);
});

test('an open payment: its amount, reference and expiry', () => {
  const openPayment = {
    status: 'PENDING' as const,
    amount: asMinor(232_000),
    rail: 'simulated gateway',
    reference: 'PAY-1',
    expiresAt: at(21),
  };
  expect(sentencesOf({ openPayment })[2]).toBe(
    'A payment of KES 2320 by simulated gateway (PAY-1) is not completed yet. It expires at 2026-11-21.',
  );
  expect(sentencesOf({ openPayment: { ...openPayment, status: 'PROCESSING' } })[2]).toMatch(
    /is being processed\. Service waits for it, up to 14 days\.$/,
  );
});

test('ACTIVE: paid until the end of the cycle, then in grace', () => {
  const active = { status: 'ACTIVE' as const, debt: null, termsPrice: asMinor(200_000) };
  expect(sentencesOf({ ...active, expiresAt: at(30) })).toEqual(['Paid until 2026-11-30.']);
  expect(sentencesOf({ ...active, expiresAt: at(19) })).toEqual([
    'The paid period ended on 2026-11-19. Service continues during the grace period.',
  ]);
});

const renewal = { at: at(30), total: asMinor(232_000) };
const active = {
  status: 'ACTIVE' as const,
  debt: null,
  termsPrice: asMinor(200_000),
  expiresAt: at(30),
  cycle: { isOverdue: false, renewsAt: at(27), graceEndsAt: new Date(Date.UTC(2026, 11, 3)) },
};

test('ACTIVE: when the renewal is issued, then when service ends without a payment', () => {
  expect(sentencesOf({ ...active, renewal })[1]).toBe(
    'The next invoice of KES 2320 is issued on 2026-11-27 and due on 2026-11-30.',
  );
  const debt = { kind: 'RENEWAL', tax: asMinor(0), total: asMinor(200_000) };
  const issued = { ...active.cycle, renewsAt: null };
  expect(sentencesOf({ ...active, debt, cycle: issued })[1]).toBe(
    'A renewal invoice of KES 2000 is open. If it is unpaid on 2026-11-30, it is overdue, and service ends on 2026-12-03.',
  );
  expect(sentencesOf({ ...active, cycle: issued, nextPaidUntil: at(60) })[1]).toBe(
    'The next cycle is paid too, until 2026-12-30.',
  );
  const after = { at: at(60), total: asMinor(150_000) };
  expect(sentencesOf({ ...active, cycle: issued, nextPaidUntil: at(60), renewal: after })[2]).toBe(
    'The next invoice of KES 1500 is due on 2026-12-30.',
  );
});

test('OVERDUE: when grace ends, and where the next cycle starts', () => {
  const debt = { kind: 'RENEWAL', tax: asMinor(0), total: asMinor(200_000) };
  const cycle = { isOverdue: true, renewsAt: null, graceEndsAt: at(22) };
  expect(sentencesOf({ ...active, expiresAt: at(19), debt, cycle }).slice(1)).toEqual([
    'Without a payment of KES 2000, service ends on 2026-11-22.',
    'If it is paid before, the next cycle starts at the end of the last one.',
  ]);
});

test('a cancellation or plan removal: when service ends, without a renewal', () => {
  expect(sentencesOf({ ...active, cancelAt: at(30) }).slice(1)).toEqual([
    'Cancelled: service ends on 2026-11-30 and cannot be restored.',
    'No renewal invoice is issued.',
  ]);
  const endedBy = { system: 'Splynx Nairobi', at: at(12) };
  expect(sentencesOf({ ...active, cancelAt: at(30), endedBy })[1]).toBe(
    'Ends on 2026-11-30, because its service was deleted in Splynx Nairobi on 2026-11-12.',
  );
  expect(sentencesOf({ ...active, planRemovalAt: at(30) }).slice(1)).toEqual([
    'The plan is removed on 2026-11-30: service ends, and no renewal invoice is issued.',
  ]);
});

test('the reason that was given with the request', () => {
  const endReason = { reason: 'MOVED' as const, note: 'to Mombasa' };
  expect(sentencesOf({ ...active, cancelAt: at(30), endReason }).at(-1)).toBe(
    'Reason given: Moved away, to Mombasa.',
  );
  const ended = { status: 'CANCELLED' as const, debt: null, archivedAt: at(10) };
  expect(sentencesOf({ ...ended, endReason: { reason: null, note: 'Fire' } }).at(-1)).toBe(
    'Reason given: Fire.',
  );
});

test('pending changes: when they take effect', () => {
  const pending: ExplanationFacts['pending'] = {
    planName: 'Home 50',
    planAt: at(30),
    overrides: ['priceOverride', 'durationOverride'],
    overridesAt: at(30),
  };
  expect(sentencesOf({ ...active, renewal, pending }).slice(2)).toEqual([
    'The plan changes to Home 50 on 2026-11-30.',
    'The price and cycle length override takes effect on 2026-11-30.',
  ]);
});

test('an issued renewal fixes the price of the next cycle; a paid one fixes its terms', () => {
  const issued = { ...active, cycle: { ...active.cycle, renewsAt: null } };
  expect(sentencesOf({ ...issued, nextPrice: asMinor(150_000) })[1]).toBe(
    'The running cycle keeps its price of KES 2000; the next one costs KES 1500, fixed when its invoice was issued.',
  );
  // The plan was edited after the renewal was issued. The next cycle keeps the invoiced price.
  const edited = { ...issued, terms: { price: asMinor(900_000), cycleDays: 30 } };
  expect(sentencesOf({ ...edited, nextPrice: asMinor(200_000) })).toHaveLength(1);
  const pending = { planName: 'Home 50', planAt: at(30), overrides: [], overridesAt: null };
  expect(
    sentencesOf({
      ...issued,
      nextPaidUntil: at(60),
      nextPrice: asMinor(200_000),
      pending,
      isPendingPaid: true,
    }).slice(2),
  ).toEqual([
    'The plan changes to Home 50 on 2026-11-30.',
    'The next cycle is paid on these terms, so they cannot change before it starts.',
  ]);
});

test('a plan price changed since: the running cycle keeps its price', () => {
  const active = { status: 'ACTIVE' as const, debt: null, expiresAt: at(30), termsPrice: asMinor(180_000) };
  expect(sentencesOf(active)[1]).toBe('The running cycle keeps its price of KES 1800.');
});

test('a manual hold: no network access, and the cycle continues', () => {
  const active = { status: 'ACTIVE' as const, debt: null, expiresAt: at(30), termsPrice: asMinor(200_000) };
  expect(sentencesOf({ ...active, heldAt: at(18) })[1]).toBe(
    'Network access has been off since 2026-11-18 because the subscriber is on manual hold. The billing cycle continues.',
  );
});

test('INACTIVE: the reason, and the payment that restores service', () => {
  const debt = { kind: 'REACTIVATION', tax: asMinor(0), total: asMinor(200_000) };
  expect(sentencesOf({ status: 'INACTIVE', inactiveReason: 'DEACTIVATED', debt })).toEqual([
    'Inactive: it was deactivated.',
    'A payment of KES 2000 restores service and starts a new cycle of 30 days.',
  ]);
});

test('an archived subscription: when and why it ended, without an amount due', () => {
  const gone = { debt: null, archivedAt: at(10) };
  expect(sentencesOf({ ...gone, status: 'CANCELLED', inactiveReason: 'SUBSCRIBER_TERMINATED' })[0]).toBe(
    'Cancelled on 2026-11-10: its subscriber was terminated.',
  );
  expect(sentencesOf({ ...gone, status: 'CANCELLED', inactiveReason: 'CANCELLED' })[0]).toBe(
    'Cancelled on 2026-11-10.',
  );
  expect(sentencesOf({ ...gone, status: 'INACTIVE', inactiveReason: 'GRACE_EXPIRED' })[0]).toBe(
    'Ended on 2026-11-10: the renewal was not paid within the grace period.',
  );
});

test('an upgrade hold: amount, deadline and what happens without payment', () => {
  const held = {
    status: 'AWAITING_PAYMENT_FOR_UPGRADE' as const,
    expiresAt: at(30),
    debt: null,
    cycle: { isOverdue: false, renewsAt: at(27), graceEndsAt: at(33) },
    renewal,
    upgrade: { planName: 'Home 50', amount: asMinor(100_000), expiresAt: at(21) },
  };
  const upgrade = [
    'Upgrade to Home 50: awaiting a payment of KES 1000 until 2026-11-21. The plan changes when it is received.',
    'Without the payment, the current plan stays.',
  ];
  expect(sentencesOf(held)).toEqual([
    'Paid until 2026-11-30.',
    ...upgrade,
    'The next invoice of KES 2320 is issued on 2026-11-27 and due on 2026-11-30.',
  ]);
  expect(sentencesOf({ ...held, cancelAt: at(30) }).slice(1, 3)).toEqual(upgrade);
});

test('a pending end says who requested it and when', () => {
  const running = { status: 'ACTIVE' as const, expiresAt: at(25), debt: null };
  const endRequest = { by: 'Njeri Wambui', at: at(19) };
  expect(sentencesOf({ ...running, cancelAt: at(25), endRequest })[1]).toBe(
    'Cancelled by Njeri Wambui on 2026-11-19: service ends on 2026-11-25 and cannot be restored.',
  );
  expect(sentencesOf({ ...running, planRemovalAt: at(25), endRequest })[2]).toBe(
    'The removal was requested by Njeri Wambui on 2026-11-19.',
  );
});
