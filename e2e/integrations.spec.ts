import { createHmac } from 'node:crypto';
import { expect, expectAccessible, open, test } from './sign-in.ts';

test('an integration is made, maps a tariff, and its failed event is looked at and tried again', async ({
  page,
  api,
}) => {
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
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Splynx ${unique}`);
  await page.getByRole('combobox', { name: 'Speaks' }).click();
  await page.getByRole('option', { name: 'Splynx', exact: true }).click();
  await page.getByRole('button', { name: 'Create integration' }).click();
  const shown = page.getByRole('dialog', { name: 'The integration is there' });
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
  await expect(page.getByText('Its tariff is not mapped to a plan')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Add tariff' }).click();
  await page.getByRole('textbox', { name: 'Tariff id' }).fill('12');
  await page.getByRole('combobox', { name: 'Plan' }).fill(`Hook ${unique}`);
  await page.getByRole('option', { name: `Hook ${unique}` }).click();
  await page.getByRole('button', { name: 'Save integration' }).click();
  await page.waitForURL(new RegExp(`/integrations/${id}$`));
  expect((await api.get(`/integrations/${id}`)).tariffMap).toEqual({ 12: plan.id });

  await page.getByRole('link', { name: 'internet_service/create' }).click();
  await expect(page.getByText('"tariffId"')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Announced subscription.created')).toBeVisible();
  await expect(page.getByText('Applied')).toBeVisible();

  await open(page, `/integrations/${id}?tab=setup`);
  await expect(page.getByRole('link', { name: `Hook ${unique}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Revoke secret' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(`Splynx ${unique}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked: nothing is taken')).toBeVisible();
});
