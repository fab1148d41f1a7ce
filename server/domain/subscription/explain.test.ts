import { expect, test } from 'vitest';
import type { Sentence } from '../../contract/explanation.ts';
import { asMinor } from '../../contract/money.ts';
import { explain, type Facts } from './explain.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

const facts: Facts = {
  now: at(20),
  currency: 'KES',
  status: 'PENDING',
  inactiveReason: null,
  expiresAt: null,
  archivedAt: null,
  cancelAt: null,
  planRemovalAt: null,
  endedBy: null,
  cycle: null,
  nextPaidUntil: null,
  nextPrice: null,
  isSettled: false,
  queued: { planName: null, planAt: null, overrides: [], overridesAt: null },
  upgrade: null,
  termsPrice: null,
  terms: { price: asMinor(200_000), cycleDays: 30 },
  debt: { kind: 'FIRST', tax: asMinor(32_000), total: asMinor(232_000) },
  waiting: null,
  heldAt: null,
};

/** A sentence as a page without Intl would write it. */
function read(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'time' ? part.at.slice(0, 10) : `${part.currency} ${part.amount}`;
    })
    .join('');
}

const told = (more: Partial<Facts>) => explain({ ...facts, ...more }).map(read);

test('PENDING names what it waits for, tax included, and what the payment brings about', () => {
  expect(told({})).toEqual([
    'Waits for its first payment of KES 2320 (KES 320 of it tax).',
    'When that is received, service begins at once: a cycle of 30 days, a paid invoice and network access.',
  ]);
});

test('a payment under way is told with its end', () => {
  const waiting = {
    status: 'PENDING' as const,
    amount: asMinor(232_000),
    rail: 'simulated gateway',
    reference: 'PAY-1',
    expiresAt: at(21),
  };
  expect(told({ waiting })[2]).toBe(
    'A payment of KES 2320 by simulated gateway (PAY-1) is not settled yet; it expires at 2026-11-21.',
  );
  expect(told({ waiting: { ...waiting, status: 'PROCESSING' } })[2]).toMatch(/is being processed\.$/);
});

test('ACTIVE is paid until the end of its cycle, and after it was', () => {
  const active = { status: 'ACTIVE' as const, debt: null, termsPrice: asMinor(200_000) };
  expect(told({ ...active, expiresAt: at(30) })).toEqual(['Paid until 2026-11-30; it is in service.']);
  expect(told({ ...active, expiresAt: at(19) })).toEqual([
    'Its paid time ended on 2026-11-19; it is still in service.',
  ]);
});

const active = {
  status: 'ACTIVE' as const,
  debt: null,
  termsPrice: asMinor(200_000),
  expiresAt: at(30),
  cycle: { isOverdue: false, renewsAt: at(27), graceEndsAt: new Date(Date.UTC(2026, 11, 3)) },
};

test('ACTIVE tells when its renewal is asked for, and then what happens when nobody pays', () => {
  expect(told(active)[1]).toBe('Its renewal is asked for on 2026-11-27.');
  const debt = { kind: 'RENEWAL', tax: asMinor(0), total: asMinor(200_000) };
  const asked = { ...active.cycle, renewsAt: null };
  expect(told({ ...active, debt, cycle: asked })[1]).toBe(
    'An invoice waits for KES 2000. Unpaid on 2026-11-30, it is overdue, and service ends on 2026-12-03.',
  );
  expect(told({ ...active, cycle: asked, nextPaidUntil: at(60) })[1]).toBe(
    'The cycle after that is paid for too, until 2026-12-30.',
  );
});

test('overdue, it tells when grace ends and what a payment brings', () => {
  const debt = { kind: 'RENEWAL', tax: asMinor(0), total: asMinor(200_000) };
  const cycle = { isOverdue: true, renewsAt: null, graceEndsAt: at(22) };
  expect(told({ ...active, expiresAt: at(19), debt, cycle }).slice(1)).toEqual([
    'Without a payment of KES 2000 service ends on 2026-11-22.',
    'Paid before that, the next cycle counts from the end of the last.',
  ]);
});

test('what is to end tells when, and of no renewal', () => {
  expect(told({ ...active, cancelAt: at(30) }).slice(1)).toEqual([
    'It was cancelled: on 2026-11-30 it goes out of service for good.',
    'It is not asked to pay before, and no renewal invoice is issued.',
  ]);
  const endedBy = { system: 'Splynx Nairobi', at: at(12) };
  expect(told({ ...active, cancelAt: at(30), endedBy })[1]).toBe(
    'Ends on 2026-11-30: its service was deleted in Splynx Nairobi on 2026-11-12.',
  );
  expect(told({ ...active, planRemovalAt: at(30) }).slice(1)).toEqual([
    'Its plan is taken away on 2026-11-30: it goes out of service, and nothing is asked for before.',
  ]);
});

