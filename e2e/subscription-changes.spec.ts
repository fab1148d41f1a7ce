import type { Page } from '@playwright/test';
import { createdPlan, statusOf, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('request a plan change, cancel the subscription, withdraw the cancellation', async ({ page, api }) => {
  test.slow();
  const { subscription, subscriberName } = await waitingSubscription(api);
  const next = `Faster ${unique()}`;
  const other = `Other ${unique()}`;
  await createdPlan(api, next);
  await createdPlan(api, other, { priceAmount: 1500 });
  await api.post('/payments', {
    subscriptionId: subscription.id,
    rail: 'manual',
    reference: `CASH-${unique()}`,
  });
  await open(page, `/subscriptions/${subscription.id}`);
  await expect(statusOf(page, 'ACTIVE')).toBeVisible();
  const coming = page.getByRole('region', { name: 'Coming up' });

  await test.step('another plan, from the end of the cycle', async () => {
    const dialog = await choose(page, 'Change plan', 'Change plan');
    await expect(dialog.getByRole('button', { name: 'Change plan' })).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'New plan' }).fill(next);
    await page.getByRole('option', { name: next }).click();
    await expect(dialog).toContainText(/KES\s1,999\.00 for 30 days/);
    const follows = dialog.getByRole('region', { name: 'What will follow' });
    await expect(follows).toContainText(`The plan changes to ${next} on`);
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('The plan change is pending.')).toBeVisible();
    await expect(coming.getByText('Next plan')).toBeVisible();
    await expect(coming.getByRole('link', { name: next })).toBeVisible();
  });

  await test.step('undone, the change that was pending before is pending again', async () => {
    const dialog = await choose(page, 'Change plan', 'Change plan');
    await dialog.getByRole('combobox', { name: 'New plan' }).fill(other);
    await page.getByRole('option', { name: other }).click();
    await expect(dialog).toContainText(/KES\s1,999\.00 for 30 days → KES\s1,500\.00 for 30 days/);
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await expect(coming.getByRole('link', { name: other })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByText('The earlier plan change is pending again.')).toBeVisible();
    await expect(coming.getByRole('link', { name: next })).toBeVisible();
  });

  await test.step('cancelled, in service until the end of the cycle', async () => {
    const dialog = await choose(page, 'Cancel subscription', 'Cancel this subscription');
    await expect(dialog.getByText(/stays in service until \d+ \w+ \d{4}/)).toBeVisible();
    // The notice stays for ten seconds, in which its change can be undone.
    await expect(page.getByText('The plan change is pending.')).toBeHidden();
    await dialog.getByRole('textbox', { name: /^Type / }).fill(subscriberName);
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(dialog).toBeHidden();
    await expect(statusOf(page, 'ACTIVE')).toBeVisible();
    await expect(coming.getByText('Cancellation date')).toBeVisible();
    await expect(page.getByRole('region', { name: 'What happens next' })).toContainText(
      /Cancelled by .+ on \d+ \w+ \d{4}.*: service ends on \d+ \w+ \d{4}/,
    );
  });

  await test.step('withdrawn, with the pending plan change', async () => {
    const explanation = page.getByRole('region', { name: 'What happens next' });
    await explanation.getByRole('button', { name: 'Withdraw cancellation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw the cancellation' });
    await dialog.getByRole('button', { name: 'Withdraw cancellation' }).click();
    await expect(dialog).toBeHidden();
    await expect(coming.getByText('Cancellation date')).toBeHidden();
    await expect(page.getByRole('region', { name: 'What happens next' })).toContainText(
      `The plan changes to ${next}`,
    );
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
