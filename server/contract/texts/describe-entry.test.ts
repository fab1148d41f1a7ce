import { expect, test } from 'vitest';
import { sentenceText } from '../sentence.ts';
import { type DescribedEntry, describeEntry } from './describe-entry.ts';
import { formatMoney } from './format-money.ts';
import { formatTime } from './format-time.ts';

const names = {
  pln_1: 'Home 20',
  pln_01kvsy9gf7kq3m0v9d2s8w4x7z: 'Fibre 200',
  sbn_1: 'Home 20 of Ada Lovelace',
};

function sentenceOf(entry: Partial<DescribedEntry> & { action: string }, currency?: string): string {
  const sentence = describeEntry(
    {
      actorType: 'staff',
      actorName: 'Njeri Wambui',
      resourceType: 'plan',
      resourceId: 'pln_1',
      changes: {},
      ...entry,
    },
    { names, currency },
  );
  return sentenceText(sentence, {
    money: (amount, code) => formatMoney(amount, code).replace(/\s/g, ' '),
    time: (at, detail) => formatTime(at, 'Africa/Nairobi', detail),
  });
}

test('a changed price has its currency', () => {
  const changes = {
    price: { before: 2500, after: 2999 },
    priceAmount: { before: 2500, after: 2999 },
  };
  expect(sentenceOf({ action: 'plan.update', changes }, 'KES')).toBe(
    'Njeri Wambui changed plan Home 20: price KES 2,500.00 → KES 2,999.00',
  );
});

test('a pending plan change names the plan', () => {
  const subscription = { resourceType: 'subscription', resourceId: 'sbn_1' };
  const changes = { nextPlanId: { before: null, after: 'pln_01kvsy9gf7kq3m0v9d2s8w4x7z' } };
  const text = 'Njeri Wambui scheduled a change of Home 20 of Ada Lovelace to Fibre 200';
  expect(sentenceOf({ ...subscription, action: 'subscription.request_plan_change', changes })).toBe(text);
  expect(sentenceOf({ ...subscription, action: 'subscription.queue_plan', changes })).toBe(text);
});

test('a pending plan change has its price and its day', () => {
  const changes = {
    nextPlanId: { before: null, after: 'pln_01kvsy9gf7kq3m0v9d2s8w4x7z' },
    nextPrice: { before: null, after: 9999 },
    nextPlanAt: { before: null, after: '2026-12-21T21:30:00.000Z' },
  };
  const subscription = { resourceType: 'subscription', resourceId: 'sbn_1', changes };
  expect(sentenceOf({ ...subscription, action: 'subscription.request_plan_change' }, 'KES')).toBe(
    'Njeri Wambui scheduled a change of Home 20 of Ada Lovelace to Fibre 200, KES 9,999.00, for 22 Dec 2026',
  );
});

test('the same value before and after is no change', () => {
  const changes = {
    notes: { before: null, after: undefined },
    street: { before: 'A', after: 'A' },
    city: { before: 'Nakuru', after: null },
  };
  expect(sentenceOf({ action: 'plan.update', changes })).toBe(
    'Njeri Wambui changed plan Home 20: city Nakuru → none',
  );
});

test('a new resource has no list of fields, and a move does not repeat its status', () => {
  const changes = { planName: { before: null, after: 'Home 20' } };
  expect(sentenceOf({ action: 'plan.create', changes })).toBe('Njeri Wambui created plan Home 20');
  const status = { status: { before: 'active', after: 'disabled' } };
  expect(sentenceOf({ action: 'plan.disable', changes: status })).toBe('Njeri Wambui disabled plan Home 20');
});

test.each([
  ['TARIFF_NOT_MAPPED', 'no tariff is mapped to the plan'],
  ['SOMETHING_NEW', 'something new'],
  ['Splynx answered 502', 'Splynx answered 502'],
])('a push that failed by %s has its reason in words', (failure, text) => {
  const changes = { failure: { before: null, after: failure } };
  const push = { resourceType: 'subscription', resourceId: 'sbn_1', action: 'subscription.push_failed' };
  expect(sentenceOf({ ...push, changes })).toMatch(new RegExp(`: ${text}$`));
});

test('a resource that is named by what it belongs to has an article', () => {
  const told = (resourceType: string, action: string, name: string) => {
    const sentence = describeEntry(
      { actorType: 'staff', actorName: 'Njeri', action, resourceType, resourceId: 'x', changes: {} },
      { names: { x: name }, currency: undefined },
    );
    return sentenceText(sentence, { money: String, time: String });
  };
  expect(told('job', 'job.create', 'bulk action on plans')).toBe('Njeri created a bulk action on plans');
  expect(told('job', 'job.create', 'import of plans.csv')).toBe('Njeri created an import of plans.csv');
  expect(told('job', 'job.complete', 'bulk action on plans')).toBe(
    'Njeri completed the bulk action on plans',
  );
  expect(told('installation', 'installation.cancel', 'installation for Ada Lovelace')).toBe(
    'Njeri cancelled the installation for Ada Lovelace',
  );
});

