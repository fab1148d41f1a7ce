import { expect, test } from 'vitest';
import { z } from 'zod';
import { chargeSnapshot } from '../charge.ts';
import { installationSnapshot } from '../installation.ts';
import { invoiceSnapshot } from '../invoice.ts';
import { paymentSnapshot } from '../payment.ts';
import { planSnapshot } from '../plan.ts';
import { moneyFields } from '../primitives.ts';
import { refundSnapshot } from '../refund.ts';
import { sentenceText } from '../sentence.ts';
import { subscriptionSnapshot } from '../subscription.ts';
import {
  amountFields,
  type DescribedChange,
  describeChange,
  describeFields,
  describeValue,
  idsOfChange,
  shownChangesOf,
} from './describe-change.ts';

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
  ['no value', '', 'none'],
  ['a flag', true, 'yes'],
  ['a number', 3, '3'],
  ['an empty list', [], 'none'],
  ['a list', ['plan.*', 'payment.received'], 'plan.* and payment.received'],
  ['an object', { downloadSpeedMbps: 80, plan }, 'download 80 Mbps and plan Home 50'],
  ['an id with a name', plan, 'Home 50'],
  ['an id without a name', point, 'another one'],
  ['a long text', 'a'.repeat(200), `${'a'.repeat(79)}…`],
])('a changed field whose new value is %s', (_, after, text) => {
  const changes = { notes: { before: null, after } };
  expect(textOf({ changes }, { [plan]: 'Home 50' })).toBe(`Notes of the installation: none → ${text}.`);
});

test('a code is words, and a text that a person wrote in capitals stays as it is', () => {
  const of = (field: string, after: string) => textOf({ changes: { [field]: { before: null, after } } });
  expect(of('inactiveReason', 'MIGRATED_OUT')).toMatch(/none → migrated out\.$/);
  expect(of('status', 'RETIRED')).toMatch(/none → retired\.$/);
  expect(of('taxId', 'P051234567X')).toMatch(/none → P051234567X\.$/);
  expect(of('country', 'KE')).toMatch(/none → KE\.$/);
  expect(of('firstName', 'ADA')).toMatch(/none → ADA\.$/);
});

test.each([
  ['downloadSpeedMbps', 20, 50, 'Download of the plan: 20 Mbps → 50 Mbps.'],
  ['uploadSpeedMbps', 5, 10, 'Upload of the plan: 5 Mbps → 10 Mbps.'],
  ['dataCapMb', null, 1_050, 'Data cap of the plan: none → 1.05 GB.'],
  ['billingCycleDays', 30, 7, 'Cycle of the plan: 30 days → 7 days.'],
  ['graceDays', 3, 1, 'Grace period of the plan: 3 days → 1 day.'],
  ['taxRate', 0.16, 0.075, 'Tax rate of the plan: 16 % → 7.5 %.'],
])('%s has the name and the unit of its page', (field, before, after, text) => {
  const [sentence] = describeFields(
    'the plan',
    { [field]: { before, after } },
    { names: {}, currency: undefined },
  );
  expect(sentence && sentenceText(sentence, format)).toBe(text);
});

test('the same value, and a time in the same minute, is no change', () => {
  const changes = {
    status: { before: 'RUNNING', after: 'RUNNING' },
    note: { before: undefined, after: null },
    endedAt: { before: '2026-12-22T01:36:10.000Z', after: '2026-12-22T01:36:57.000Z' },
    startedAt: { before: '2026-12-22T01:36:10.000Z', after: '2026-12-22T01:37:10.000Z' },
  };
  expect(Object.keys(shownChangesOf(changes))).toEqual(['startedAt']);
});

