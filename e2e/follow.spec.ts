import type { Locator } from '@playwright/test';
import { holdRequests } from './hold-requests.ts';
import { createdPlan, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, type Page, test } from './sign-in.ts';

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
  await expect(owed.getByRole('button', { name: 'Record payment' })).toBeVisible();
  await api.post('/payments', { chargeId: charge.id, rail: 'manual' });
  await expect(owed.getByRole('button', { name: 'Record payment' })).toBeHidden();
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
  await expect(page.getByRole('link', { name: `Home ${word}` })).toBeVisible();
  await other.bringToFront();
  await expect(other.getByRole('link', { name: `Home ${word}` })).toBeVisible();
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

/** Each kind of control, with the page that has it; `S` is the subscriber and `N` the subscription of a partner. */
const controls: { kind: string; path: string; find: (page: Page) => Locator }[] = [
  { kind: 'a link of the side bar', path: '/plans', find: linkOf('Subscribers') },
  { kind: 'a row', path: '/subscribers', find: (page) => page.locator('[data-row-link]').first() },
  { kind: 'a view', path: '/subscribers', find: linkOf(/^Terminated/) },
  { kind: 'a heading', path: '/subscribers', find: buttonOf('Email') },
  { kind: 'a filter', path: '/subscribers', find: buttonOf('Filter by Created') },
  { kind: 'a menu', path: '/subscribers', find: buttonOf('Theme') },
  { kind: 'the columns', path: '/subscribers', find: buttonOf('Choose columns') },
  { kind: 'the bell', path: '/subscribers', find: buttonOf(/^Notifications/) },
  { kind: 'the search', path: '/subscribers', find: buttonOf('Search or run a command') },
  { kind: 'a page with a form', path: '/subscribers', find: linkOf('New subscriber') },
  { kind: 'a tab', path: '/subscribers/S', find: (page) => page.getByRole('tab', { name: /^Payments/ }) },
  { kind: 'a dialog', path: '/subscriptions/N', find: buttonOf('Record payment') },
  { kind: 'the menu of a page', path: '/subscriptions/N', find: buttonOf('More actions') },
  { kind: 'the button of a form', path: '/subscribers/S/edit', find: buttonOf('Save subscriber') },
];

function linkOf(name: string | RegExp) {
  return (page: Page) => page.getByRole('link', { name, exact: true }).first();
}

function buttonOf(name: string | RegExp) {
  return (page: Page) => page.getByRole('button', { name, exact: true }).first();
}

test('each kind of control shows that a click was taken while nothing has answered', async ({
  page,
  api,
}) => {
  test.slow();
  const { subscription } = await waitingSubscription(api);
  for (const { kind, path, find } of controls) {
    await test.step(kind, async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await open(page, path.replace(/S(?=$|\/)/, subscription.subscriberId).replace(/N$/, subscription.id));
      await expect(find(page)).toBeVisible();
      const answer = await holdRequests(page, '**/*');
      await find(page).click({ noWaitAfter: true });
      const opened = page.locator('[role="dialog"], [role="menu"], [data-loading]');
      await expect(page.getByRole('progressbar', { name: 'Loading' }).or(opened).first()).toBeVisible();
      answer();
      await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0);
    });
  }
});
