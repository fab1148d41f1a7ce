import { describe, expect, test } from 'vitest';
import { type EventType, eventTypes } from '../event-catalogue.ts';
import { installation, plan, subscriber, subscription } from '../examples/customers.ts';
import { exampleEvent, exampleNames } from '../examples/events.ts';
import { charge, payment } from '../examples/money.ts';
import type { InvoiceSnapshot } from '../invoice.ts';
import { sentenceText } from '../sentence.ts';
import { amountFields, currencyIn, describeValue, type Names } from './describe-change.ts';
import { type DescribedEvent, describeEvent, idsIn } from './describe-event.ts';
import { describeCharge } from './sentences/charge.ts';
import { describeInvoice } from './sentences/invoice.ts';

const next = 'pln_01kvsy9gf7kq3m0v9d2s8w4x7z';

const format = {
  money: (amount: number, currency: string) => `${currency} ${amount}`,
  time: (at: string, detail?: 'day') => (detail ? at.slice(0, 10) : at.slice(0, 16).replace('T', ' ')),
};

const textOf = (event: DescribedEvent, known: Names = exampleNames) =>
  sentenceText(describeEvent(event, known), format);

const of = (type: EventType, data: Partial<DescribedEvent['data']>): DescribedEvent => {
  const event = exampleEvent(type);
  return { ...event, data: { ...event.data, ...data } };
};

const expected: Record<EventType, string> = {
  'payment.received': 'Ada Mwangi pays USD 29.99 for invoice INV-000042.',
  'payment.failed': 'Payment PAY-7K3MXQ2WTB of USD 29.99 for invoice INV-000042 fails: insufficient funds.',
  'payment.expired': 'Payment PAY-7K3MXQ2WTB of USD 29.99 for invoice INV-000042 expires.',
  'refund.issued': 'USD 10 is refunded to Ada Mwangi: service fault.',
  'billing.cycle_started': 'A cycle of Home 50 runs from 2026-03-01 08:00 to 2026-03-31 08:00.',
  'billing.cycle_ending': 'The cycle of Home 50 ends on 2026-03-31 08:00. Its renewal is due then.',
  'billing.overdue': 'The renewal of Home 50 is overdue. Unpaid, service ends on 2026-04-03 08:00.',
  'billing.suspended': 'The grace of Home 50 ended on 2026-04-03 08:00 without a payment.',
  'subscriber.created': 'Ada Mwangi becomes a subscriber.',
  'subscriber.updated': 'City of Ada Mwangi: Nairobi → Mombasa.',
  'subscriber.activated': 'Ada Mwangi is active: what is in service has network access.',
  'subscriber.suspended': 'Ada Mwangi is suspended: nothing is in service.',
  'subscriber.terminated': 'Ada Mwangi is terminated for good. The network credentials are removed.',
  'subscriber.deleted': 'The record of the subscriber is erased.',
  'subscriber.charge.created': 'Ada Mwangi is charged USD 50 for Installation fee.',
  'subscription.created': 'Ada Mwangi subscribes to Home 50 at USD 29.99 for each cycle.',
  'subscription.updated': 'External reference of Home 50 of Ada Mwangi: none → order-88231.',
  'subscription.plan_change_queued':
    'Home 50 of Ada Mwangi changes to Home 100 at the end of its paid period.',
  'subscription.plan_change_applied': 'Ada Mwangi moves from Home 50 to Home 100.',
  'subscription.plan_change_rejected':
    'The plan change of Home 50 of Ada Mwangi is rejected: the plan is disabled.',
  'subscription.plan_removed_queued':
    'Plan Home 50 of Ada Mwangi is removed on 2026-03-31 08:00. Service ends then.',
  'subscription.plan_removed': 'Plan Home 50 of Ada Mwangi is removed.',
  'subscription.deactivated':
    'Home 50 of Ada Mwangi goes out of service: the renewal was not paid within the grace period. Network access is cut. ' +
    'It was paid until 2026-03-31 08:00; that time is not refunded.',
  'subscription.override_queued':
    'At the end of its paid period, Home 50 of Ada Mwangi gets its own price of USD 24.99 instead of USD 29.99.',
  'subscription.override_applied': 'Home 50 of Ada Mwangi gets its own price of USD 24.99.',
  'subscription.override_rejected':
    'The override of Home 50 of Ada Mwangi is rejected: it needs an operator.',
  'installation.created':
    'The first installation for Ada Mwangi is ordered for USD 50. The appointment is 2026-03-04 08:00.',
  'installation.updated': 'The first installation for Ada Mwangi waits to be done: its fee is settled.',
  'network.session_started': 'k7w2m4qz9xtb is online at 100.64.12.7.',
  'network.session_ended': 'k7w2m4qz9xtb is offline: the router signed off.',
  'network.throttled': 'k7w2m4qz9xtb is throttled: the data cap is used up.',
  'plan.created': 'Home 50 is created at USD 29.99 for 30 days.',
  'plan.updated': 'Home 50 costs USD 34.99 instead of USD 29.99.',
  'plan.deleted': 'Home 50 is deleted for good. Its name can be used again.',
};

