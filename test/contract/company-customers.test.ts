import { beforeAll, expect, test } from 'vitest';
import { pdfText } from '../fixtures/pdf-text.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused, pendingSubscription } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const company = { companyName: 'Zawadi Bakers Limited', taxId: 'P051999888Z' };

test('a subscriber is created, replaced and patched with a company, found by its name, and it is in the event', async () => {
  const body = { ...bodies.subscriber(), ...company };
  const made = dataOf(await partner.post('/v1/subscribers', body));
  expect(made).toMatchObject(company);
  const found = dataOf(await partner.get('/v1/subscribers?q=awadi%20bak'));
  expect(found.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  const path = `/v1/subscribers/${made.id}`;
  expect(dataOf(await partner.patch(path, { taxId: null }))).toMatchObject({ ...company, taxId: null });
  const [event] = dataOf(await partner.get(`/v1/events?resourceId=${made.id}&type=subscriber.updated`));
  expect(event.data).toMatchObject({ current: { taxId: null }, changedFields: ['taxId'] });
  const { companyName: _, taxId: __, ...person } = body;
  expect(dataOf(await partner.put(path, person))).toMatchObject({ companyName: null, taxId: null });
});

test.each([
  [{ companyName: 'x'.repeat(201) }, 'companyName', 'OUT_OF_RANGE'],
  [{ companyName: 7 }, 'companyName', 'INVALID_FORMAT'],
  [{ companyName: null }, 'companyName', 'INVALID_FORMAT'],
  [{ taxId: 'x'.repeat(65) }, 'taxId', 'OUT_OF_RANGE'],
  [{ taxId: 'a\nb' }, 'taxId', 'INVALID_FORMAT'],
])('400 for %j', async (over, field, code) => {
  expectRefused(await partner.post('/v1/subscribers', { ...bodies.subscriber(), ...over }), 400, {
    field,
    code,
  });
});

test('the invoice PDF is made out to the company, with its tax number and the person', async () => {
  const { subscriber, payment } = await activeSubscription(partner);
  const pdf = async () => pdfText((await partner.get(`/v1/invoices/${payment.invoiceId}/pdf`)).bytes);
  const person = `${subscriber.firstName} ${subscriber.lastName}`;
  expect((await pdf()).split('\n')).toContain(person);
  expect(await pdf()).not.toContain('Zawadi');
  dataOf(await partner.patch(`/v1/subscribers/${subscriber.id}`, company));
  const lines = (await pdf()).split('\n');
  expect(lines.slice(lines.indexOf('Billed to') + 1, lines.indexOf('Billed to') + 4)).toEqual([
    company.companyName,
    person,
    expect.stringContaining(company.taxId),
  ]);
  const name = { companyName: 'Zawadi', firstName: 'Zawadi', lastName: '-' };
  dataOf(await partner.patch(`/v1/subscribers/${subscriber.id}`, name));
  expect((await pdf()).split('\n').filter((line) => line.includes('Zawadi'))).toEqual(['Zawadi']);
});

test('a manual payment has the time at which the money was received, which is not in the future', async () => {
  const { subscription } = await pendingSubscription(partner);
  const body = { subscriptionId: subscription.id, rail: 'manual' };
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const bad = (over: object, code: string) =>
    partner
      .post('/v1/payments', { ...body, ...over })
      .then((answer) => expectRefused(answer, 400, { field: 'receivedAt', code }));
  await bad({ receivedAt: at(60_000) }, 'OUT_OF_RANGE');
  await bad({ receivedAt: '2026-03-01' }, 'INVALID_FORMAT');
  await bad({ receivedAt: at(-1_000), rail: 'simulated' }, 'NOT_ALLOWED');
  const receivedAt = at(-3 * 86_400_000);
  const payment = dataOf(await partner.post('/v1/payments', { ...body, receivedAt }));
  expect(payment).toMatchObject({ receivedAt, status: 'COMPLETED' });
  expect(payment.completedAt > receivedAt).toBe(true);
  const { payment: other } = await activeSubscription(partner);
  expect(other.receivedAt).toBeNull();
});
