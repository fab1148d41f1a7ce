import { createHmac } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { API_KEY, API_SECRET, startFakeSplynx } from '../test/fakes/splynx.ts';
import { createdPlan, statusOf, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('create an integration, map a tariff, and retry a failed event', async ({ page, api }) => {
  const unique = Date.now();
  const plan = await api.post('/plans', {
    planName: `Hook ${unique}`,
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 20,
    uploadSpeedMbps: 5,
    priceAmount: 100,
    priceCurrency: 'USD',
    billingCycleDays: 30,
  });
  await api.post('/subscribers', {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `hook.${unique}@example.com`,
    phone: `+2547${String(unique).slice(-8)}`,
    externalUserId: String(unique),
  });

  await open(page, '/integrations/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Splynx ${unique}`);
  await page.getByRole('combobox', { name: 'Adapter' }).click();
  await page.getByRole('option', { name: 'Splynx', exact: true }).click();
  await page.getByRole('button', { name: 'Create integration' }).click();
  const shown = page.getByRole('dialog', { name: 'Integration created' });
  const secret = (await shown.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^isec_/);
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByRole('heading', { name: `Splynx ${unique}` })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const attributes = {
    id: '1001',
    customer_id: String(unique),
    tariff_id: '12',
    status: 'active',
    login: 'ada',
  };
  const body = JSON.stringify({ event: 'internet_service/create', data: { attributes } });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const answer = await page.request.post(`/v1/integrations/${id}/webhooks`, {
    headers: { 'content-type': 'application/json', 'x-webhook-signature': signature },
    data: body,
  });
  expect(answer.status()).toBe(201);
  await expect(page.getByText('The tariff is not mapped to a plan')).toBeVisible();
  await expect(page.getByText('Failing · 1 event failed')).toBeVisible();
  await open(page, '/integrations?f.failing=true');
  await expect(page.getByRole('row', { name: `Splynx ${unique}` })).toContainText('Failing · 1 event failed');
  await open(page, `/integrations/${id}`);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Add tariff' }).click();
  const widthOf = async (field: Locator) => Math.round((await field.boundingBox())?.width ?? 0);
  const tariffWidth = await widthOf(page.getByRole('textbox', { name: 'Tariff ID' }));
  expect(await widthOf(page.getByRole('combobox', { name: 'Plan' }))).toBe(tariffWidth);
  await page.getByRole('textbox', { name: 'Tariff ID' }).fill('12');
  await page.getByRole('combobox', { name: 'Plan' }).fill(`Hook ${unique}`);
  await page.getByRole('option', { name: `Hook ${unique}` }).click();
  await page.getByRole('button', { name: 'Save integration' }).click();
  await page.waitForURL(new RegExp(`/integrations/${id}$`));
  expect((await api.get(`/integrations/${id}`)).tariffMap).toEqual({ 12: plan.id });

  await page.getByRole('link', { name: 'internet_service/create' }).click();
  await expect(page.getByText('"tariffId"')).toBeVisible();
  await page.getByRole('button', { name: 'Retry event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry event' }).click();
  await expect(page.getByRole('link', { name: 'subscription.created' })).toBeVisible();
  await expect(statusOf(page, 'PROCESSED')).toHaveText('Applied');

  await page.getByRole('link', { name: 'All it caused' }).click();
  await expect(page.getByRole('heading', { name: 'Correlation' })).toBeVisible();
  const [came] = await page.getByRole('main').getByRole('listitem').all();
  await expect(came as Locator).toContainText(/Received\s*internet_service\/create/);
  await expect(came as Locator).toContainText(`from Splynx ${unique} · Applied`);
  await (came as Locator).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/integrations/${id}/events/inb_`));

  await open(page, `/integrations/${id}?tab=setup`);
  await expect(page.getByRole('link', { name: `Hook ${unique}` })).toBeVisible();
  await expect(statusOf(page, 'ACTIVE')).toHaveText('Active');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Revoke secret' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(`Splynx ${unique}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked. No events are accepted')).toBeVisible();
});

test('the plan change of an external system is withdrawn on the page of its subscription', async ({
  page,
  api,
}) => {
  const externalUserId = unique();
  const fast = await createdPlan(api);
  const slow = await createdPlan(api, undefined, { priceAmount: 999 });
  await api.post('/subscribers', {
    firstName: 'Ada',
    lastName: externalUserId,
    email: `${externalUserId}@example.com`,
    phone: `+2547${String(Date.now()).slice(-8)}`,
    externalUserId,
  });
  const { id: integrationId, secret } = await api.post('/integrations', {
    name: `External ${externalUserId}`,
    adapter: 'native',
    tariffMap: { 1: fast.id, 2: slow.id },
  });
  const send = async (event: string, tariffId: string) => {
    const customer = { externalId: externalUserId };
    const data = { serviceId: `svc-${externalUserId}`, customer, status: 'active', tariffId };
    const body = JSON.stringify({ event, data });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const answer = await page.request.post(`/v1/integrations/${integrationId}/webhooks`, {
      headers: { 'content-type': 'application/json', 'x-webhook-signature': signature },
      data: body,
    });
    expect(answer.status()).toBe(201);
  };
  const subscription = async () => (await api.get(`/subscriptions?planId=${fast.id}`))[0] ?? {};
  await send('service.created', '1');
  await expect.poll(subscription).toMatchObject({ status: 'PENDING' });
  const { id } = await subscription();
  await api.post('/payments', { subscriptionId: id, rail: 'manual' });
  await send('service.updated', '2');
  await expect.poll(subscription).toMatchObject({ nextPlanId: slow.id });

  await open(page, `/subscriptions/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Change plan' })).toContainText('external system');
  await page.getByRole('menuitem', { name: 'Withdraw plan change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw the plan change' });
  await expect(dialog.getByRole('region', { name: 'What will follow' })).toContainText(
    `The pending change to ${slow.planName} is withdrawn.`,
  );
  await dialog.getByRole('button', { name: `Keep ${fast.planName}` }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The subscription stays on its plan.')).toBeVisible();
  expect(await subscription()).toMatchObject({ nextPlanId: null });
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Withdraw plan change' })).toHaveCount(0);
});

test('outbound sync pushes a paid subscription, and a failed push is shown with its reason', async ({
  page,
  api,
}) => {
  const splynx = await startFakeSplynx();
  const { subscription, plan, subscriberName } = await waitingSubscription(api);
  const integration = await api.post('/integrations', {
    name: `Outbound ${Date.now()}`,
    adapter: 'splynx',
    tariffMap: { 7: plan.id },
  });
  await open(page, `/integrations/${integration.id}?tab=setup`);
  const panel = page.getByRole('region', { name: 'Outbound sync' });
  await panel.getByRole('button', { name: 'Set up outbound sync' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up outbound sync' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1');
  await dialog.getByRole('textbox', { name: 'API key' }).fill(API_KEY);
  await dialog.getByLabel('API secret').fill(API_SECRET);
  await dialog.getByRole('button', { name: 'Save access' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(splynx.url);
  await dialog.getByRole('button', { name: 'Save access' }).click();
  await expect(panel).toContainText(splynx.url);
  await expect(panel).toContainText(`…${API_KEY.slice(-4)}`);

  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const failed = panel.getByRole('listitem').filter({ hasText: subscriberName });
  await expect(failed).toContainText('the subscriber has no external user ID');
  await expect(failed.getByRole('link', { name: `${plan.planName} of ${subscriberName}` })).toBeVisible();

  const subscriber = await api.get(`/subscribers/${subscription.subscriberId}`);
  const { firstName, lastName, email, phone } = subscriber;
  await api.put(`/subscribers/${subscriber.id}`, { firstName, lastName, email, phone, externalUserId: '77' });
  await expect.poll(() => splynx.all()).toMatchObject([{ tariff_id: '7', status: 'active' }]);
  await expect(failed).toHaveCount(0);
  await expect(panel).toContainText(/Synced\s*1/);

  await panel.getByRole('button', { name: 'Stop outbound sync' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop outbound sync' }).click();
  await expect(panel).toContainText('Outbound sync is off.');
  await splynx.close();
});
