import type { Locator, Page } from '@playwright/test';
import { createdPlan, statusOf, unique, uniquePhone, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

/** The most elements that a person passes with the Tab key before the one they look for. */
const MAX_STEPS = 60;

/** Moves the focus with the Tab key until it is on an element. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MAX_STEPS; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, `reached by the Tab key in ${MAX_STEPS} steps`).toBeFocused();
}

/** Opens the first entry that Ctrl+K finds. */
async function run(page: Page, words: string, entry: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await expect(page.getByPlaceholder(/^Name, phone/)).toBeFocused();
  await page.keyboard.type(words);
  await expect(palette.getByRole('button', { name: entry })).toHaveAttribute('data-selected', 'true');
  await page.keyboard.press('Enter');
}

/** Types into the focused search field and chooses the first match. */
async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name: text }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('onboard a customer without a mouse', async ({ page, api }) => {
  test.slow();
  const word = unique();
  const { planName } = await createdPlan(api, `Keys ${word}`);
  await api.post('/demarcation-points', { name: `Mast ${word}`, accessType: 'WIRELESS' });
  await open(page, '/');

  await test.step('the subscriber', async () => {
    await run(page, 'new subscriber', 'New subscriber');
    await expect(page.getByLabel('First name')).toBeFocused();
    await page.keyboard.type('Wanjiru');
    for (const [label, text] of [
      ['Last name', word],
      ['Email', `${word}@example.com`],
      ['Phone', uniquePhone()],
    ] as const) {
      await tabTo(page, page.getByRole('textbox', { name: label }));
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `Wanjiru ${word}` })).toBeVisible();
  });

  await test.step('the subscription', async () => {
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New subscription' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('combobox', { name: 'Plan' }));
    await choose(page, planName);
    await tabTo(page, page.getByRole('combobox', { name: 'Demarcation point' }));
    await choose(page, `Mast ${word}`);
    await tabTo(page, page.getByRole('button', { name: 'Create subscription' }));
    await page.keyboard.press('Enter');
    await expect(statusOf(page, 'PENDING')).toBeVisible();
  });

  await test.step('the first payment', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Record payment', exact: true }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await tabTo(page, dialog.getByRole('textbox', { name: 'Reference' }));
    await page.keyboard.type(`CASH-${word}`);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(statusOf(page, 'ACTIVE')).toBeVisible();
  });
});

test('collect what is owed without a mouse', async ({ page, api }) => {
  const { subscription, subscriberName } = await waitingSubscription(api);
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  await api.post(`/subscribers/${subscription.subscriberId}/charges`, {
    ...{ description: 'Router', amount: 250, currency: 'KES' },
  });
  await open(page, '/');
  await run(page, subscriberName, new RegExp(`^${subscriberName}`));
  const owed = page.getByRole('region', { name: 'Owed now' });
  await tabTo(page, owed.getByRole('button', { name: 'Record payment' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await expect(dialog.getByRole('region', { name: 'What will follow' })).toContainText('pays KES 250.00');
  await tabTo(page, dialog.getByRole('textbox', { name: 'Reference' }));
  await page.keyboard.type(`CASH-${unique()}`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(owed).toContainText('Nothing is owed.');
});
