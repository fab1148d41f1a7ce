import { unique } from './pending-subscription.ts';
import { expect, open, origin, test } from './sign-in.ts';

test('a refused request opens with its reasons and its correlation', async ({ page, partner }) => {
  const refused = await fetch(`${origin}/v1/plans`, {
    method: 'POST',
    headers: {
      'x-access-id': partner.accessId,
      'x-access-secret': partner.accessSecret,
      'content-type': 'application/json',
      'idempotency-key': `order-${unique()}`,
    },
    body: JSON.stringify({ planName: 'Too cheap', apiKey: 'a-secret-of-the-client' }),
  });
  expect(refused.status).toBe(400);
  const { correlationId } = await refused.json();

  await open(page, '/developers/requests');
  const row = page.getByRole('link', { name: 'POST /v1/plans' }).first();
  await expect(async () => {
    await page.getByRole('button', { name: /new$|^Refresh$/ }).click();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Refused/ })
    .click();
  // A click on a row of the former view would be undone by the change of the view.
  await page.waitForURL(({ search }) => search !== '');
  await row.click();

  const why = page.getByRole('region', { name: 'Why it was refused' });
  await expect(why).toContainText('priceAmount');
  await expect(why.getByRole('link', { name: 'About VALIDATION_FAILED' })).toHaveAttribute(
    'href',
    '/docs/errors#VALIDATION_FAILED',
  );
  await expect(page.getByRole('region', { name: 'Request body' })).toContainText('"Too cheap"');
  await expect(page.getByRole('region', { name: 'Request body' })).toContainText('••••ient');
  await expect(page.locator('body')).not.toContainText('a-secret-of-the-client');
  await page.getByRole('button', { name: 'As an API request' }).click();
  await expect(page.getByRole('region', { name: 'curl command' })).toContainText('-H "X-Access-Secret: ••••');

  await page.getByRole('link', { name: 'All it caused' }).click();
  await expect(page).toHaveURL(`/developers/correlation/${correlationId}`);
  const request = page.getByRole('listitem').filter({ hasText: 'POST /v1/plans' });
  await expect(request).toContainText('400');
  await request.getByRole('link', { name: 'POST /v1/plans' }).click();
  await expect(page).toHaveURL(/requests\/req_/);
});

test('audit: who changed a price, and all that the change caused', async ({ page, api }) => {
  const planName = `Home ${unique()}`;
  const plan = await api.post('/plans', {
    ...{ planName, planType: 'RESIDENTIAL', downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
    ...{ priceAmount: 100, priceCurrency: 'USD', billingCycleDays: 30 },
  });
  await api.put(`/plans/${plan.id}`, {
    ...{ planName, planType: 'RESIDENTIAL', downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
    ...{ priceAmount: 120.5, priceCurrency: 'USD', billingCycleDays: 30 },
  });
  await open(page, '/audit');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Prices' }).click();
  const entry = page.getByRole('link', { name: `changed plan ${planName}: price` }).first();
  await expect(entry).toContainText(/100\.00 → .*120\.50/);
  await entry.click();
  await page.waitForURL('**/developers/correlation/**');
  await expect(async () => {
    await page.reload();
    const request = page.getByRole('listitem').filter({ hasText: `PUT /v1/plans/${plan.id}` });
    await expect(request).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('link', { name: 'plan.updated' })).toBeVisible();
});
