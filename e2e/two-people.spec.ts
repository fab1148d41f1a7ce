import type { Page } from '@playwright/test';
import { holdRequests } from './hold-requests.ts';
import { choose } from './looks/look.ts';
import { createdPlan, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

/** The second person: a program with the key of the account, whose changes have its name. */
const price = (page: Page) => page.getByRole('textbox', { name: 'Price for a cycle' });
const save = (page: Page, noun: string) => page.getByRole('button', { name: `Save ${noun}` }).click();

test('two people on the form of a plan: the later one chooses between both versions', async ({
  page,
  context,
  api,
}) => {
  const { id } = await createdPlan(api);
  await open(page, `/plans/${id}/edit`);
  const other = await context.newPage();
  await open(other, `/plans/${id}/edit`);
  await price(other).fill('1700');
  await other.getByRole('textbox', { name: 'Grace period' }).fill('5');
  await save(other, 'plan');
  await expect(other).toHaveURL(new RegExp(`/plans/${id}$`));

  await price(page).fill('1500');
  await page.getByRole('textbox', { name: 'Length' }).fill('31');
  await save(page, 'plan');
  const alert = page.getByRole('alert').filter({ hasText: 'changed this while you were editing it' });
  await expect(alert).toContainText('Nothing of yours is saved yet.');
  // What only the other one changed is taken over; what both changed stays until it is chosen.
  const grace = alert.getByRole('radiogroup', { name: 'Grace period' });
  await expect(grace.getByRole('radio', { name: 'Take theirs: 5 days' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Grace period' })).toHaveValue('5');
  const prices = alert.getByRole('radiogroup', { name: 'Price' });
  await expect(prices.getByRole('radio', { name: 'Keep mine: KES 1,500.00' })).toBeChecked();
  await expect(price(page)).toHaveValue(/^1,?500/);
  await prices.getByRole('radio', { name: 'Take theirs: KES 1,700.00' }).click();
  await expect(price(page)).toHaveValue(/^1,?700/);
  await expect(page.getByRole('region', { name: 'What will follow' })).toContainText('30 days → 31 days');
  await save(page, 'plan');
  await expect(page).toHaveURL(new RegExp(`/plans/${id}$`));
  expect(await api.get(`/plans/${id}`)).toMatchObject({
    priceAmount: 1700,
    graceDays: 5,
    billingCycleDays: 31,
  });
  await other.close();
});

test('on a phone, what refused a long form is in sight', async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [{ id }, taken] = [await createdPlan(api), await createdPlan(api)];
  await open(page, `/plans/${id}/edit`);
  await api.patch(`/plans/${id}`, { priceAmount: 1700 });
  await price(page).fill('1500');
  await save(page, 'plan');
  const title = page.getByText(/changed this while you were editing it$/);
  await expect(title).toBeInViewport();
  const header = await page.getByRole('banner').boundingBox();
  const box = await title.boundingBox();
  expect(box?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  // A refusal that a field shows leaves the field in sight.
  await page.getByRole('textbox', { name: 'Plan name' }).fill(taken.planName as string);
  await save(page, 'plan');
  await expect(page.getByRole('textbox', { name: 'Plan name' })).toBeInViewport();
});

test('a form of a customer keeps its own value where both changed, and is refused again by a third change', async ({
  page,
  api,
}) => {
  const word = unique();
  const person = { firstName: 'Wanjiru', lastName: word, email: `${word}@example.com` };
  const phone = `+2547${String(Date.now()).slice(-8)}`;
  const { id } = await api.post('/subscribers', { ...person, phone, city: 'Nairobi' });
  await open(page, `/subscribers/${id}/edit`);
  const city = page.getByRole('textbox', { name: 'City' });
  await api.patch(`/subscribers/${id}`, { city: 'Mombasa', street: 'Moi Avenue' });
  await city.fill('Kisumu');
  await save(page, 'subscriber');
  const alert = page.getByRole('alert').filter({ hasText: 'changed this while you were editing it' });
  await expect(alert.getByRole('radio', { name: 'Take theirs: Moi Avenue' })).toBeChecked();
  await expect(alert.getByRole('radio', { name: 'Keep mine: Kisumu' })).toBeChecked();
  await api.patch(`/subscribers/${id}`, { street: 'Kenyatta Avenue' });
  await save(page, 'subscriber');
  await expect(alert.getByRole('radio', { name: 'Take theirs: Kenyatta Avenue' })).toBeChecked();
  await save(page, 'subscriber');
  await expect(page).toHaveURL(new RegExp(`/subscribers/${id}$`));
  expect(await api.get(`/subscribers/${id}`)).toMatchObject({ city: 'Kisumu', street: 'Kenyatta Avenue' });
});

test('a change of what the form does not have is said', async ({ page, api }) => {
  const plan = await createdPlan(api);
  await open(page, `/plans/${plan.id}/edit`);
  await api.patch(`/plans/${plan.id}`, { metadata: { crm: '42' } });
  await price(page).fill('2500');
  await save(page, 'plan');
  await expect(page.getByRole('alert').filter({ hasText: 'What changed is not in this form' })).toBeVisible();
  await save(page, 'plan');
  await expect(page).toHaveURL(new RegExp(`/plans/${plan.id}$`));
  expect(await api.get(`/plans/${plan.id}`)).toMatchObject({ priceAmount: 2500, metadata: { crm: '42' } });
});

test('the organisation and the account: a page that stays open is refused after another person, not after its own save', async ({
  page,
  context,
}) => {
  const city = (of: Page) => of.getByRole('textbox', { name: 'City' });
  const taxNumber = (of: Page) => of.getByRole('textbox', { name: 'Tax number' });
  const alert = page.getByRole('alert').filter({ hasText: 'changed this while you were editing it' });
  const saved = (of: Page, text: string) => expect(of.getByText(text).last()).toBeVisible();
  const [first, second] = [unique(), unique()];
  await open(page, '/settings/organisation');
  const other = await context.newPage();
  await open(other, '/settings/organisation');
  await city(other).fill(first);
  await taxNumber(other).fill('P051');
  await save(other, 'organisation');
  await saved(other, 'New invoices and emails show these details.');

  await city(page).fill(second);
  await save(page, 'organisation');
  await expect(alert.getByRole('radio', { name: `Keep mine: ${second}` })).toBeChecked();
  await expect(alert.getByRole('radio', { name: 'Take theirs: P051' })).toBeChecked();
  await save(page, 'organisation');
  await saved(page, 'New invoices and emails show these details.');
  await expect(alert).toHaveCount(0);
  // The version of its own save is read before the next one.
  for (const text of [first, second]) {
    await city(page).fill(text);
    const answer = page.waitForResponse((response) => response.url().includes('organisation.update'));
    await save(page, 'organisation');
    expect((await answer).status()).toBe(200);
  }
  await expect(alert).toHaveCount(0);
  await open(other, '/settings/organisation');
  await expect(city(other)).toHaveValue(second);
  await expect(taxNumber(other)).toHaveValue('P051');

  const rate = (of: Page) => of.getByRole('textbox', { name: 'Tax rate' });
  await rate(other).fill('7');
  await save(other, 'tax and time zone');
  await saved(other, 'The tax rate of new invoices is 7 %.');
  await rate(page).fill('9');
  await save(page, 'tax and time zone');
  await expect(alert.getByRole('radio', { name: /Keep mine: .*9/ })).toBeChecked();
  await alert.getByRole('radio', { name: /Take theirs: .*7/ }).click();
  await expect(rate(page)).toHaveValue('7');
  await save(page, 'tax and time zone');
  await expect(alert).toHaveCount(0);
  await other.close();
});

test('a webhook and an integration: rows that were added meanwhile are taken over', async ({ page, api }) => {
  const webhook = await api.post('/webhooks', { url: 'https://example.com/hook', events: ['plan.*'] });
  await open(page, `/developers/webhooks/${webhook.id}/edit`);
  await api.patch(`/webhooks/${webhook.id}`, { headers: [{ name: 'X-Tenant', value: 'acme' }] });
  await page.getByRole('textbox', { name: 'Description' }).fill('Books');
  await save(page, 'webhook');
  const alert = page.getByRole('alert').filter({ hasText: 'changed this while you were editing it' });
  await expect(alert.getByRole('radiogroup', { name: 'Headers' })).toBeVisible();
  await save(page, 'webhook');
  await expect(page).toHaveURL(new RegExp(`/developers/webhooks/${webhook.id}$`));
  expect(await api.get(`/webhooks/${webhook.id}`)).toMatchObject({
    description: 'Books',
    headers: [{ name: 'X-Tenant', value: 'acme' }],
  });

  const integration = await api.post('/integrations', { name: `CRM ${unique()}`, adapter: 'native' });
  await open(page, `/integrations/${integration.id}/edit`);
  await api.patch(`/integrations/${integration.id}`, { externalPartnerId: 'p-7' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Books');
  await save(page, 'integration');
  await expect(alert.getByRole('radio', { name: 'Take theirs: p-7' })).toBeChecked();
  await save(page, 'integration');
  await expect(page).toHaveURL(new RegExp(`/integrations/${integration.id}$`));
  expect(await api.get(`/integrations/${integration.id}`)).toMatchObject({
    name: 'Books',
    externalPartnerId: 'p-7',
  });
});

test('dialogs of an installation and of a subscription: a change that came first is not overwritten', async ({
  page,
  api,
}) => {
  const { subscription } = await waitingSubscription(api);
  const installation = await api.post('/installations', { subscriptionId: subscription.id });
  const alert = page.getByRole('alert').filter({ hasText: 'changed this while you were editing it' });
  const dialog = page.getByRole('dialog');
  const opened = async (path: string, entry: string) => {
    await open(page, path);
    const version = page.waitForResponse(
      (response) => response.url().includes('/api/trpc/') && response.headers().etag !== undefined,
    );
    await choose(page, entry);
    await (await version).finished();
  };

  await opened(`/installations/${installation.id}`, 'Edit details');
  await api.patch(`/installations/${installation.id}`, { notes: 'Call first.', serialNumber: 'A-1' });
  await dialog.getByRole('textbox', { name: 'Serial number' }).fill('B-2');
  await save(page, 'installation');
  await expect(alert.getByRole('radio', { name: 'Keep mine: B-2' })).toBeChecked();
  await expect(alert.getByRole('radio', { name: 'Take theirs: Call first.' })).toBeChecked();
  await save(page, 'installation');
  await expect(dialog).toBeHidden();
  expect(await api.get(`/installations/${installation.id}`)).toMatchObject({
    notes: 'Call first.',
    serialNumber: 'B-2',
  });

  await opened(`/subscriptions/${subscription.id}`, 'Set overrides');
  await api.patch(`/subscriptions/${subscription.id}`, { priceOverride: 2100 });
  await dialog.getByRole('textbox', { name: 'Price for a cycle' }).fill('2500');
  await dialog.getByRole('button', { name: 'Set overrides' }).click();
  await alert.getByRole('radio', { name: 'Take theirs: KES 2,100.00' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Price for a cycle' })).toHaveValue(/^2,?100/);

  await opened(`/subscriptions/${subscription.id}`, 'Edit demarcation point and reference');
  const word = unique();
  await api.patch(`/subscriptions/${subscription.id}`, { externalReference: `theirs-${word}` });
  await dialog.getByRole('textbox', { name: 'Reference' }).fill(`mine-${word}`);
  await save(page, 'subscription');
  await expect(alert.getByRole('radio', { name: `Take theirs: theirs-${word}` })).toBeVisible();
  await save(page, 'subscription');
  await expect(dialog).toBeHidden();
  expect(await api.get(`/subscriptions/${subscription.id}`)).toMatchObject({
    priceOverride: 2100,
    externalReference: `mine-${word}`,
  });
});

test('input over a value that the page shows and another person has changed is refused', async ({
  page,
  api,
}) => {
  const { subscription } = await waitingSubscription(api);
  const word = unique();
  // The page does not follow, and its dialog reads the version after the input.
  await page.route('**/api/changes*', (route) => route.fulfill({ status: 204 }));
  await open(page, `/subscriptions/${subscription.id}`);
  const read = await holdRequests(page, '**/api/trpc/subscription.get*');
  await choose(page, 'Edit demarcation point and reference');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reference' }).fill(`mine-${word}`);
  await api.patch(`/subscriptions/${subscription.id}`, { externalReference: `theirs-${word}` });
  const version = page.waitForResponse('**/api/trpc/subscription.get*');
  read();
  await (await version).finished();
  await save(page, 'subscription');
  await page.getByRole('radio', { name: `Take theirs: theirs-${word}` }).click();
  await save(page, 'subscription');
  await expect(dialog).toBeHidden();
  const { externalReference } = await api.get(`/subscriptions/${subscription.id}`);
  expect(externalReference).toBe(`theirs-${word}`);
});