test.each(eventTypes)('the event %s has its sentence for staff', (type) => {
  expect(textOf(exampleEvent(type))).toBe(expected[type]);
});

test.each(eventTypes)('the event %s has a sentence when no name is known', (type) => {
  const text = textOf(exampleEvent(type), {});
  expect(text).toMatch(/^\S.*\.$/);
  expect(text).not.toMatch(/undefined|null|NaN|_01/);
  expect(text).not.toMatch(/[a-z,] The /);
});

/** Emails state these events. */
test.each([
  ['payment.received', 'We have received your payment of USD 29.99 for invoice INV-000042.'],
  [
    'billing.overdue',
    'Your payment for the renewal of Home 50, due on 2026-03-31, has not arrived. Your service stays on until 2026-04-03 and ends then unless you pay.',
  ],
  ['billing.suspended', 'Your payment did not arrive in time, so Home 50 was suspended on 2026-04-03.'],
] as const)('the event %s has its sentence for the subscriber', (type, text) => {
  expect(sentenceText(describeEvent(exampleEvent(type), exampleNames, 'subscriber'), format)).toBe(text);
});

test('every amount of the resource of an event is said with its currency', () => {
  for (const type of eventTypes) {
    const { current } = exampleEvent(type).data as DescribedEvent['data'];
    const known = { names: {}, currency: currencyIn(current) };
    for (const field of Object.keys(current).filter((name) => amountFields.has(name))) {
      const [part] = describeValue(field, 2_999, known);
      expect(part, `${field} of ${type}`).toMatchObject({ kind: 'money', amount: 2_999 });
    }
  }
});

test('ids of subscribers, plans, invoices and charges are those to look up', () => {
  expect(idsIn(exampleEvent('payment.received'))).toEqual([subscriber.id, payment.invoiceId]);
  expect(idsIn(exampleEvent('subscription.plan_change_applied')).sort()).toEqual(
    [subscriber.id, plan.id, next].sort(),
  );
});

test('ids among the fields that changed are to look up too', () => {
  const [old, moved] = ['dmp_01kvsy9gf7kq3m0v9d2s8w4x7y', 'dmp_01kvsy9gf7kq3m0v9d2s8w4x7z'];
  const event = (previous: object, current: object) =>
    of('subscription.updated', {
      current: { ...subscription, ...current },
      previous: { ...previous },
      changedFields: Object.keys(previous),
    });
  const relocated = event({ demarcationPointId: old }, { demarcationPointId: moved });
  expect(idsIn(relocated)).toEqual(expect.arrayContaining([old, moved]));
  expect(textOf(relocated, { [old]: 'Mast 1', [moved]: 'Mast 2' })).toMatch(/Mast 1 → Mast 2/);
  const dropped = event({ pendingUpgrade: { planId: next } }, { pendingUpgrade: null });
  expect(idsIn(dropped)).toContain(next);
  expect(textOf(dropped, { [next]: 'Home 100' })).toMatch(/upgrade to Home 100 is dropped/);
});

describe('subscription.updated says what the changed fields mean', () => {
  const updated = (current: object, previous: object, known?: Names) =>
    textOf(
      of('subscription.updated', {
        current: { ...subscription, ...current },
        previous: { ...previous },
        changedFields: Object.keys(previous),
      }),
      known,
    );
  const end = subscription.expiresAt;
  const upgrade = { planId: next, amount: 5, currency: 'USD', expiresAt: end };

  test.each([
    ['the first payment', {}, { status: 'PENDING' }, 'is in service, paid until 2026-03-31 08:00.'],
    ['a return', {}, { status: 'INACTIVE' }, 'is in service again, paid until 2026-03-31 08:00.'],
    ['an end for good', { status: 'CANCELLED' }, { status: 'PENDING' }, 'ends for good.'],
    [
      'a migration',
      { status: 'MIGRATED_OUT' },
      { status: 'INACTIVE' },
      'leaves for another system for good. Its network credentials are removed.',
    ],
    [
      'a cancellation',
      { cancelAt: end },
      { cancelAt: null },
      'stays in service until 2026-03-31 08:00 and ends for good then.',
    ],
    [
      'the end of an inactive one',
      { cancelAt: end, archivedAt: end },
      { cancelAt: null, archivedAt: null },
      'ends for good.',
    ],
    ['a paid renewal', {}, { expiresAt: null }, 'is paid until 2026-03-31 08:00.'],
    [
      'an upgrade hold',
      { status: 'AWAITING_PAYMENT_FOR_UPGRADE', pendingUpgrade: upgrade },
      { status: 'ACTIVE', pendingUpgrade: null },
      'USD 5 until 2026-03-31 08:00.',
    ],
    [
      'a dropped upgrade',
      {},
      { status: 'AWAITING_PAYMENT_FOR_UPGRADE', pendingUpgrade: upgrade },
      'stays on its plan. The upgrade to Home 100 is dropped.',
    ],
    [
      'an override before the first cycle',
      { speedOverride: { downloadSpeedMbps: 80, uploadSpeedMbps: 20 }, priceOverride: null },
      { speedOverride: null, priceOverride: 20 },
      'gets its own speed of 80 / 20 Mbps and the price of the plan instead of USD 20.',
    ],
    [
      'an override in place of another value',
      { priceOverride: 15, price: { amount: 15, currency: 'USD' }, durationOverride: 14 },
      { priceOverride: null, price: { amount: 29.99, currency: 'USD' }, durationOverride: 7 },
      'gets its own price of USD 15 instead of USD 29.99 and its own cycle length of 14 days instead of 7 days.',
    ],
  ])('%s', (_, current, previous, text) => {
    expect(updated(current, previous)).toMatch(/^(The upgrade of )?Home 50 of Ada Mwangi .*/);
    expect(updated(current, previous).endsWith(text)).toBe(true);
  });

  test('a withdrawn cancellation, a withdrawn plan removal and a withdrawn plan change', () => {
    expect(updated({}, { cancelAt: end })).toBe('The cancellation of Home 50 of Ada Mwangi is withdrawn.');
    expect(updated({}, { cancelAt: end }, {})).toBe('The cancellation of the subscription is withdrawn.');
    expect(updated({}, { planRemovalAt: end, nextPlanId: next })).toBe(
      'The removal of its plan is withdrawn. The pending change to Home 100 is withdrawn.',
    );
  });

  test('a plan that changes at once', () => {
    expect(updated({ planId: next }, { planId: plan.id })).toBe('The plan is Home 100.');
  });
});

