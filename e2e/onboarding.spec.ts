import type { Page } from '@playwright/test';
import { statusOf, unique, uniquePhone, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('from a plan to an active customer: floor, first payment, cycle, invoice, network', async ({ page }) => {
  test.slow();
  const word = unique();
  const plan = { name: `Onboarding ${word}`, price: '2999' };
  const subscriber = `Onboarded ${word}`;
  const place = `Cabinet ${word}`;

  await test.step('a price below the floor is reported while typing, and refused', async () => {
    await open(page, '/plans/new');
    await page.getByRole('textbox', { name: 'Plan name' }).fill(plan.name);
    await page.getByRole('textbox', { name: 'Download' }).fill('20');
    await page.getByRole('textbox', { name: 'Upload' }).fill('5');
    await search(page, 'Currency', 'KES');
    await page.getByRole('textbox', { name: 'Price for a cycle' }).fill('10');
    await expect(
      page.getByText(/^Floor for 20 Mbps: KES\s[\d,.]+\. This price is below it\.$/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Create plan' }).click();
    await expect(page.getByText('PLAN_PRICE_BELOW_FLOOR')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Plan name' })).toHaveValue(plan.name);
  });

  await test.step('the same form creates the plan at a higher price', async () => {
    await page.getByRole('textbox', { name: 'Price for a cycle' }).fill(plan.price);
    await expect(page.getByText(/^Floor for 20 Mbps: KES\s[\d,.]+\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Create plan' }).click();
    await expect(page.getByRole('heading', { level: 1, name: plan.name })).toBeVisible();
    await expect(page.getByText(/is above the floor of/)).toBeVisible();
  });

  await test.step('create a subscriber and a demarcation point', async () => {
    await open(page, '/subscribers/new');
    await page.getByRole('textbox', { name: 'First name' }).fill('Wanjiru');
    await page.getByRole('textbox', { name: 'Last name' }).fill(subscriber);
    await page.getByRole('textbox', { name: 'Email' }).fill(`${word}@example.com`);
    await page.getByRole('textbox', { name: 'Phone' }).fill(uniquePhone());
    await page.getByRole('button', { name: 'Create subscriber' }).click();
    await expect(page.getByRole('heading', { level: 1, name: subscriber })).toBeVisible();

    await open(page, '/demarcation-points/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(place);
    await page.getByRole('combobox', { name: 'Access' }).click();
    await page.getByRole('option', { name: 'Fibre' }).click();
    await page.getByRole('button', { name: 'Create demarcation point' }).click();
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
  });

  await test.step('create a subscription, which waits for its first payment', async () => {
    await open(page, '/subscriptions/new');
    await search(page, 'Subscriber', subscriber);
    await search(page, 'Plan', plan.name);
    await search(page, 'Demarcation point', place);
    await expect(page.getByRole('region', { name: 'What will follow' })).toContainText(
      `subscribes to ${plan.name}`,
    );
    await page.getByRole('button', { name: 'Create subscription' }).click();
    await expect(page.getByRole('heading', { level: 1, name: plan.name })).toBeVisible();
    await expect(statusOf(page, 'PENDING')).toBeVisible();
    await expect(page.getByRole('region', { name: 'What happens next' })).toContainText(
      /Awaiting the first payment of KES\s2,999\.00/,
    );
    await page.getByRole('tab', { name: 'Network' }).click();
    await expect(page.getByText('Network credentials come with the first payment.')).toBeVisible();
    await page.getByRole('tab', { name: 'Overview' }).click();
  });

  await test.step('pay it in cash', async () => {
    await page.getByRole('button', { name: 'Record payment', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await expect(dialog.getByText(/is in service, paid until/)).toBeVisible();
    await dialog.getByRole('radio', { name: 'Cash or transfer' }).check();
    await dialog.getByRole('textbox', { name: 'Reference' }).fill(`CASH-${word}`);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(statusOf(page, 'ACTIVE')).toBeVisible();
    await expect(page.getByRole('region', { name: 'What happens next' })).toContainText('Paid until');
    await expect(page.getByRole('region', { name: 'Current cycle' })).toContainText('Day 1 of 30');
  });

  await test.step('show the network password', async () => {
    await page.getByRole('tab', { name: 'Network' }).click();
    const network = page.getByRole('region', { name: 'Network access' });
    const password = network.getByRole('button', { name: /^Copy network password \S+/ });
    await expect(password).toBeHidden();
    await network.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toBeVisible();
    await network.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toBeHidden();
  });

  await test.step('payment, invoice and cycle exist', async () => {
    await page.getByRole('tab', { name: 'Billing' }).click();
    const rows = (title: string) => page.getByRole('region', { name: title }).getByRole('listitem').first();
    await expect(rows('Payments')).toContainText(`CASH-${word}`);
    await expect(rows('Payments')).toContainText('Completed');
    const invoices = page.getByRole('region', { name: 'Invoices' }).getByRole('listitem');
    await expect(invoices.first()).toContainText('Paid');
    await expect(rows('Cycles')).toContainText('Active');
  });

  await test.step('the timeline shows the payment', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const timeline = page.getByRole('tabpanel');
    for (const event of ['subscription.created', 'payment.received', 'billing.cycle_started']) {
      await expect(timeline.getByText(event, { exact: true })).toBeVisible();
    }
  });
});

test('a payment that the gateway rejects leaves the subscription PENDING, and it can be cancelled', async ({
  page,
  api,
}) => {
  const { subscription, subscriberName } = await waitingSubscription(api);
  await open(page, `/subscriptions/${subscription.id}`);

  await page.getByRole('button', { name: 'Record payment', exact: true }).click();
  const pay = page.getByRole('dialog', { name: 'Record payment' });
  await pay.getByRole('radio', { name: 'Simulated gateway' }).check();
  await pay.getByRole('button', { name: 'Start payment' }).click();
  await pay.getByRole('button', { name: 'Insufficient funds' }).click();
  await expect(pay).toBeHidden();
  await expect(statusOf(page, 'PENDING')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel subscription' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel this subscription' });
  await expect(cancel.getByRole('button', { name: 'Cancel subscription' })).toBeDisabled();
  await cancel.getByRole('textbox', { name: /^Type/ }).fill(subscriberName);
  await cancel.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(statusOf(page, 'CANCELLED')).toBeVisible();
  await expect(page.getByText(/It cannot be restored or paid/)).toBeVisible();
});

/** Types into a search field and chooses the first match. */
async function search(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}
