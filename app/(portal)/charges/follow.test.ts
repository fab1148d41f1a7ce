import { expect, test } from 'vitest';
import { followsCancellation, followsWaiver, type Known } from './follow.ts';

const charge = { amount: 45, currency: 'USD', status: 'PENDING' } as Known['charge'];
const fee = (over: object) => ({ status: 'PENDING_PAYMENT', installedAt: null, ...over }) as never;

test('a charge of its own ends by itself and quietly', () => {
  const known = { charge, installation: null, waiting: [] };
  expect(followsCancellation(known).at(-1)).toBe('No event; the change is in the audit trail.');
  expect(followsWaiver(known)).toHaveLength(2);
});

test('a payment under way expires, and is told first', () => {
  const known = { charge, installation: fee({}), waiting: ['PAY-1'] };
  expect(followsCancellation(known).at(-1)).toBe('Events: payment.expired, installation.updated.');
});

test('a fee takes its installation along, or lets it go on', () => {
  const known = { charge, installation: fee({}), waiting: [] };
  expect(followsCancellation(known)[1]).toMatch(/is cancelled with it/);
  expect(followsWaiver(known)[1]).toMatch(/goes on, free/);
  const done = { ...known, installation: fee({ installedAt: '2026-01-01T00:00:00.000Z' }) };
  expect(followsWaiver(done)[1]).toMatch(/is activated/);
});

test('an installation that was marked done while the fee was owed stays as it is', () => {
  const known = { charge, installation: fee({ status: 'ACTIVATED' }), waiting: [] };
  for (const lines of [followsCancellation(known), followsWaiver(known)]) {
    expect(lines).toContain('The installation whose fee it is stays as it is.');
    expect(lines.at(-1)).toMatch(/^No event/);
  }
});
