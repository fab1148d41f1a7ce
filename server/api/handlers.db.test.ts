import { expect, test } from 'vitest';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { writtenRows } from '../../test/fixtures/written-rows.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';

const held = useDatabase();
const at = new Date('2026-02-01T00:00:00.000Z');
const ada = { firstName: 'Ada', lastName: 'Okoye', email: 'ada@example.com', phone: '+2348031234567' };
const answer = { key: 'k', fingerprint: 'f', status: 201, body: '{}', resourceId: null };

const rowsOf = (providerId: string) => writtenRows(held.current.sql, providerId);

test('state, event, audit entry and answer commit together', async () => {
  const provider = await newProvider(held.current);
  await provider.at(at, async (scope) => {
    await createSubscriber(scope, ada);
    scope.outbox.answer = answer;
  });
  expect(await rowsOf(provider.providerId)).toEqual({ subscribers: 1, events: 1, entries: 1, answers: 1 });
});

test('a failure at COMMIT leaves nothing behind and is reported', async () => {
  const provider = await newProvider(held.current);
  await provider.at(at, async (scope) => {
    scope.outbox.answer = answer;
  });
  const again = provider.at(at, async (scope) => {
    await createSubscriber(scope, ada);
    scope.outbox.answer = answer;
  });
  await expect(again).rejects.toMatchObject({ code: '23505' });
  expect(await rowsOf(provider.providerId)).toEqual({ subscribers: 0, events: 0, entries: 0, answers: 1 });
});

test('the connection of a failed transaction is reused', async () => {
  const provider = await newProvider(held.current, { livemode: true });
  const failing = () =>
    provider.at(at, async (scope) => {
      scope.outbox.answer = { ...answer, status: Number.NaN };
    });
  await Promise.all(Array.from({ length: 25 }, () => expect(failing()).rejects.toThrow()));
  await provider.at(at, async (scope) => void (await createSubscriber(scope, ada)));
  expect(await rowsOf(provider.providerId)).toEqual({ subscribers: 1, events: 1, entries: 1, answers: 0 });
});
