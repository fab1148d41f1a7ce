import { createdPlan, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('an open page shows what the payer and the router do, without a reload', async ({ page, api }) => {
  const { subscription, subscriberName } = await waitingSubscription(api);
  await open(page, `/subscribers/${subscription.subscriberId}`);
  const owed = page.getByRole('region', { name: 'Owed now' });
  await expect(page.getByRole('heading', { name: subscriberName })).toBeVisible();
  const charge = await api.post(`/subscribers/${subscription.subscriberId}/charges`, {
    description: 'Router',
    amount: 250,
    currency: 'KES',
  });
  await expect(owed.getByRole('button', { name: 'Collect' })).toBeVisible({ timeout: 20_000 });
  await api.post('/payments', { chargeId: charge.id, rail: 'manual' });
  await expect(owed.getByRole('button', { name: 'Collect' })).toBeHidden({ timeout: 20_000 });
  await expect(owed).toContainText('Nothing is owed.');
});

test('a list shows a new row, and a second window follows too', async ({ page, context, api }) => {
  const word = unique();
  await open(page, `/plans?q=${word}`);
  const other = await context.newPage();
  await open(other, `/plans?q=${word}`);
  await expect(other.getByText('No plan matches')).toHaveCount(0);
  const streams = page.waitForRequest((request) => request.url().includes('/api/changes'), {
    timeout: 20_000,
  });
  await page.bringToFront();
  await streams.catch(() => {});
  const plan = await createdPlan(api);
  await api.patch(`/plans/${plan.id}`, { planName: `Home ${word}` });
  await expect(page.getByRole('link', { name: `Home ${word}` })).toBeVisible({ timeout: 20_000 });
  await other.bringToFront();
  await expect(other.getByRole('link', { name: `Home ${word}` })).toBeVisible({ timeout: 20_000 });
  await other.close();
});

test('an action that is refused as outdated shows the current state', async ({ page, api }) => {
  const { subscription } = await waitingSubscription(api);
  // Without the stream the page is out of date.
  await page.route('**/api/changes*', (route) => route.fulfill({ status: 204 }));
  await open(page, `/subscribers/${subscription.subscriberId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Put on hold' }).click();
  const dialog = page.getByRole('dialog', { name: /hold/ });
  await expect(dialog.getByRole('region', { name: 'What will follow' })).toContainText('on hold');
  await api.post(`/subscribers/${subscription.subscriberId}/terminate`);
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The page now shows the current state.');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.locator('[data-status="terminated"]').first()).toBeVisible();
});

test('a click shows that it was taken while the server has not answered', async ({ page }) => {
  await open(page, '/plans');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/subscribers*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Subscribers', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0);
});
