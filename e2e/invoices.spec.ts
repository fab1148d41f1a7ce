import { createdPlan, statusOf, unique, waitingSubscription } from './pending-subscription.ts';
import { type Api, expect, open, reload, test } from './sign-in.ts';

/** A subscription in its renewal window, with an open invoice. */
async function owingInvoice(api: Api) {
  const made = await waitingSubscription(api);
  const { subscription } = made;
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const clock = await api.get('/test-clock');
  const now = Date.parse(clock.now);
  const { expiresAt } = await api.get(`/subscriptions/${subscription.id}`);
  const window = Date.parse(expiresAt) - 2 * 86_400_000;
  await api.post('/test-clock/advance', { to: new Date(Math.max(now, window)).toISOString() });
  const [invoice] = await listOf(api, `/invoices?subscriptionId=${subscription.id}&status=OPEN`);
  if (!invoice) throw new Error('no invoice is open');
  return { ...made, invoice };
}

async function listOf(api: Api, path: string) {
  return api.list(path);
}

test('find an open invoice by its age, read it and pay it', async ({ page, api }) => {
  test.slow();
  const { invoice, subscriberName } = await owingInvoice(api);
  await test.step('find it among invoices that are not due yet', async () => {
    await open(page, '/invoices');
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: /^Not overdue/ }).click();
    await expect(views.getByRole('link', { name: /^Not overdue/ })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(/f\.ageing=NOT_DUE/);
    const row = page.getByRole('row').filter({ hasText: invoice.number });
    await expect(row).toContainText(subscriberName);
    await row.getByRole('link').click();
  });

  await test.step('read it as a page to send', async () => {
    const sheet = page.getByRole('article', { name: `Invoice ${invoice.number}` });
    await expect(sheet.getByRole('region', { name: 'Billed to' })).toContainText(subscriberName);
    await expect(sheet).toContainText(/Amount due\s*KES\s1,999\.00/);
    const pdf = await page.request.get(
      (await page.getByRole('link', { name: 'PDF' }).getAttribute('href')) ?? '',
    );
    expect(pdf.headers()['content-type']).toContain('application/pdf');
  });

  await test.step('the dialog predicts the effects of the payment', async () => {
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await expect(dialog).toContainText(`Invoice ${invoice.number}`);
    await expect(dialog).toContainText('payment.received');
    await dialog.getByLabel('Reference').fill(`CASH-${unique()}`);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(statusOf(page, 'PAID')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Completed');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('payment.received', { exact: true })).toBeVisible();
  });
});

test('a void invoice shows its reason and its successor', async ({ page, api }) => {
  test.slow();
  const { invoice, subscription } = await owingInvoice(api);
  const plan = await createdPlan(api);
  await open(page, `/invoices/${invoice.id}`);
  await expect(statusOf(page, 'OPEN')).toBeVisible();
  const changed = await page.request.fetch('/api/trpc/subscription.update?batch=1', {
    method: 'POST',
    headers: { origin: new URL(page.url()).origin },
    data: { 0: { id: subscription.id, planId: plan.id } },
  });
  expect(changed.ok()).toBe(true);
  await reload(page);
  await expect(statusOf(page, 'VOID')).toContainText('reissued with other terms');
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeHidden();
  const [next] = await listOf(api, `/invoices?subscriptionId=${subscription.id}&status=OPEN`);
  await page.getByRole('region', { name: 'Balance' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: next?.number })).toBeVisible();
});

test('pay several invoices at once; the CSV export has the filtered rows', async ({ page, api }) => {
  test.slow();
  const { invoice, subscription } = await owingInvoice(api);
  await open(page, `/invoices?f.subscriptionId=${subscription.id}`);
  await expect(page.getByText('2 invoices')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^invoices-\d{4}-\d\d-\d\d\.csv$/);

  await page.getByLabel('Select all invoices of this page').check();
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Record payment' })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Skipped: No amount is due.');
  await dialog.getByRole('textbox').fill('received');
  await dialog.getByRole('button', { name: 'Record payment 1 invoice' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 done of 1');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await api.get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'PAID' });
});
