import { expectDocumentAccessible } from './accessibility.ts';
import { scriptBytes } from './loaded-scripts.ts';
import { waitingSubscription } from './pending-subscription.ts';
import { expect, test } from './sign-in.ts';

test.use({ storageState: undefined });

test('the page of a customer in three languages: axe in both themes, no script, and nothing wider than a phone', async ({
  page,
  api,
}) => {
  const { subscription } = await waitingSubscription(api, { dataCapMb: 50_000 });
  const { subscriberId } = subscription;
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  await api.post(`/subscribers/${subscriberId}/charges`, {
    ...{ amount: 2_500, currency: 'KES', description: 'Router' },
  });
  const { url } = await api.post(`/subscribers/${subscriberId}/page-link`);
  const { pathname } = new URL(url);
  const greetings = { en: 'Hello Wanjiru', sw: 'Habari Wanjiru', fr: 'Bonjour Wanjiru' };
  for (const [language, greeting] of Object.entries(greetings)) {
    await page.goto(`${pathname}?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1, name: greeting })).toBeVisible();
    expect(await scriptBytes(page)).toBe(0);
    await expectDocumentAccessible(page, `the page of a customer in ${language}`);
  }
  const icon = await page.locator('link[rel="icon"]').getAttribute('href');
  expect((await page.request.get(String(icon))).ok()).toBe(true);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: greetings.en })).toBeVisible();
});

test('links that nothing has: axe in both themes', async ({ page }) => {
  for (const path of ['/c/nothing?lang=fr', '/pay/nothing?lang=sw']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectDocumentAccessible(page, path);
  }
});
