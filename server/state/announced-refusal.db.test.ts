import { afterEach, expect, test } from 'vitest';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { refuse } from '../contract/errors.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { onCommit } from '../work/wake.ts';
import type { WakeName } from '../work/wake-names.ts';
import { AnnouncedRefusal, savepointWithAnnouncedRefusals } from './announced-refusal.ts';

const database = useDatabase();
const at = new Date('2026-02-01T00:00:00.000Z');
const ada = { firstName: 'Ada', lastName: 'Okoye', email: 'ada@example.com', phone: '+2348031234567' };

afterEach(() => onCommit(() => {}));

test.each([
  { isRefused: false, reason: null, events: ['subscriber.created'], wakes: ['billing/due', 'emails/due'] },
  { isRefused: true, reason: 'CONFLICT', events: [], wakes: ['billing/due'] },
])('a part of a unit of work counts as a whole, or not at all: refused $isRefused', async (expected) => {
  const provider = await newProvider(database.current);
  const sent: WakeName[] = [];
  onCommit((providerId, wakes) => void (providerId === provider.providerId && sent.push(...wakes)));
  const reason = await provider.at(at, async (scope) => {
    scope.outbox.wakes.add('billing/due');
    return savepointWithAnnouncedRefusals(scope, async (within) => {
      await createSubscriber(within, ada);
      within.outbox.wakes.add('emails/due');
      if (expected.isRefused) throw new AnnouncedRefusal(refuse('CONFLICT'), async () => {});
    });
  });
  const { sql } = database.current;
  const events = await sql`select type from event where provider_id = ${provider.providerId}`;
  const entries = await sql`select action from audit_entry where provider_id = ${provider.providerId}`;
  expect({ reason, events: events.map(({ type }) => type), wakes: sent.sort() }).toEqual({
    ...{ reason: expected.reason, events: expected.events, wakes: expected.wakes },
  });
  expect(entries.map(({ action }) => action)).toEqual(expected.events.map(() => 'subscriber.create'));
});
