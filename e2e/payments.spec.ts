import { statusOf, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, reload, test } from './sign-in.ts';

test('record a payment of a debt, find it by its reference, refund it in two parts', async ({
  page,
  api,
}) => {
  test.slow();
  const { subscription, subscriberName } = await waitingSubscription(api);
  await api.post(`/subscribers/${subscription.subscriberId}/charges`, {
    description: 'Router',
    amount: 250,
    currency: 'KES',
  });
  const reference = `CASH-${unique()}`;

  await test.step('choose the subscriber and the debt, read the effects', async () => {
    await open(page, '/payments');
    await page.locator('header').getByRole('button', { name: 'Record payment' }).click();
    await page.getByRole('combobox', { name: 'Subscriber' }).fill(subscriberName);
    await page.getByRole('option', { name: subscriberName }).click();
    const amountsDue = page.getByRole('region', { name: 'Amounts due' });
    await expect(amountsDue.getByRole('listitem')).toHaveCount(2);
    await amountsDue.getByRole('button', { name: /First cycle/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await expect(dialog).toContainText('is in service, paid until');
    await dialog.getByRole('textbox', { name: 'Reference' }).fill(reference);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: reference })).toBeVisible();
  });

  await test.step('search the list by the subscriber and by the reference', async () => {
    await open(page, '/payments');
    const field = page.getByRole('searchbox', { name: 'Subscriber, reference or invoice number' });
    const rows = page.locator('[data-row-link]');
    await field.fill(subscriberName);
    await expect(rows).toHaveText([reference]);
    await expect(page).toHaveURL(/[?&]q=/);
    await field.fill(reference.toLowerCase());
    await expect(rows).toHaveText([reference]);
    await expect(page.getByRole('link', { name: 'Export as CSV' })).toHaveAttribute(
      'href',
      new RegExp(`q=${reference.toLowerCase()}`),
    );
    await field.fill(`${reference}%`);
    await expect(page.getByText('No payments match')).toBeVisible();
    await expect(page).toHaveURL(/[?&]q=\S+%25/);
    await reload(page);
    await expect(field).toHaveValue(`${reference}%`);
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(field).toHaveValue('');
  });

  await test.step('find it by its reference', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/^Name, phone/).fill(reference);
    await page.getByRole('dialog').getByText(reference, { exact: true }).click();
    await expect(statusOf(page, 'COMPLETED')).toBeVisible();
    await expect(page.getByRole('link', { name: /^INV-/ })).toBeVisible();
  });

  const refund = async (amount: string | null, button: RegExp, follows: RegExp) => {
    await page.locator('header').getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: `Refund ${reference}` });
    if (amount) await dialog.getByLabel('Amount').fill(amount);
    await expect(dialog.getByRole('region', { name: 'What will follow' })).toContainText(follows);
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('an amount above the limit says why not and cannot be sent', async () => {
    await page.locator('header').getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: `Refund ${reference}` });
    const follows = dialog.getByRole('region', { name: 'What will follow' });
    await expect(follows).toContainText(/KES\s1,999\.00 is refunded/);
    await dialog.getByLabel('Amount').fill('2000');
    await expect(follows).toContainText('KES\u00a01,999.00 of this payment is left to refund');
    await expect(follows).toContainText(/With the input before it:.*KES\s1,999\.00 is refunded/);
    await expect(dialog.getByRole('button', { name: /^Refund KES\s2,000/ })).toBeDisabled();
    await dialog.getByLabel('Amount').fill('1999');
    await expect(follows).not.toContainText('left to refund');
    await expect(follows).toContainText(/KES\s1,999\.00 is refunded/);
    await expect(dialog.getByRole('button', { name: /^Refund KES\s1,999/ })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('refund a part, then the rest', async () => {
    await refund('500', /^Refund KES\s500/, /Invoice INV-\d+: KES\s1,499\.00 paid, KES\s500\.00 refunded/);
    await expect(statusOf(page, 'COMPLETED')).toContainText('refunded in part');
    await refund(null, /^Refund KES\s1,499/, /KES\s1,499\.00 is refunded/);
    await expect(statusOf(page, 'COMPLETED')).toHaveText(/refunded$/);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: /^Refund/ })).toContainText('Fully refunded');
    await page.keyboard.press('Escape');
  });

  await test.step('each refund has its page', async () => {
    const refunds = page.getByRole('region', { name: 'Refunds' }).getByRole('listitem');
    await expect(refunds).toHaveCount(2);
    await refunds.filter({ hasText: '1,499' }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: /^Refund of KES\s1,499/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('refund.issued', { exact: true })).toBeVisible();
    await open(page, '/refunds');
    await expect(page.getByRole('link', { name: subscriberName })).toHaveCount(2);
  });
});

test('simulate the gateway: rejected with a reason, late success with a refund due', async ({
  page,
  api,
}) => {
  test.slow();
  const { subscription } = await waitingSubscription(api);
  const start = () => api.post('/payments', { subscriptionId: subscription.id, rail: 'simulated' });
  const play = async (outcome: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: outcome }).click();
    await expect(dialog).toBeHidden();
  };
  const refused = await start();
  await open(page, `/payments/${refused.id}`);
  await page.getByRole('button', { name: 'Simulate an outcome' }).click();
  await play('Insufficient funds');
  await expect(statusOf(page, 'FAILED')).toContainText('insufficient funds');

  const replaced = await start();
  await start();
  await open(page, `/payments/${replaced.id}`);
  await expect(statusOf(page, 'EXPIRED')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Simulate an outcome' }).click();
  await play('Succeed');
  await expect(statusOf(page, 'EXPIRED')).toContainText('refund due');
  await expect(page.getByText('Refund due', { exact: true })).toBeVisible();
  await open(page, '/payments?f.refundDue=true');
  await expect(page.getByRole('link', { name: replaced.reference })).toBeVisible();
});

test('payments and installations are listed on the pages of their subscriber and subscription', async ({
  page,
  api,
}) => {
  const { subscription } = await waitingSubscription(api);
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  await api.post('/installations', { subscriptionId: subscription.id, kind: 'RELOCATION' });
  for (const tab of ['payments', 'installations']) {
    await open(page, `/subscribers/${subscription.subscriberId}?tab=${tab}`);
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
  }
  await open(page, `/subscriptions/${subscription.id}`);
  await page.getByRole('region', { name: 'Installations' }).getByRole('link', { name: 'Relocation' }).click();
  await expect(statusOf(page, 'AWAITING_INSTALLATION')).toBeVisible();
});
