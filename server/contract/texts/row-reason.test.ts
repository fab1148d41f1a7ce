import { expect, test } from 'vitest';
import { rowReasonText } from './row-reason.ts';

const message = 'Enter a value.';
const textOf = (field: string, source: object, cells: Record<string, string> | null) =>
  rowReasonText({ action: 'subscribers', source }, cells, { field, message });

test('a reason names the column that the field is read from', () => {
  const mapping = { email: 'E-mail 2' };
  expect(textOf('email', { mapping, defaults: {} }, { 'E-mail 2': 'x' })).toBe(
    'Email (column “E-mail 2”): Enter a value.',
  );
  expect(textOf('email', { mapping, defaults: {} }, {})).toBe('Email (column “E-mail 2”): Enter a value.');
});

test('a column that is named as its field is named once', () => {
  expect(textOf('firstName', { mapping: { firstName: 'first name' } }, {})).toBe(
    'First name: Enter a value.',
  );
});

test('a part of a name is read from the column of the full name where its own cell is empty', () => {
  const mapping = { firstName: 'Given', fullName: 'Client', companyName: 'Firm' };
  expect(textOf('firstName', { mapping }, { Given: 'A', Client: 'B' })).toMatch(/column “Given”/);
  expect(textOf('firstName', { mapping }, { Given: ' ', Client: 'B', Firm: 'C' })).toMatch(/column “Client”/);
  expect(textOf('lastName', { mapping }, { Given: 'A', Client: '', Firm: 'C' })).toMatch(/column “Firm”/);
});

test('a value for all rows is named where the row has no cell of its own', () => {
  const source = { mapping: { country: 'Land' }, defaults: { country: 'Atlantis' } };
  expect(textOf('country', source, { Land: '' })).toBe('Country (the value for all rows): Enter a value.');
  expect(textOf('country', source, { Land: 'Nowhere' })).toBe('Country (column “Land”): Enter a value.');
});

test('a reason without a field of the import stands alone', () => {
  expect(textOf('_', { mapping: { email: 'E-mail' } }, {})).toBe(message);
  const bulk = { action: 'subscribers.suspend', source: { list: 'subscribers', filter: {} } };
  expect(rowReasonText(bulk, null, { field: 'email', message })).toBe(message);
});
