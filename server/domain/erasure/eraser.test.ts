import { expect, test } from 'vitest';
import { eraserOf } from './eraser.ts';

const { text, document, json } = eraserOf([
  'Ada',
  'Ada Lovelace',
  'ada@example.com',
  '+254712345678',
  'Åse (Jr.)',
  'Jean-Luc',
]);

test.each([
  ['Router for Ada Lovelace', 'Router for [erased]'],
  ['ADA pays late', '[erased] pays late'],
  ["Ada's router", "[erased]'s router"],
  ['550 <ada@example.com> unknown', '550 <[erased]> unknown'],
  ['call +254712345678.', 'call [erased].'],
  ['Åse (Jr.) was here', '[erased] was here'],
  ['the router of Jean-Luc', 'the router of [erased]'],
])('a name in free text: %s', (before, after) => {
  expect(text(before)).toBe(after);
});

test.each(['Adapter for the router', 'Canada', 'ADA_CODE', 'Ádám'])(
  'a part of another word stays: %s',
  (before) => {
    expect(text(before)).toBe(before);
  },
);

test('free text without names of a person stays as it is', () => {
  expect(eraserOf([]).text('Router')).toBe('Router');
});

test('fields of a person are erased at any depth; amounts, times, ids and statuses stay', () => {
  const event = {
    id: 'evt_1',
    data: {
      current: {
        ...{ id: 'sub_1', firstName: 'Ada', email: 'ada@example.com', city: null, status: 'active' },
        hold: { reason: 'Her brother calls', since: '2026-01-01T00:00:00.000Z' },
        balanceDue: [{ amount: 12.5, currency: 'KES' }],
      },
      previous: { lastName: 'Byron' },
      changedFields: ['lastName'],
    },
  };
  expect(document(event)).toEqual({
    id: 'evt_1',
    data: {
      current: {
        ...{ id: 'sub_1', firstName: 'Erased', email: 'erased@erased.invalid', city: null, status: 'active' },
        hold: { reason: '[erased]', since: '2026-01-01T00:00:00.000Z' },
        balanceDue: [{ amount: 12.5, currency: 'KES' }],
      },
      previous: { lastName: 'subscriber' },
      changedFields: ['lastName'],
    },
  });
});

test('the values before and after of an audit entry are erased', () => {
  expect(
    document({
      street: { before: null, after: 'Kenyatta Avenue 12' },
      hold: { before: { reason: 'Sick', since: '2026-01-01T00:00:00.000Z' }, after: null },
      tags: { before: [], after: ['VIP', 'Late'] },
      description: { before: null, after: 'Router for Ada' },
      amount: { before: null, after: 45 },
    }),
  ).toEqual({
    street: { before: null, after: '[erased]' },
    hold: { before: { reason: '[erased]', since: '2026-01-01T00:00:00.000Z' }, after: null },
    tags: { before: [], after: ['[erased]', '[erased]'] },
    description: { before: null, after: 'Router for [erased]' },
    amount: { before: null, after: 45 },
  });
});

test('JSON text without personal data stays byte for byte, and other text keeps its order', () => {
  expect(json('{ "b": 1, "a": 2 }')).toBe('{ "b": 1, "a": 2 }');
  expect(json('{ "z": 1, "email": "x@y.example", "a": 2 }')).toBe(
    '{"z":1,"email":"erased@erased.invalid","a":2}',
  );
});