test('a new payment has its amount', () => {
  const changes = {
    amount: { before: null, after: 3199 },
    currency: { before: null, after: 'KES' },
    reference: { before: null, after: 'PAY-8F2K' },
  };
  const payment = { action: 'payment.create', resourceType: 'payment', resourceId: 'pay_1', changes };
  expect(sentenceOf(payment)).toBe('Njeri Wambui created a payment of KES 3,199.00');
});

test.each([
  [
    'a paid invoice by its amount',
    'invoice.pay',
    {
      amountPaid: { before: 0, after: 3199 },
      lines: { before: [{ quantity: 1 }], after: [{ quantity: 2 }] },
      billingCycleId: { before: null, after: 'cyc_01kvsy9gf7kq3m0v9d2s8w4x7z' },
      paidAt: { before: null, after: '2026-06-12T09:00:00.000Z' },
    },
    'Njeri Wambui recorded an invoice as paid: amount paid KES 0.00 → KES 3,199.00',
  ],
  [
    'a change within a minute, which pages do not show, by nothing',
    'job.start',
    { expiresAt: { before: '2026-06-12T09:00:00.000Z', after: '2026-06-12T09:00:59.000Z' } },
    'Njeri Wambui started a job',
  ],
  [
    'a data cap by what was used of it',
    'subscription.throttle',
    { octets: { before: 100_000_000_000, after: 182_602_977_746 } },
    'Njeri Wambui throttled a subscription: 182.6 GB used of 100 GB',
  ],
  [
    'a throttled session by the verb alone',
    'networkSession.throttle',
    { throttled: { before: false, after: true } },
    'Njeri Wambui throttled a network session',
  ],
  [
    'a cancellation by the end of service',
    'subscription.cancel',
    {
      cancelAt: { before: null, after: '2026-06-12T09:00:00.000Z' },
      inactiveReason: { before: null, after: 'CANCELLED' },
    },
    'Njeri Wambui cancelled a subscription: service ends 12 Jun 2026, 12:00',
  ],
  [
    'an ignored event by its cause',
    'inboundEvent.ignore',
    { reason: { before: null, after: 'ECHO' } },
    'Njeri Wambui ignored an inbound event: it reports a change made by Demarc',
  ],
  [
    'an ignored event by a cause that begins with a name',
    'inboundEvent.ignore',
    { reason: { before: null, after: 'SERVICE_NOT_TRACKED' } },
    'Njeri Wambui ignored an inbound event: Demarc has no subscription for this service',
  ],
  [
    'an override by its value',
    'subscription.request_override',
    {
      pendingOverrides: {
        before: null,
        after: { speedOverride: { downloadSpeedMbps: 300, uploadSpeedMbps: 100 } },
      },
    },
    'Njeri Wambui scheduled an override of a subscription: from the next cycle speed override 300 / 100 Mbps',
  ],
])('the sentence tells %s', (_, action, changes, text) => {
  const [resourceType = ''] = action.split('.');
  expect(sentenceOf({ action, resourceType, resourceId: 'x_1', changes }, 'KES')).toBe(text);
});

test('many changed fields are counted', () => {
  const fields = ['street', 'city', 'region', 'postalCode', 'country'];
  const changes = Object.fromEntries(fields.map((field) => [field, { before: null, after: 'x' }]));
  expect(sentenceOf({ action: 'plan.update', changes })).toMatch(
    /street x, city x, region x and 2 more fields$/,
  );
});

test.each([
  ['sign_in.succeeded', 'staffUser', 'Njeri Wambui signed in'],
  ['testClock.advance', 'provider', 'Njeri Wambui advanced the test clock'],
  ['subscription.grace_end', 'subscription', 'Njeri Wambui ended the grace days of a subscription'],
  ['accessCredential.rotate', 'accessCredential', 'Njeri Wambui rotated an API key'],
  ['subscription.removePlan', 'subscription', 'Njeri Wambui removed the plan of a subscription'],
  ['thing.made_up', 'thing', 'Njeri Wambui made up the record'],
])('%s without a name', (action, resourceType, text) => {
  expect(sentenceOf({ action, resourceType, resourceId: 'x_1' })).toBe(text);
});

test('a sign-in has its address, and automatic work begins with a capital letter', () => {
  const changes = { address: { before: null, after: '192.0.2.7' } };
  const signIn = { action: 'sign_in.succeeded', resourceType: 'staffUser', changes };
  expect(sentenceOf(signIn)).toBe('Njeri Wambui signed in, from 192.0.2.7');
  const run = { actorType: 'system', actorName: 'billing run', resourceType: 'invoice', resourceId: 'x' };
  expect(sentenceOf({ ...run, action: 'invoice.void' })).toBe('Billing run voided an invoice');
});
