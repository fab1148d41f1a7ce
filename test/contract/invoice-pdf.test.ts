import { beforeAll, expect, test } from 'vitest';
import { pdfText } from '../fixtures/pdf-text.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, dataOf } from './helpers.ts';

const api = useApi();
let partner: Partner;
let invoice: { id: string; number: string };

beforeAll(async () => {
  partner = await api.partner();
  await api.sql`update provider set tax_rate = 0.075 where id = ${partner.providerId}`;
  const { payment } = await activeSubscription(partner, { plan: { priceAmount: 19.9 } });
  invoice = dataOf(await partner.get(`/v1/invoices/${payment.invoiceId}`));
});

test('200 application/pdf, named by the invoice number, with the same bytes each time', async () => {
  const path = `/v1/invoices/${invoice.id}/pdf`;
  const [first, second] = [await partner.get(path), await partner.get(path)];
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/pdf');
  expect(first.headers.get('content-disposition')).toBe(`attachment; filename="${invoice.number}.pdf"`);
  expect(first.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(first.bytes.equals(second.bytes)).toBe(true);
});

test('the PDF has the amounts of the invoice and the tax rate at the time of issue', async () => {
  await api.sql`update provider set tax_rate = 0.2 where id = ${partner.providerId}`;
  const text = pdfText((await partner.get(`/v1/invoices/${invoice.id}/pdf`)).bytes).split('\n');
  expect(text).toEqual(
    expect.arrayContaining([invoice.number, '19.90', 'Tax, 7.5%', '1.49', 'USD\u00a021.39', 'PAID']),
  );
});

test('404 for an invoice of another partner is the same as for an unknown invoice', async () => {
  const stranger = await api.partner();
  const correlation = { headers: { 'x-correlation-id': '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c' } };
  const ofOther = await stranger.get(`/v1/invoices/${invoice.id}/pdf`, correlation);
  const unknown = await stranger.get('/v1/invoices/inv_none/pdf', correlation);
  expect(ofOther.status).toBe(404);
  expect(ofOther.body.error).toBe('NOT_FOUND');
  expect(ofOther.text).toBe(unknown.text);
});

test('401, 400 and 405 of the PDF have the error envelope', async () => {
  const path = `/v1/invoices/${invoice.id}/pdf`;
  expect((await api.anonymous().get(path)).body).toMatchObject({ success: false, error: 'UNAUTHORIZED' });
  expect((await partner.get(`${path}?size=a5`)).body.rejectionReasons).toMatchObject([
    { field: 'size', code: 'NOT_ALLOWED' },
  ]);
  const answer = await partner.post(path);
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET');
});
