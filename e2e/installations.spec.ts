import type { Page } from '@playwright/test';
import { statusOf, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('an installation with a fee, from its creation to ACTIVATED', async ({ page, api }) => {
  test.slow();
  const { subscription, subscriberName } = await waitingSubscription(api);

  await test.step('create it for a subscription with a fee', async () => {
    await open(page, `/installations/new?subscriptionId=${subscription.id}`);
    await expect(page.getByRole('combobox', { name: 'Subscriber' })).toHaveValue(subscriberName);
    const follows = page.getByRole('region', { name: 'What will follow' });
    await expect(follows).toContainText('is ordered without a fee');
    await page.getByLabel('Fee', { exact: true }).fill('1500');
    await expect(follows).toContainText(/is charged KES\s1,500\.00/);
    await page.getByRole('button', { name: 'Create installation' }).click();
    await expect(statusOf(page, 'PENDING_PAYMENT')).toContainText('fee unpaid');
  });

  await test.step('pay the fee', async () => {
    await page.getByRole('button', { name: 'Pay fee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await expect(dialog.getByRole('region', { name: /What will follow/ })).toContainText(
      'Events: payment.received, installation.updated',
    );
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await expect(statusOf(page, 'AWAITING_INSTALLATION')).toContainText('no appointment yet');
  });

  await test.step('move the appointment past the window', async () => {
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    await dialog.getByRole('button', { name: 'Appointment' }).click();
    for (let turned = 0; turned < 2; turned++) await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: /^15 / }).click();
    await page.getByRole('button', { name: 'Use this time' }).click();
    await dialog.getByLabel('Technician').fill('Njeri Wambui');
    const follows = dialog.getByRole('region', { name: 'What will follow' });
    await expect(follows).toContainText('Technician of the installation: none → Njeri Wambui.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: 'Appointment' })).toContainText('Njeri Wambui');
  });

  await test.step('mark it as installed on its card', async () => {
    await open(page, '/installations');
    const waiting = page.getByRole('region', { name: 'Awaiting installation' });
    await expect(waiting.getByRole('link', { name: subscriberName })).toBeVisible();
    await waiting.getByRole('button', { name: `Actions for ${subscriberName}` }).click();
    await page.getByRole('menuitem', { name: 'Mark installed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark installed' });
    await expect(dialog).toContainText('is activated');
    await dialog.getByRole('button', { name: 'Mark installed' }).click();
    const done = page.getByRole('region', { name: 'Activated' });
    await expect(done.getByRole('link', { name: subscriberName })).toBeVisible();
    await expect(waiting.getByRole('link', { name: subscriberName })).toBeHidden();
    await done.getByRole('link', { name: subscriberName }).click();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    for (const event of ['installation.created', 'subscriber.charge.created', 'payment.received']) {
      await expect(page.getByText(event, { exact: true }).first()).toBeVisible();
    }
  });
});

test('a fee is waived and an installation is cancelled; each dialog shows the consequences first', async ({
  page,
  api,
}) => {
  const { subscription } = await waitingSubscription(api);
  const order = () => api.post('/installations', { subscriptionId: subscription.id, feeAmount: 900 });
  const waived = await order();
  await open(page, `/installations/${waived.id}`);
  await choose(page, 'Waive fee');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/fee of KES\s900\.00 is waived/);
  await dialog.getByRole('button', { name: 'Waive fee' }).click();
  await expect(statusOf(page, 'AWAITING_INSTALLATION')).toBeVisible();
  await choose(page, 'Cancel installation');
  await dialog.getByRole('button', { name: 'Cancel installation' }).click();
  await expect(statusOf(page, 'CANCELLED')).toBeVisible();

  const unpaid = await order();
  await open(page, `/installations/${unpaid.id}`);
  await choose(page, 'Cancel installation');
  await expect(dialog).toContainText(/Charge Installation fee of KES\s900\.00 is cancelled/);
  await dialog.getByRole('button', { name: 'Cancel installation' }).click();
  await expect(page.getByRole('region', { name: 'Fee', exact: true })).toContainText(
    'Installation cancelled',
  );

  await open(page, '/installations');
  const ended = page.getByRole('region', { name: 'Ended' });
  await ended.getByRole('button', { name: /^Cancelled/ }).click();
  await expect(ended.locator('a[data-row-link]').first()).toBeVisible();
});

test('schedule and assign several installations at once and see them in the calendar', async ({
  page,
  api,
}) => {
  test.slow();
  const customers = [await waitingSubscription(api), await waitingSubscription(api)];
  for (const { subscription } of customers) {
    await api.post('/installations', { subscriptionId: subscription.id });
  }
  const technician = `Tech ${unique()}`;
  await open(page, '/installations?view=list&f.status=AWAITING_INSTALLATION&f.isScheduled=false');
  await page.getByLabel('Select all installations of this page').check();
  await bulk(page, 'Assign');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Assign \d/ })).toBeDisabled();
  await dialog.getByLabel('Technician').fill(technician);
  await expect(
    dialog.getByText(`Technician of the installation: none → ${technician}.`).first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: /^Assign \d/ }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^(\d+) done of \1$/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByLabel('Select all installations of this page').check();
  await bulk(page, 'Schedule');
  await dialog.getByRole('button', { name: 'Appointment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^\d+ / }).last().click();
  await page.getByRole('button', { name: 'Use this time' }).click();
  await dialog.getByRole('button', { name: /^Schedule \d/ }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^(\d+) done of \1$/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByText('Calendar', { exact: true }).click();
  const entry = page
    .getByRole('table', { name: 'Appointments' })
    .getByRole('link', { name: customers[0]?.subscriberName });
  await expect(entry).toBeVisible();
  await page.getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/view=calendar.*cal=week|cal=week.*view=calendar/);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}/);
});

async function choose(page: Page, entry: string) {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function bulk(page: Page, action: string) {
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: action }).click();
}
