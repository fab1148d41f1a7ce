import { expect, test } from 'vitest';
import { newProvider, useDatabase } from '../../scenarios/scene.ts';
import { issuerOf } from './issuer.ts';
import { getOrganisation, updateOrganisation } from './organisation.ts';

const database = useDatabase();
const NOW = new Date('2026-03-01T08:00:00.000Z');

test('what an organisation says of itself is replaced as a whole, noted, and on its documents', async () => {
  const provider = await newProvider(database.current);
  const update = (input: Parameters<typeof updateOrganisation>[1]) =>
    provider.at(NOW, (scope) => updateOrganisation(scope, input));
  await update({ legalName: 'Test Limited', city: 'Nairobi', country: 'KE' });
  const second = await update({ legalName: 'Test Limited', paymentInstructions: 'Paybill 1' });
  expect(second).toMatchObject({ legalName: 'Test Limited', city: null, paymentInstructions: 'Paybill 1' });
  await update({ legalName: 'Test Limited', paymentInstructions: 'Paybill 1' });
  expect(await provider.at(NOW, getOrganisation)).toEqual(second);
  expect(await provider.at(NOW, issuerOf)).toMatchObject({
    name: 'Test',
    legalName: 'Test Limited',
    country: null,
  });
  const audit = await database.current.sql<{ changes: string }[]>`
    select changes from audit_entry where action = 'organisation.update' order by id`;
  expect(audit.map(({ changes }) => Object.keys(JSON.parse(changes)).sort())).toEqual([
    ['city', 'country', 'legalName'],
    ['city', 'country', 'paymentInstructions'],
  ]);
});

test('another organisation’s words stay as they are', async () => {
  const [mine, theirs] = [await newProvider(database.current), await newProvider(database.current)];
  await mine.at(NOW, (scope) => updateOrganisation(scope, { taxId: 'P1' }));
  expect((await theirs.at(NOW, getOrganisation)).taxId).toBeNull();
});