test('what is queued tells when it takes effect', () => {
  const queued = { planName: 'Home 50', planAt: at(30), overrides: ['price', 'speed'], overridesAt: at(30) };
  expect(told({ ...active, queued }).slice(2)).toEqual([
    'It changes to Home 50 on 2026-11-30.',
    'Another price and speed of its own holds from 2026-11-30.',
  ]);
});

test('once its renewal is issued the next cycle costs what that says, and what is paid for stays', () => {
  const asked = { ...active, cycle: { ...active.cycle, renewsAt: null } };
  expect(told({ ...asked, nextPrice: asMinor(150_000) })[1]).toBe(
    'The running cycle keeps its price of KES 2000; the next one costs KES 1500, fixed when its invoice was issued.',
  );
  // The plan was edited since: that is a matter of the cycle after.
  const edited = { ...asked, terms: { price: asMinor(900_000), cycleDays: 30 } };
  expect(told({ ...edited, nextPrice: asMinor(200_000) })).toHaveLength(1);
  const queued = { planName: 'Home 50', planAt: at(30), overrides: [], overridesAt: null };
  expect(
    told({ ...asked, nextPaidUntil: at(60), nextPrice: asMinor(200_000), queued, isSettled: true }).slice(2),
  ).toEqual([
    'It changes to Home 50 on 2026-11-30.',
    'The next cycle is paid for on these terms: until it begins they stay.',
  ]);
});

test('a plan that changed under a running cycle is told beside the price the cycle keeps', () => {
  const active = { status: 'ACTIVE' as const, debt: null, expiresAt: at(30), termsPrice: asMinor(180_000) };
  expect(told(active)[1]).toBe(
    'The running cycle keeps its price of KES 1800; a cycle that began now would cost KES 2000.',
  );
});

test('a manual hold closes the network and leaves the cycle alone', () => {
  const active = { status: 'ACTIVE' as const, debt: null, expiresAt: at(30), termsPrice: asMinor(200_000) };
  expect(told({ ...active, heldAt: at(18) })[1]).toBe(
    'The network is closed to it since 2026-11-18: its subscriber is suspended by hand. The cycle runs on.',
  );
});

test('INACTIVE says why and what brings it back', () => {
  const debt = { kind: 'REACTIVATION', tax: asMinor(0), total: asMinor(200_000) };
  expect(told({ status: 'INACTIVE', inactiveReason: 'DEACTIVATED', debt })).toEqual([
    'Out of service: it was deactivated by hand.',
    'A payment of KES 2000 brings it back: a fresh cycle of 30 days begins the moment it is received.',
  ]);
});

test('what has ended says since when, and asks for nothing', () => {
  const gone = { debt: null, archivedAt: at(10) };
  expect(told({ ...gone, status: 'CANCELLED', inactiveReason: 'SUBSCRIBER_TERMINATED' })[0]).toBe(
    'Cancelled on 2026-11-10: its subscriber was terminated.',
  );
  expect(told({ ...gone, status: 'CANCELLED', inactiveReason: 'CANCELLED' })[0]).toBe(
    'Cancelled on 2026-11-10.',
  );
  expect(told({ ...gone, status: 'INACTIVE', inactiveReason: 'GRACE_EXPIRED' })[0]).toBe(
    'Ended on 2026-11-10: its time ran out and nobody paid for more.',
  );
});

test('an upgrade that waits is told with its sum, its deadline and what becomes of it', () => {
  const held = {
    status: 'AWAITING_PAYMENT_FOR_UPGRADE' as const,
    expiresAt: at(30),
    debt: null,
    cycle: { isOverdue: false, renewsAt: at(27), graceEndsAt: at(33) },
    upgrade: { planName: 'Home 50', amount: asMinor(100_000), expiresAt: at(21) },
  };
  const upgrade = [
    'An upgrade to Home 50 waits for KES 1000; received by 2026-11-21, it is on that plan at once.',
    'Unpaid by then, the upgrade is off and everything stays as it is.',
  ];
  expect(told(held)).toEqual([
    'Paid until 2026-11-30; it is in service.',
    ...upgrade,
    'Its renewal is asked for on 2026-11-27.',
  ]);
  expect(told({ ...held, cancelAt: at(30) }).slice(1, 3)).toEqual(upgrade);
});
