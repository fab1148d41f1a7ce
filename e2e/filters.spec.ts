import { waitingSubscription } from './pending-subscription.ts';
import { expect, open, reload, test } from './sign-in.ts';

test('a list is filtered by a name, which is still shown after a reload and read by the server', async ({
  page,
  api,
}) => {
  const wanted = await waitingSubscription(api);
  await waitingSubscription(api);
  await open(page, '/subscriptions');
  await page.getByRole('button', { name: 'Filter by Subscriber' }).click();
  const field = page.getByRole('combobox', { name: 'Subscriber' });
  await field.fill(wanted.subscriberName);
  await page.getByRole('option', { name: wanted.subscriberName }).click();
  await expect(page).toHaveURL(/f\.subscriberId=sub_/);
  const pill = page.getByRole('button', { name: `Filter Subscriber: ${wanted.subscriberName}` });
  await expect(pill).toBeVisible();
  await expect(page.locator('[data-row-link]')).toHaveCount(1);

  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain(wanted.subscriberName);
  await reload(page);
  await expect(pill).toBeVisible();

  await page.getByRole('button', { name: 'Filter by Plan' }).click();
  await page.getByRole('combobox', { name: 'Plan' }).fill(wanted.plan.planName);
  await page.getByRole('option', { name: wanted.plan.planName }).click();
  await expect(page.locator('[data-row-link]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(pill).toBeHidden();
});

test('a status filter takes several values, and the export has the same rows', async ({ page, api }) => {
  const { subscription } = await waitingSubscription(api);
  const other = await waitingSubscription(api);
  await api.post('/payments', { subscriptionId: other.subscription.id, rail: 'manual' });
  await open(page, '/subscriptions');
  await page.getByRole('button', { name: 'Filter by Status' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Pending' }).click();
  await expect(page).toHaveURL(/f\.status=PENDING/);
  const row = (id: string) => page.locator(`[data-row-link][href="/subscriptions/${id}"]`);
  await expect(row(subscription.id)).toBeVisible();
  await expect(row(other.subscription.id)).toHaveCount(0);
  await page.getByRole('menuitemcheckbox', { name: 'Active', exact: true }).click();
  await expect(row(other.subscription.id)).toBeVisible();
  await expect(row(subscription.id)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Filter Status: Pending, Active/ })).toBeVisible();
  const exported = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  const csv = await (await page.request.get(exported ?? '')).text();
  for (const id of [subscription.id, other.subscription.id]) expect(csv).toContain(id);
});

test('amounts and periods filter rows, totals and the export, and a saved view keeps the period', async ({
  page,
  api,
}) => {
  const { subscription } = await waitingSubscription(api);
  const { subscriberId } = subscription;
  for (const amount of [100, 2_500]) {
    await api.post(`/subscribers/${subscriberId}/charges`, {
      description: `Of ${amount}`,
      amount,
      currency: 'KES',
    });
  }
  await open(page, `/charges?f.subscriberId=${subscriberId}`);
  await page.getByRole('button', { name: 'Filter by Amount' }).click();
  await page.getByLabel('From', { exact: true }).fill('1,000');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Filter Amount: at least 1,000' })).toBeVisible();
  await expect(page.locator('[data-row-link]')).toHaveText(['Of 2500']);
  await expect(page.getByLabel('Totals of the filtered rows')).toContainText('2,500.00');

  await page.getByRole('button', { name: 'Filter by Created' }).click();
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(page.locator('[data-row-link]')).toHaveCount(0);
  await page.getByRole('button', { name: /^Filter Created: last month/ }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/period=last-7-days/);
  await expect(page.locator('[data-row-link]')).toHaveText(['Of 2500']);
  const exported = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  const csv = await (await page.request.get(exported ?? '')).text();
  expect(csv).toContain('Of 2500');
  expect(csv).not.toContain('Of 100');
});

test('an action that can be undone has a button for it, and the server undoes it', async ({ page, api }) => {
  const { subscription, subscriberName } = await waitingSubscription(api);
  await open(page, `/subscribers/${subscription.subscriberId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Put on hold' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click();
  const notice = page.getByRole('alert').filter({ hasText: `${subscriberName} is on hold.` });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'is lifted' })).toBeVisible();
  await expect.poll(async () => (await api.get(`/subscribers/${subscription.subscriberId}`)).hold).toBeNull();
});
