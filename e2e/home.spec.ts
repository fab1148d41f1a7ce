import { DAY_MS } from '../server/contract/days.ts';
import { ownAccount } from './own-account.ts';
import { waitingSubscription } from './pending-subscription.ts';
import { expect, open, type Page, test } from './sign-in.ts';

/** Opens the list of a number by keyboard, and expects the list to have as many rows. */
async function openList(page: Page, figure: string, name: RegExp, path: RegExp, total: string) {
  await page.getByRole('region', { name: figure, exact: true }).getByRole('link', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('status').filter({ hasText: total })).toHaveText(total);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
}

test('the first steps of a new provider, then each number of home with the list that it counts', async ({
  browser,
}) => {
  test.slow();
  const { page, api, close } = await ownAccount(browser, 'New ISP');
  await test.step('a new provider sees what to do first', async () => {
    await open(page, '/');
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByRole('img', { name: 'To do' })).toHaveCount(5);
    await steps.getByRole('link', { name: 'Add a plan' }).click();
    await expect(page).toHaveURL(/\/plans\/new$/);
  });

  const [paid, owing] = [await waitingSubscription(api), await waitingSubscription(api)];
  for (const { subscription } of [paid, owing]) {
    await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  }
  const { expiresAt } = await api.get(`/subscriptions/${owing.subscription.id}`);
  const advance = (ms: number) =>
    api.post('/test-clock/advance', { to: new Date(Date.parse(expiresAt) + ms).toISOString() });
  await advance(-DAY_MS);
  await api.post('/payments', { subscriptionId: paid.subscription.id, rail: 'manual' });
  await advance(2 * DAY_MS);

  await test.step('overdue: one invoice of two days, in the list as well', async () => {
    await open(page, '/');
    await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
    const overdue = page.getByRole('region', { name: 'Overdue', exact: true });
    await expect(overdue).toContainText(/KES\s1,999\.00/);
    await expect(overdue).toContainText('1 invoice');
    await openList(page, 'Overdue', /KES/, /f\.overdue=true/, '1 invoice');
    await openList(page, 'Overdue by age', /^1$/, /f\.ageing=DAYS_1_7/, '1 invoice');
  });

  await test.step('recurring revenue: two subscriptions in service', async () => {
    await expect(page.getByRole('region', { name: 'MRR', exact: true }).first()).toContainText(
      /KES\s3,998\.00/,
    );
    await openList(page, 'Subscriptions in service', /^2$/, /f\.inService=true/, '2 subscriptions');
  });

  await test.step('what is to be done today, with its list', async () => {
    const today = page.getByRole('region', { name: 'Today' });
    await expect(today).toContainText('Nothing needs you now.');
    const late = {
      subscriptionId: paid.subscription.id,
      scheduledAt: new Date(Date.parse(expiresAt)).toISOString(),
    };
    await api.post('/installations', late);
    // The page follows the events of the account.
    await expect(today.getByRole('link', { name: /^1 installation not done/ })).toBeVisible();
    await today.getByRole('link', { name: /^1 installation not done/ }).click();
    await expect(page).toHaveURL(/\/installations\/inst_/);
    await page.goBack();
  });

  await test.step('the twelve months as tables', async () => {
    await page.getByText('Table', { exact: true }).click();
    const table = page.getByRole('table', { name: /^Collected by month/ });
    await expect(table.getByRole('row')).toHaveCount(13);
    const total = table.getByRole('row').filter({ hasText: /KES\s[1-9]/ });
    await expect(total.first()).toBeVisible();
  });
  await close();
});
