import { beforeAll, expect, test } from 'vitest';
import { installationCreate } from '../../server/contract/installation.ts';
import { createInstallation } from '../../server/domain/installation/create.ts';
import { getInstallation } from '../../server/domain/installation/read.ts';
import { updateInstallation } from '../../server/domain/installation/update.ts';
import { installationWindow } from '../../server/domain/lifecycle/charges/installation.ts';
import { graceEnd } from '../../server/domain/lifecycle/termination/end-grace.ts';
import { extendGrace } from '../../server/domain/subscription/extend-grace.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

beforeAll(() => lowFloors(database.current));

test('grace that is extended while the billing run ends it is not ended', async () => {
  const provider = await newProvider(database.current);
  const { subscriptionId: id, read } = await newCustomer(provider, database.current, start);
  await passTime(provider, days(start, 32));
  const due = await provider.at(days(start, 33), (scope) => graceEnd.due(scope, days(start, 33), 10));
  expect(due).toHaveLength(1);
  await provider.at(days(start, 33), (scope) => extendGrace(scope, { id, until: days(start, 40) }));
  await provider.at(days(start, 33), (scope) => graceEnd.run(scope, due));
  expect((await read(days(start, 33))).status).toBe('ACTIVE');
  await passTime(provider, days(start, 40));
  expect((await read(days(start, 40))).status).toBe('INACTIVE');
});

test('a window that is extended while the billing run ends it is not ended', async () => {
  const provider = await newProvider(database.current);
  const { subscriptionId } = await newCustomer(provider, database.current, start);
  const { id } = await provider.at(start, (scope) =>
    createInstallation(scope, installationCreate.parse({ subscriptionId, feeAmount: 0 })),
  );
  const end = days(start, 30);
  const due = await provider.at(end, (scope) => installationWindow.due(scope, end, 10));
  expect(due).toHaveLength(1);
  await provider.at(end, (scope) => updateInstallation(scope, { id, windowEndsAt: days(start, 40) }));
  await provider.at(end, (scope) => installationWindow.run(scope, due));
  const { status } = await provider.at(end, (scope) => getInstallation(scope, { id }));
  expect(status).toBe('AWAITING_INSTALLATION');
});
