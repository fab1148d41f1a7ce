import { describe, expect, test } from 'vitest';
import {
  exportHref,
  filtersOfRange,
  type ListDefinition,
  listHref,
  rangeOf,
  readListState,
  toListInput,
} from './list-definition.ts';

const definition: ListDefinition = {
  resource: 'subscriptions',
  noun: { one: 'subscription', many: 'subscriptions' },
  filters: [
    { kind: 'enum', key: 'status', label: 'Status', options: [{ value: 'ACTIVE', label: 'Active' }] },
    { kind: 'boolean', key: 'isExternal', label: 'Origin', yes: 'External', no: 'Own' },
    { kind: 'days', key: 'expires', label: 'Paid until', isAhead: true },
    { kind: 'day', key: 'inServiceAt', label: 'In service at the start of' },
    { kind: 'day', key: 'at', label: 'At', withTime: true },
    { kind: 'amount', key: 'amount', label: 'Amount' },
    { kind: 'text', key: 'subscriberId', label: 'Subscriber' },
  ],
};

const today = { timeZone: 'Africa/Nairobi', day: '2026-03-02' };

const read = async (query: Record<string, string>) =>
  toListInput(definition, await readListState(definition, Promise.resolve(query)), today);

describe('the input of a list', () => {
  test('an empty query is the first page, newest first', async () => {
    expect(await read({})).toEqual({ page: 1, limit: 20, sort: '-createdAt' });
  });

  test('days are those of the provider, and the last one is included', async () => {
    expect(
      await read({
        from: '2026-11-01',
        to: '2026-11-30',
        'f.expiresBefore': '2026-12-24',
        'f.inServiceAt': '2026-12-01',
        'f.at': '2026-05-03T21:10',
      }),
    ).toMatchObject({
      createdAfter: '2026-10-31T21:00:00.000Z',
      createdBefore: '2026-11-30T21:00:00.000Z',
      expiresBefore: '2026-12-23T21:00:00.000Z',
      inServiceAt: '2026-11-30T21:00:00.000Z',
      at: '2026-05-03T18:10:00.000Z',
    });
  });

  test.each([
    ['today', '2026-03-02', '2026-03-03'],
    ['last-7-days', '2026-02-24', '2026-03-03'],
    ['last-30-days', '2026-02-01', '2026-03-03'],
    ['next-7-days', '2026-03-02', '2026-03-09'],
    ['this-month', '2026-03-01', '2026-04-01'],
    ['last-month', '2026-02-01', '2026-03-01'],
  ])('%s starts with %s and ends before %s', async (period, first, next) => {
    const instant = (day: string) => new Date(`${day}T00:00:00+03:00`).toISOString();
    expect(await read({ 'f.expires': period, period })).toMatchObject({
      expiresAfter: instant(first),
      expiresBefore: instant(next),
      createdAfter: instant(first),
      createdBefore: instant(next),
    });
  });

  test('amounts are numbers, and each end is optional', async () => {
    expect(await read({ 'f.amountFrom': '29.9', 'f.amountTo': '1500' })).toMatchObject({
      amountFrom: 29.9,
      amountTo: 1500,
    });
    expect(await read({ 'f.amountTo': '0' })).toMatchObject({ amountTo: 0 });
  });

  test('parameters that the API refuses are ignored, so that an old link still shows a list', async () => {
    const input = await read({
      page: '-3',
      limit: '7',
      'f.status': 'GONE',
      'f.isExternal': 'maybe',
      'f.expires': 'some-day',
      'f.amountFrom': '1e9',
      from: 'soon',
    });
    expect(input).toEqual({ page: 1, limit: 20, sort: '-createdAt' });
  });

  test('filters, search, sort and page are passed on', async () => {
    const query = {
      page: '3',
      limit: '50',
      sort: 'expiresAt',
      q: ' ann ',
      'f.status': 'ACTIVE',
      'f.isExternal': 'true',
    };
    expect(await read(query)).toEqual({
      page: 3,
      limit: 50,
      sort: 'expiresAt',
      q: 'ann',
      status: 'ACTIVE',
      isExternal: true,
    });
  });
});

test('a link into a list reads back as the same parameters', async () => {
  const href = listHref(definition, { filters: { status: 'ACTIVE' }, q: 'ann & bob' });
  const query = Object.fromEntries(new URL(href, 'http://portal').searchParams);
  expect(await read(query)).toMatchObject({ status: 'ACTIVE', q: 'ann & bob' });
});

test('an export has all filtered rows, not one page', () => {
  const input = { page: 4, limit: 20, sort: 'createdAt', status: 'ACTIVE' };
  expect(exportHref(definition, input)).toBe('/api/export/subscriptions?sort=createdAt&status=ACTIVE');
});

test('the days of a filter are those that were chosen, the last one included', () => {
  const days = { period: null, from: '2026-02-01', to: '2026-02-28' };
  const filters = filtersOfRange('expires', days);
  expect(filters).toEqual({ expires: '', expiresAfter: '2026-02-01', expiresBefore: '2026-03-01' });
  expect(rangeOf('expires', filters)).toEqual(days);
});
