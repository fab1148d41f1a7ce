import { ownAccount } from './own-account.ts';
import { waitingSubscription } from './pending-subscription.ts';
import { expect, open, reload, test } from './sign-in.ts';

test('advance the clock, read its events in order, filter them, reload the page', async ({ browser }) => {
  test.slow();
  // On an account of its own, because the next renewal window may be that of another flow's customer.
  const { page, api, close } = await ownAccount(browser, 'Clock ISP');
  const { subscription, subscriberName: name } = await waitingSubscription(api);
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });

  await open(page, '/developers/clock');
  await page.getByText('Next renewal window', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Due until then' })).toContainText('Renewal windows open');
  await page.getByRole('button', { name: /^Advance to/ }).click();
  const caused = page.getByRole('region', { name: 'What happened' });
  await expect(caused.getByRole('button', { name: '1 renewal came up' })).toBeVisible();
  await expect(caused).toContainText('billing.cycle_ending');
  await expect(page.getByText(/ahead of real time/)).toBeVisible();

  await page.getByText('1 month', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Due until then' })).toContainText('Billing cycles end');
  await page.getByRole('button', { name: /^Advance to/ }).click();
  await expect(caused.getByRole('link', { name: 'billing.suspended' }).first()).toBeVisible();
  await expect(caused.getByRole('link', { name: /^billing\./ })).toContainText([
    'billing.overdue',
    'billing.suspended',
  ]);
  await expect(caused).not.toContainText('→');

  await caused.getByRole('button', { name: 'Filter by Type' }).click();
  await page.getByRole('menuitemradio', { name: /^billing\.overdue/ }).click();
  await expect(caused.getByRole('link', { name: 'billing.suspended' })).toHaveCount(0);
  await caused
    .getByRole('button', { name: `Only events of ${name}` })
    .first()
    .click();
  await expect(caused.getByRole('button', { name: `Remove filter Subscriber` })).toBeVisible();
  // The address follows the filter a moment later.
  await expect(page).toHaveURL(new RegExp(subscription.subscriberId));
  await reload(page);
  await expect(caused.getByRole('link', { name: 'billing.overdue' })).toBeVisible();
  await expect(caused.getByRole('link', { name: 'billing.suspended' })).toHaveCount(0);
  await expect(caused.getByRole('link', { name })).toHaveAttribute(
    'href',
    `/subscribers/${subscription.subscriberId}`,
  );
  await caused.getByRole('button', { name: 'Remove filter Type' }).click();
  await expect(caused.getByRole('link', { name: 'billing.suspended' }).first()).toBeVisible();

  // The last advance is one click away.
  await page
    .getByRole('list')
    .getByRole('button', { name: /^To .*days/ })
    .last()
    .click();
  await expect(caused).toContainText('billing.cycle_ending');
  await close();
});

test('a chosen date is previewed before the clock advances', async ({ page }) => {
  await open(page, '/developers/clock');
  await page.getByText('A date', { exact: true }).click();
  await page.getByRole('button', { name: 'Date and time' }).click();
  await expect(page.getByRole('button', { name: 'Use this date' })).toBeVisible();
});

test('a live account shows why its clock cannot be moved', async ({ browser }) => {
  const { page, close } = await ownAccount(browser, 'Live ISP', '--live');
  await open(page, '/developers/clock');
  await expect(page.getByText('Live accounts run on real time')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Advance/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Test clock' })).toHaveCount(0);
  await close();
});