describe('a hold', () => {
  const hold = { reason: 'Asked to pause.', since: subscription.expiresAt };

  test('is the reason in the sentence of a suspension', () => {
    const event = of('subscriber.suspended', { current: { ...subscriber, status: 'suspended', hold } });
    expect(textOf(event)).toBe('Ada Mwangi is on hold: Asked to pause. Network access is cut.');
  });

  test('set and lifted while nothing is in service', () => {
    const suspended = { ...subscriber, status: 'suspended' };
    const set = of('subscriber.updated', {
      current: { ...suspended, hold },
      previous: { hold: null },
      changedFields: ['hold'],
    });
    const lifted = of('subscriber.updated', {
      current: suspended,
      previous: { hold },
      changedFields: ['hold'],
    });
    expect(textOf(set)).toBe('Ada Mwangi is on hold: Asked to pause. Payments do not lift the hold.');
    expect(textOf(lifted)).toBe(
      'The hold of Ada Mwangi is lifted. Nothing is in service, so the status stays suspended.',
    );
  });
});

test('money that arrives when nothing is due is to be refunded', () => {
  const event = of('payment.received', { current: { ...payment, refundDue: true } });
  for (const reader of ['staff', 'subscriber'] as const) {
    const text = sentenceText(describeEvent(event, exampleNames, reader), format);
    expect(text).toMatch(/The amount was no longer due and is to be refunded\.$/);
  }
});

test('plan.updated says that the plan is disabled or enabled', () => {
  const off = of('plan.updated', {
    current: { ...plan, disabledAt: plan.createdAt },
    previous: { disabledAt: null },
    changedFields: ['disabledAt'],
  });
  expect(textOf(off)).toBe(
    'Home 50 is disabled: no new subscription can take it. Existing subscriptions keep it, with their cycles and prices.',
  );
  const on = of('plan.updated', { previous: { disabledAt: plan.createdAt }, changedFields: ['disabledAt'] });
  expect(textOf(on)).toBe('Home 50 is enabled: new subscriptions can take it.');
});

test('the sentence of an installation says its status', () => {
  const done = of('installation.updated', { current: { ...installation, status: 'ACTIVATED' } });
  expect(textOf(done)).toBe('The first installation for Ada Mwangi is activated.');
});

test.each([
  ['OPEN', 'Invoice INV-000042 for USD 20 is due on 2026-03-31.'],
  ['PAID', 'Invoice INV-000042 for USD 29.99 is paid.'],
  ['VOID', 'Invoice INV-000042 for USD 29.99 is void and no longer due.'],
] as const)('the sentence of an invoice that is %s', (status, text) => {
  const invoice = {
    number: 'INV-000042',
    status,
    total: 29.99,
    amountDue: 20,
    currency: 'USD',
    dueAt: '2026-03-31T08:00:00.000Z',
  } as InvoiceSnapshot;
  expect(sentenceText(describeInvoice(invoice), format)).toBe(text);
});

test('an invoice with a refund says what is paid and what is refunded', () => {
  const invoice = {
    number: 'INV-000042',
    status: 'PAID',
    total: 29.99,
    amountPaid: 19.99,
    amountRefunded: 10,
    currency: 'USD',
  } as InvoiceSnapshot;
  expect(sentenceText(describeInvoice(invoice), format)).toBe(
    'Invoice INV-000042: USD 19.99 paid, USD 10 refunded.',
  );
});

test('the sentence of a charge says its status', () => {
  expect(sentenceText(describeCharge({ ...charge, status: 'WAIVED' }), format)).toBe(
    'Charge Installation fee of USD 50 is waived and no longer due.',
  );
});
