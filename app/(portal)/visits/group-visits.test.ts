import { expect, test } from 'vitest';
import type { Visit } from '@/server/contract/portal/visit.ts';
import { groupVisits } from './group-visits.ts';

const visit = (id: string, over: Partial<Visit>) =>
  ({ id, scheduledAt: null, installedAt: null, ...over }) as Visit;

test('visits are grouped by the day in the zone of the provider', () => {
  const groups = groupVisits(
    [
      visit('yesterday', { scheduledAt: '2026-03-01T20:59:00.000Z' }),
      visit('first', { scheduledAt: '2026-03-01T21:00:00.000Z' }),
      visit('last', { scheduledAt: '2026-03-02T20:59:00.000Z' }),
      visit('tomorrow', { scheduledAt: '2026-03-02T21:00:00.000Z' }),
      visit('open', {}),
      visit('done', { scheduledAt: '2026-03-01T08:00:00.000Z', installedAt: '2026-03-02T08:00:00.000Z' }),
    ],
    '2026-03-02T09:00:00.000Z',
    'Africa/Nairobi',
  );
  expect(groups.map(({ title, visits }) => [title, ...visits.map(({ id }) => id)])).toEqual([
    ['Missed', 'yesterday'],
    ['Today', 'first', 'last'],
    ['Later', 'tomorrow'],
    ['No appointment', 'open'],
    ['Done today', 'done'],
  ]);
});

test('groups without visits are left out', () => {
  expect(groupVisits([], '2026-03-02T09:00:00.000Z', 'UTC')).toEqual([]);
});
