import { waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('an outage of a demarcation point: preview, banner on the page of the customer, and its end', async ({
  page,
  api,
}) => {
  test.slow();
  const { subscription } = await waitingSubscription(api);
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  await open(page, `/demarcation-points/${subscription.demarcationPointId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Message the customers here' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text of the SMS').fill('{{ firstName }}, {{ amount }}');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('{{ amount }} is no variable of this text.')).toBeVisible();
  await dialog.getByLabel('Text of the SMS').fill('{{ firstName }}, the mast is down.');
  await dialog.getByLabel('On the customers’ pages').fill('The mast is down.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('1 person');
  await expect(preview).toContainText('SMS to 1, 1 part in all');
  // A change of the text needs another preview.
  await dialog.getByLabel('Text of the SMS').fill('The mast is down.');
  await expect(preview).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 done of 1');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const { url } = await api.post(`/subscribers/${subscription.subscriberId}/page-link`, {});
  const customer = await page.context().newPage();
  await customer.goto(new URL(url).pathname);
  await expect(customer.getByText('The mast is down.')).toBeVisible();

  await open(page, '/announcements?f.open=true&q=mast');
  await page.locator('[data-row-link]').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outage' })).toBeVisible();
  await page.getByRole('button', { name: 'Outage is over' }).click();
  await dialog.getByRole('button', { name: 'Outage is over' }).click();
  await expect(page.getByText('The outage is over.')).toBeVisible();
  await customer.reload();
  await expect(customer.getByText('The mast is down.')).toHaveCount(0);
  await customer.close();
});

test('selected subscribers get a message, an invoice is sent from its page, and both are in the activity', async ({
  page,
  api,
}) => {
  const { subscription, subscriberName } = await waitingSubscription(api);
  const payment = await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  await open(page, `/subscribers?q=${encodeURIComponent(subscriberName)}`);
  await page.getByLabel('Select all subscribers of this page').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Message' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text of the SMS').fill('Works on Monday, {{ firstName }}.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 done of 1');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await open(page, `/invoices/${payment.invoiceId}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toContainText('the email is the receipt');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('It is kept under Messages, because a sandbox sends no emails.')).toBeVisible();

  await open(page, `/subscribers/${subscription.subscriberId}?tab=emails`);
  await expect(page.getByRole('link', { name: 'Receipt', exact: true })).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Notice', exact: true })).toBeVisible();
});
