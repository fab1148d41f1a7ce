import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { statusOf, waitingSubscription } from './pending-subscription.ts';
import { isReady, type Served, useProcesses } from './served-process.ts';
import { type Api, apiOf, open } from './sign-in.ts';

const { serve, inFolder } = useProcesses();

test('the demo disconnects, is paid, matches money and delivers messages', async ({ browser }) => {
  const served = await serve({ DEMO: '1' });
  await isReady(served);
  const credentials = JSON.parse(await readFile(inFolder('data/demo-credentials.json'), 'utf8'));
  const api = apiOf(credentials, served.base);
  const context = await signedIn(await browser.newContext({ baseURL: served.base }), served, credentials);
  const page = await context.newPage();
  await disconnects(page);
  const subscriberId = await isPaid(page, api);
  await matchesMoney(page, api, subscriberId);
  await delivers(page, api, subscriberId);
  await context.close();
});

async function signedIn(
  context: BrowserContext,
  { base }: Served,
  { ownerEmail: email, ownerPassword: password }: { ownerEmail: string; ownerPassword: string },
): Promise<BrowserContext> {
  const answer = await context.request.post('/api/auth/sign-in/email', {
    headers: { origin: base },
    data: { email, password },
  });
  expect(answer.ok()).toBe(true);
  return context;
}

async function disconnects(page: Page): Promise<void> {
  await open(page, '/network?f.active=true');
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect session' });
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('The network server accepted the request.')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible();
  }).toPass();
}

/** A prompt that the payer accepts on the page of the other side. */
async function isPaid(page: Page, api: Api): Promise<string> {
  const { subscription } = await waitingSubscription(api);
  await open(page, `/subscriptions/${subscription.id}`);
  await page.locator('header').getByRole('button', { name: 'Record payment' }).click();
  const form = page.getByRole('dialog', { name: 'Record payment' });
  await form.getByRole('radio', { name: /M-Pesa/ }).check();
  await form.getByRole('button', { name: 'Send prompt' }).click();
  await expect(form).toContainText('The customer has the prompt and enters the PIN.');
  const other = await page.context().newPage();
  await other.goto('/demo');
  await other.getByRole('button', { name: 'Enter the PIN' }).first().click();
  await expect(other.getByRole('status')).toContainText('Done.');
  await other.close();
  await expect(form).toBeHidden();
  await expect(statusOf(page, 'ACTIVE')).toBeVisible();
  return subscription.subscriberId;
}

async function matchesMoney(page: Page, api: Api, subscriberId: string): Promise<void> {
  const { accountNumber } = await api.get(`/subscribers/${subscriberId}`);
  await page.getByRole('link', { name: 'Act as payer, gateway or Splynx' }).click();
  await page.getByLabel('Account number').fill(accountNumber);
  await page.getByLabel('Amount in KES').fill('4321');
  await page.getByLabel('Phone').fill('0712 345 678');
  await page.getByRole('button', { name: 'Send the money' }).click();
  await expect(page.getByRole('status')).toContainText('Done.');
  const [receipt] = await api.list('/receipts?limit=1');
  expect(receipt).toMatchObject({ amount: 4321, subscriberId, status: 'MATCHED' });
  await open(page, `/receipts/${receipt?.id}`);
  await expect(statusOf(page, 'MATCHED')).toBeVisible();
}

async function delivers(page: Page, api: Api, subscriberId: string): Promise<void> {
  const text = 'The mast at Westlands is up again.';
  // A number that ends in 13 has a phone that is switched off.
  await api.patch(`/subscribers/${subscriberId}`, { phone: '+254711555022' });
  const message = await api.post('/messages', { subscriberId, channel: 'SMS', text });
  await expect.poll(async () => (await api.get(`/messages/${message.id}`)).status).toBe('DELIVERED');
  await open(page, `/emails/${message.id}`);
  await expect(statusOf(page, 'DELIVERED')).toBeVisible();
}
