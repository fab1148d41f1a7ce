import { describe, expect, test } from 'vitest';
import { exportHref, type ListDefinition, listHref, readListInput } from './list-definition.ts';

const definition: ListDefinition = {
  resource: 'subscriptions',
  noun: { one: 'subscription', many: 'subscriptions' },
  filters: [
    { kind: 'enum', key: 'status', label: 'Status', options: [{ value: 'ACTIVE', label: 'Active' }] },
    { kind: 'boolean', key: 'isExternal', label: 'Origin', yes: 'External', no: 'Own' },
    { kind: 'day', key: 'expiresBefore', label: 'Expires before' },
    { kind: 'text', key: 'subscriberId', label: 'Subscriber' },
  ],
};

const read = (query: Record<string, string>, zone = 'Africa/Nairobi') =>
  readListInput(definition, Promise.resolve(query), zone);

describe('readListInput', () => {
  test('an empty query is the first page, newest first', async () => {
    expect(await read({})).toEqual({ page: 1, limit: 20, sort: '-createdAt' });
  });

  test('days are those of the provider, and the last one is included', async () => {
    expect(
      await read({ from: '2026-11-01', to: '2026-11-30', 'f.expiresBefore': '2026-12-24' }),
    ).toMatchObject({
      createdAfter: '2026-10-31T21:00:00.000Z',
      createdBefore: '2026-11-30T21:00:00.000Z',
      expiresBefore: '2026-12-23T21:00:00.000Z',
    });
  });

  test('parameters that the API refuses are ignored, so that an old link still shows a list', async () => {
    const input = await read({
      page: '-3',
      limit: '7',
      'f.status': 'GONE',
      'f.isExternal': 'maybe',
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
