import { expect, test } from 'vitest';
import type { Sentence } from '../../contract/explanation.ts';
import { explain, type Facts } from './explain.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

const facts: Facts = {
  now: at(20),
  currency: 'KES',
  status: 'PENDING',
  inactiveReason: null,
  expiresAt: null,
  archivedAt: null,
  termsPrice: null,
  terms: { price: 200_000, cycleDays: 30 },
  debt: { kind: 'FIRST', tax: 32_000, total: 232_000 },
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
    amount: 232_000,
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
  const active = { status: 'ACTIVE' as const, debt: null, termsPrice: 200_000 };
  expect(told({ ...active, expiresAt: at(30) })).toEqual(['Paid until 2026-11-30; it is in service.']);
  expect(told({ ...active, expiresAt: at(19) })).toEqual([
    'Its paid time ended on 2026-11-19; it is still in service.',
  ]);
});

test('a plan that changed under a running cycle is told beside the price the cycle keeps', () => {
  const active = { status: 'ACTIVE' as const, debt: null, expiresAt: at(30), termsPrice: 180_000 };
  expect(told(active)[1]).toBe(
    'The running cycle keeps its price of KES 1800; a cycle that began now would cost KES 2000.',
  );
});

test('a manual hold closes the network and leaves the cycle alone', () => {
  const active = { status: 'ACTIVE' as const, debt: null, expiresAt: at(30), termsPrice: 200_000 };
  expect(told({ ...active, heldAt: at(18) })[1]).toBe(
    'The network is closed to it since 2026-11-18: its subscriber is suspended by hand. The cycle runs on.',
  );
});

test('INACTIVE says why and what brings it back', () => {
  const debt = { kind: 'REACTIVATION', tax: 0, total: 200_000 };
  expect(told({ status: 'INACTIVE', inactiveReason: 'DEACTIVATED', debt })).toEqual([
    'Out of service: it was deactivated by hand.',
    'A payment of KES 2000 brings it back: a fresh cycle of 30 days begins the moment it is received.',
  ]);
});

test('what has ended says since when, and asks for nothing', () => {
  const gone = { debt: null, archivedAt: at(10) };
  expect(told({ ...gone, status: 'CANCELLED', inactiveReason: 'SUBSCRIBER_TERMINATED' })[0]).toBe(
    'Cancelled since 2026-11-10: its subscriber was terminated.',
  );
  expect(told({ ...gone, status: 'CANCELLED', inactiveReason: 'CANCELLED' })[0]).toBe(
    'Cancelled since 2026-11-10.',
  );
  expect(told({ ...gone, status: 'INACTIVE', inactiveReason: 'GRACE_EXPIRED' })[0]).toBe(
    'Ended since 2026-11-10: its time ran out and nobody paid for more.',
  );
});