test('both speeds are one value', () => {
  const after = { speedOverride: { downloadSpeedMbps: 300, uploadSpeedMbps: 100 } };
  expect(textOf({ changes: { pendingOverrides: { before: null, after } } })).toMatch(
    /none → speed override 300 \/ 100 Mbps\.$/,
  );
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

const fieldsText = (changes: DescribedChange['changes'], currency?: string) =>
  describeFields('the invoice', changes, { names: {}, currency }).map((each) => sentenceText(each, format));

test('an amount has the currency of its resource, of the change or of the object around it', () => {
  const paid = { amountPaid: { before: 0, after: 29.99 } };
  expect(fieldsText(paid, 'USD')).toEqual(['Amount paid of the invoice: USD 0 → USD 29.99.']);
  expect(fieldsText({ ...paid, currency: { before: null, after: 'KES' } }, 'USD')[0]).toBe(
    'Amount paid of the invoice: KES 0 → KES 29.99.',
  );
  const price = (amount: number) => ({ amount, currency: 'EUR' });
  expect(fieldsText({ price: { before: price(5), after: price(7) } }, 'USD')).toEqual([
    'Price of the invoice: EUR 5 → EUR 7.',
  ]);
});

test('an amount without a known currency stays a number, and so do numbers that are no amounts', () => {
  expect(fieldsText({ total: { before: 1, after: 2 } })).toEqual(['Total of the invoice: 1 → 2.']);
  expect(fieldsText({ serial: { before: 1, after: 2 } }, 'USD')).toEqual(['Serial of the invoice: 1 → 2.']);
});

test('the price of a plan, which has two names, is said once', () => {
  const change = { before: 5, after: 7 };
  expect(fieldsText({ price: change, priceAmount: change }, 'USD')).toEqual([
    'Price of the invoice: USD 5 → USD 7.',
  ]);
});

test('a currency is said by its code', () => {
  expect(fieldsText({ priceCurrency: { before: null, after: 'KES' } })).toEqual([
    'Price currency of the invoice: none → KES.',
  ]);
});

test('every field of a snapshot with an amount is known as one', () => {
  const found = new Set<string>();
  const visit = (name: string, schema: z.core.$ZodType): void => {
    if (moneyFields.get(schema)) found.add(name);
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) visit(name, schema.def.innerType);
    if (schema instanceof z.ZodArray) visit(name, schema.def.element);
    if (schema instanceof z.ZodObject) {
      for (const [field, part] of Object.entries(schema.shape)) visit(field, part as z.core.$ZodType);
    }
  };
  const snapshots = [planSnapshot, subscriptionSnapshot, invoiceSnapshot, chargeSnapshot, paymentSnapshot];
  for (const snapshot of [...snapshots, refundSnapshot, installationSnapshot]) visit('', snapshot);
  // The audit entry of a plan change has the price after it.
  expect([...found, 'nextPrice'].sort()).toEqual([...amountFields].sort());
});

test('what a job does and where its rows come from are words', () => {
  const textOf = (field: string, value: unknown) =>
    sentenceText(describeValue(field, value, { names: { [plan]: 'Home 20' }, currency: undefined }), {
      money: String,
      time: String,
    });
  expect(textOf('action', 'network-sessions.disconnect')).toBe('disconnect network sessions');
  expect(textOf('action', 'subscribers')).toBe('subscribers');
  expect(textOf('source', { list: 'plans', filter: {} })).toBe('list of plans');
  expect(textOf('source', { list: 'subscriptions', filter: { status: 'ACTIVE', planId: plan } })).toBe(
    'list of subscriptions with status active and plan Home 20',
  );
  const file = { fileName: 'plans.csv', columns: ['Name'], mapping: { planName: 'Name' }, defaults: {} };
  expect(textOf('source', { ...file, system: null })).toBe('plans.csv');
  expect(textOf('source', { ...file, system: 'Splynx' })).toBe('plans.csv from Splynx');
});

test('the ids to look up are the resource and the ids among the values', () => {
  const changes = { planId: { before: null, after: plan }, notes: { before: null, after: 'plan_a' } };
  expect(idsOfChange({ action: 'subscription.update', resourceId: point, changes })).toEqual([point, plan]);
  const pendingUpgrade = { before: { planId: plan, amount: 5 }, after: null };
  expect(
    idsOfChange({ action: 'subscription.update', resourceId: point, changes: { pendingUpgrade } }),
  ).toEqual([point, plan]);
});
