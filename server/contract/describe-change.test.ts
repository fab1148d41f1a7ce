import { expect, test } from 'vitest';
import { type DescribedChange, describeChange, idsOfChange } from './describe-change.ts';
import { sentenceText } from './sentence.ts';

const format = {
  money: (amount: number, currency: string) => `${currency} ${amount}`,
  time: (at: string) => at.slice(0, 16).replace('T', ' '),
};
const point = 'dmp_01kvsy9gf7kq3m0v9d2s8w4x7z';
const plan = 'pln_01kvsy9gf7kq3m0v9d2s8w4x7z';

const textOf = (change: Partial<DescribedChange>, names = {}) =>
  sentenceText(
    describeChange({ action: 'installation.update', resourceId: 'inst_1', changes: {}, ...change }, names),
    format,
  );

test('a change names each field with its value before and after', () => {
  expect(
    textOf({
      changes: {
        scheduledAt: { before: null, after: '2026-12-12T10:00:00.000Z' },
        technician: { before: 'Sam', after: 'Njeri Wambui' },
      },
    }),
  ).toBe(
    'Appointment of the installation: none → 2026-12-12 10:00. Technician of the installation: Sam → Njeri Wambui.',
  );
});

test.each([
  ['a code as words', 'MIGRATED_OUT', 'migrated out'],
  ['no value', '', 'none'],
  ['a flag', true, 'yes'],
  ['a number', 3, '3'],
  ['an empty list', [], 'none'],
  ['a list', ['plan.*', 'payment.received'], 'plan.* and payment.received'],
  ['an object', { downloadSpeedMbps: 80, plan }, 'download speed mbps 80 and plan Home 50'],
  ['an id with a name', plan, 'Home 50'],
  ['an id without a name', point, 'another one'],
  ['a long text', 'a'.repeat(200), `${'a'.repeat(79)}…`],
])('a changed field whose new value is %s', (_, after, text) => {
  const changes = { notes: { before: null, after } };
  expect(textOf({ changes }, { [plan]: 'Home 50' })).toBe(`Notes of the installation: none → ${text}.`);
});

test('a change has the name of the resource and the meaning of its action', () => {
  const change = { action: 'demarcationPoint.update', resourceId: point };
  const names = { [point]: 'Cabinet 7' };
  const status = { before: 'AVAILABLE', after: 'RETIRED' };
  expect(textOf({ ...change, changes: { status } }, names)).toBe(
    'Status of Cabinet 7: available → retired. No new subscription can use it. Existing subscriptions stay in service.',
  );
  expect(textOf({ ...change, changes: { name: { before: 'Cabinet 7', after: 'Mast' } } }, names)).toBe(
    'Name of Cabinet 7: Cabinet 7 → Mast.',
  );
});

test('a new secret differs in each run, so only its meaning is said', () => {
  const changes = { secretLast4: { before: 'abcd', after: 'efgh' } };
  const text = textOf({ action: 'integration.rotate_secret', resourceId: 'int_1', changes });
  expect(text).toMatch(/^The new signing secret is shown once\./);
});

test('a creation and a change of hidden fields have a sentence without values', () => {
  const changes = { name: { before: null, after: 'Splynx' } };
  expect(textOf({ action: 'integration.create', changes })).toBe('The integration is created.');
  expect(textOf({ action: 'webhook.update' })).toBe('The webhook is updated.');
});

test('the ids to look up are the resource and the ids among the values', () => {
  const changes = { planId: { before: null, after: plan }, notes: { before: null, after: 'plan_a' } };
  expect(idsOfChange({ action: 'subscription.update', resourceId: point, changes })).toEqual([point, plan]);
});
