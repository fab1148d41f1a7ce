import { expect, test } from 'vitest';
import { previewPayment } from '../domain/payment/preview.ts';
import { days, lowFloors, newCustomer, passTime } from './customer.ts';
import { newProvider, useDatabase } from './scene.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

test('the preview of a payment tells what then happens: before the end, in grace, and after suspension', async () => {
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  const preview = (day: number) =>
    provider.at(days(start, day), (scope) => previewPayment(scope, { subscriptionId: ada.subscriptionId }));
  const next = { startsAt: days(start, 30).toISOString(), expiresAt: days(start, 60).toISOString() };

  expect(await preview(10)).toMatchObject({ owed: null, outcome: null });
  await passTime(provider, days(start, 28));
  expect(await preview(28)).toMatchObject({
    owed: { kind: 'RENEWAL', total: 30 },
    outcome: { status: 'ACTIVE', cycle: next, events: ['payment.received'] },
  });
  await passTime(provider, days(start, 31));
  const told = await preview(31);
  expect(told.outcome).toMatchObject({ status: 'ACTIVE', cycle: next });
  await passTime(provider, days(start, 34));
  const back = await preview(34);
  expect(back).toMatchObject({
    owed: { kind: 'REACTIVATION', total: 30 },
    outcome: {
      status: 'ACTIVE',
      cycle: { startsAt: days(start, 34).toISOString() },
      activatesSubscriber: true,
    },
  });

  await ada.pay(days(start, 34));
  const happened = (await ada.story()).filter((line) => line.startsWith('34 ')).map((line) => line.slice(3));
  expect(happened).toEqual(back.outcome?.events);
});
