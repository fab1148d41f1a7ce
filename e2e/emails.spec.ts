import { waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test("the organisation's details are in the email about a payment and on its invoice", async ({
  page,
  api,
}) => {
  test.slow();
  await open(page, '/settings/organisation');
  await page.getByLabel('Legal name').fill('Test Internet Limited');
  await page.getByLabel('Email').fill('help@isp.example');
  await page.getByRole('button', { name: 'Save organisation' }).click();
  await expect(page.getByText('New invoices and emails show these details.')).toBeVisible();
  await page.getByLabel('Tax rate').fill('100');
  await page.getByRole('button', { name: 'Save tax and time zone' }).click();
  await expect(page.getByText('Enter less than 100 %.')).toBeVisible();
  await page.getByLabel('Tax rate').fill('16.5');
  await page.getByRole('button', { name: 'Save tax and time zone' }).click();
  await expect(page.getByText('The tax rate of new invoices is 16.5 %.')).toBeVisible();

  const { subscription } = await waitingSubscription(api);
  const payment = await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  await open(page, `/emails?f.subscriberId=${subscription.subscriberId}`);
  await page.locator('[data-row-link]').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await expect(page.getByText('Held · a sandbox sends no emails')).toBeVisible();
  await expect(page.getByText('help@isp.example').first()).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Test Internet Limited')).toBeVisible();
  await page.getByText('Plain text').click();
  await expect(page.getByText('This is a test email from a sandbox.')).toBeVisible();

  const invoice = await api.get(`/invoices/${payment.invoiceId}`);
  expect(invoice.tax).toBe(Math.round(invoice.subtotal * 16.5) / 100);
  await open(page, `/subscribers/${subscription.subscriberId}?tab=emails`);
  await expect(page.getByRole('link', { name: 'Receipt', exact: true })).toBeVisible();

  const file = await page.request.get(`/api/invoices/${payment.invoiceId}/pdf`);
  expect(file.status()).toBe(200);
  expect(file.headers()['content-type']).toBe('application/pdf');
  expect(file.headers()['content-disposition']).toMatch(/^inline; filename="INV-\d+\.pdf"$/);

  // Other flows of the worker use the same partner, without tax.
  await open(page, '/settings/organisation');
  await page.getByLabel('Tax rate').fill('0');
  await page.getByRole('button', { name: 'Save tax and time zone' }).click();
  await expect(page.getByText('The tax rate of new invoices is 0 %.')).toBeVisible();
});

test('401 for an invoice PDF without a session', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, storageState: undefined });
  expect((await context.request.get('/api/invoices/inv_none/pdf')).status()).toBe(401);
  await context.close();
});
