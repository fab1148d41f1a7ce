import type { Page } from '@playwright/test';
import { statusOf, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('create a charge of a subscriber and pay it', async ({ page, api }) => {
  test.slow();
  const { subscription, subscriberName } = await waitingSubscription(api);
  const what = `Router ${unique()}`;
  await test.step("create it on the subscriber's page", async () => {
    await open(page, `/subscribers/${subscription.subscriberId}?tab=charges`);
    await expect(page.getByText('No one-time charges yet')).toBeVisible();
    await page.getByRole('link', { name: 'New charge' }).click();
    await expect(page.getByRole('combobox', { name: 'Subscriber' })).toHaveValue(subscriberName);
    await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('KES');
    await page.getByRole('button', { name: 'Create charge' }).click();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('textbox', { name: 'Description' }).fill(what);
    await page.getByRole('textbox', { name: 'Amount' }).fill('4500');
    await page.getByLabel('Due until').click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: /^27 / }).click();
    await expect(page.getByLabel('Due until')).toHaveText(/^27 /);
    await expect(page.getByRole('region', { name: 'What will follow' })).toContainText(/KES\s4,500\.00/);
    const created = page.waitForRequest((request) => /charge\.create/.test(request.url()));
    await page.getByRole('button', { name: 'Create charge' }).click();
    // The chosen day is included: the charge expires when the next one begins.
    expect((await created).postData()).toMatch(/"expiresAt":"\d{4}-\d{2}-28T00:00:00(\.000)?Z"/);
    await expect(page.getByRole('heading', { level: 1, name: what })).toBeVisible();
    await expect(statusOf(page, 'PENDING')).toBeVisible();
  });

  await test.step('pay it in cash', async () => {
    await page.getByRole('button', { name: 'Record payment', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await expect(dialog).toContainText(/Charge Router .* is paid\./);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(statusOf(page, 'PAID')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Completed');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    for (const type of ['subscriber.charge.created', 'payment.received']) {
      await expect(page.getByText(type, { exact: true })).toBeVisible();
    }
  });

  await test.step('find it by its description', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/^Name, phone/).fill(what);
    await page.getByRole('dialog').getByText(what, { exact: true }).click();
    await expect(page).toHaveURL(/\/charges\/chg_/);
  });
});

test('the dialog to cancel a fee says that its installation is cancelled too', async ({ page, api }) => {
  const { subscription } = await waitingSubscription(api);
  const installation = await api.post('/installations', { subscriptionId: subscription.id, feeAmount: 2000 });
  await open(page, `/charges/${installation.chargeId}`);
  const dialog = await choose(page, 'Cancel charge', 'Cancel this charge');
  await expect(dialog).toContainText(/The first installation for .* is cancelled/);
  await expect(dialog).toContainText('Event: installation.updated');
  await dialog.getByLabel('Reason').fill('moved away');
  await dialog.getByRole('button', { name: 'Cancel charge' }).click();
  await expect(statusOf(page, 'CANCELLED')).toContainText('moved away');
  expect(await api.get(`/installations/${installation.id}`)).toMatchObject({ status: 'CANCELLED' });
});

test('waive several charges at once, without those that have ended', async ({ page, api }) => {
  const { subscription } = await waitingSubscription(api);
  const { subscriberId } = subscription;
  const charge = (description: string) =>
    api.post(`/subscribers/${subscriberId}/charges`, { description, amount: 100, currency: 'KES' });
  const pending = await charge('Call-out');
  const over = await charge('Cable');
  await api.post(`/subscribers/${subscriberId}/charges/${over.id}/cancel`);
  await open(page, `/charges?f.subscriberId=${subscriberId}`);
  await page.getByLabel('Select all charges of this page').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Waive' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Skipped: Only a pending charge can be waived.');
  await dialog.getByRole('textbox').fill('waive');
  await dialog.getByRole('button', { name: 'Waive 1 charge' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 done of 1');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await api.get(`/subscribers/${subscriberId}/charges/${pending.id}`)).toMatchObject({
    status: 'WAIVED',
  });
});

/** Opens the dialog of an entry in the page's menu. */
async function choose(page: Page, entry: string, title: string) {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  return dialog;
}
