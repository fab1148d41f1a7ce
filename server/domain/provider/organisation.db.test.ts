import { expect, test } from 'vitest';
import { days, lowFloors, newCustomer, passTime } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { issuerOf } from '../model/provider/issuer.ts';
import { getOrganisation, updateOrganisation } from './organisation.ts';
import { updateProvider } from './update.ts';

const database = useDatabase();
const NOW = new Date('2026-03-01T08:00:00.000Z');

test('an update replaces all fields, creates an audit entry and appears on documents', async () => {
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

test('an update does not change another organisation', async () => {
  const [own, other] = [await newProvider(database.current), await newProvider(database.current)];
  await own.at(NOW, (scope) => updateOrganisation(scope, { taxId: 'P1' }));
  expect((await other.at(NOW, getOrganisation)).taxId).toBeNull();
});

test('tax rate and time zone belong to the account and do not change issued invoices', async () => {
  const provider = await newProvider(database.current, { taxRate: '0.1' });
  await lowFloors(database.current);
  const customer = await newCustomer(provider, database.current, NOW);
  await passTime(provider, days(NOW, 28));
  const taxed = () => database.current.sql<{ status: string; tax_rate: string; tax: string }[]>`
    select status, tax_rate::float::text as tax_rate, tax from invoice
    where subscription_id = ${customer.subscriptionId} order by created_at`;
  const before = [...(await taxed())];
  expect(before).toEqual([
    { status: 'PAID', tax_rate: '0.1', tax: '300' },
    { status: 'OPEN', tax_rate: '0.1', tax: '300' },
  ]);

  const update = (taxRate: string) =>
    provider.at(days(NOW, 28), (scope) => updateProvider(scope, { taxRate, timeZone: 'Africa/Nairobi' }));
  const changed = await update('0.160');
  expect(changed).toMatchObject({ taxRate: 0.16, timeZone: 'Africa/Nairobi' });
  expect(await update('0.16')).toEqual(changed);
  expect([...(await taxed())]).toEqual(before);
  const audit = await database.current.sql<{ changes: string }[]>`
    select changes from audit_entry where action = 'provider.update' and provider_id = ${provider.providerId}`;
  expect(audit.map(({ changes }) => JSON.parse(changes))).toEqual([
    { taxRate: { before: 0.1, after: 0.16 }, timeZone: { before: 'UTC', after: 'Africa/Nairobi' } },
  ]);

  await customer.pay(days(NOW, 29));
  await passTime(provider, days(NOW, 58));
  expect((await taxed()).at(-1)).toEqual({ status: 'OPEN', tax_rate: '0.16', tax: '480' });
});
