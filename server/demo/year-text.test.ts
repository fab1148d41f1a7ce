import { expect, test } from 'vitest';
import { newId } from '../work/ids.ts';
import { movedInTime } from './year-text.ts';

const HOUR = 3_600_000;
const at = new Date('2026-02-28T22:15:30.125Z');
const later = (hours: number) => new Date(at.getTime() + hours * HOUR);

test('instants move, as the server and as PostgreSQL write them, also in JSON within JSON', () => {
  const rows = JSON.stringify([
    {
      created_at: '2026-02-28T22:15:30.1+00:00',
      due_at: '2026-03-01T00:00:00+00:00',
      day: '2026-03-01',
      n: 12,
    },
    { body: JSON.stringify({ at: at.toISOString() }) },
  ]);
  expect(JSON.parse(movedInTime(rows, 26 * HOUR))).toEqual([
    {
      ...{ created_at: '2026-03-02T00:15:30.100Z', due_at: '2026-03-02T02:00:00.000Z' },
      ...{ day: '2026-03-01', n: 12 },
    },
    { body: JSON.stringify({ at: later(26).toISOString() }) },
  ]);
});

test('an id keeps its random part and sorts by its new time', () => {
  for (const resource of ['event', 'subscription'] as const) {
    const ids = [0, 1, 2].map((hours) => newId(resource, later(hours)));
    const moved = ids.map((id) => movedInTime(`x:${id}`, HOUR).slice(2));
    for (const [i, id] of moved.entries()) {
      const expected = newId(resource, later(i + 1));
      const timed = resource === 'event' ? 'evt_'.length + 12 : expected.indexOf('_') + 11;
      expect(id.slice(0, timed)).toBe(expected.slice(0, timed));
      expect(id.slice(timed)).toBe(ids[i]?.slice(timed));
    }
    expect(movedInTime(moved.join(' '), -HOUR)).toBe(ids.join(' '));
  }
});

test('text that only resembles an id stays as it is', () => {
  const text = 'evt_0123 plan_change_applied whsec_AbCdEfGhIjKlMnOpQrStUvWxYz012345 abcdefghij_klm';
  expect(movedInTime(text, HOUR)).toBe(text);
});

test.each([
  ['within working hours', '2026-03-02T06:00:00+00:00', 3.5, '2026-03-02T09:00:00.000Z'],
  ['in the evening', '2026-03-02T06:00:00+00:00', 12, '2026-03-02T14:00:00.000Z'],
  ['at night', '2026-03-02T06:00:00+00:00', 20, '2026-03-02T14:00:00.000Z'],
])(
  'an appointment that falls %s is at a full working hour no later than that',
  (_, scheduledAt, hours, expected) => {
    const installedAt = new Date(Date.parse(scheduledAt) + 50 * 60_000).toISOString();
    const text = `${scheduledAt} ${installedAt}`;
    const visit = new Date(Date.parse(expected) + 50 * 60_000).toISOString();
    const appointments = [{ scheduledAt, installedAt: installedAt.replace('Z', '+00:00') }];
    expect(movedInTime(text, hours * HOUR, appointments)).toBe(`${expected} ${visit}`);
  },
);
