import type { Page } from '@playwright/test';
import { startFakeDaraja } from '../test/fakes/daraja.ts';
import { ownAccount } from './own-account.ts';
import { statusOf, unique, uniquePhone, waitingSubscription } from './pending-subscription.ts';
import { type Api, expect, open, origin, test } from './sign-in.ts';

/** The address that the server has as that of M-Pesa. */
const DARAJA_PORT = Number(process.env.E2E_PORT) + 1;
const app = { consumerKey: 'key', consumerSecret: 'secret', shortCode: '600123', passkey: 'pass' };

// One after the other: all need the fake of M-Pesa at its address, and one account.
test.describe.configure({ mode: 'serial' });

let daraja: Awaited<ReturnType<typeof startFakeDaraja>>;
let page: Page;
let api: Api;
let close: () => Promise<void>;

test.beforeAll(async ({ browser }) => {
  daraja = await startFakeDaraja({ port: DARAJA_PORT });
  daraja.apps.push(app);
  ({ page, api, close } = await ownAccount(browser, 'Money ISP'));
});

test.afterAll(async () => {
  await close();
  await daraja.close();
});

const main = () => page.getByRole('main');
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

async function post(url: unknown, body: object) {
  const answer = await fetch(origin + new URL(String(url)).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

let reports: string;

/** A customer sends money to the paybill. */
async function send(amount: number, reference: string) {
  const receipt = daraja.newReceipt();
  await post(reports, daraja.confirm(app, { receipt, amount, reference }));
  return receipt;
}

test('connect M-Pesa and test it', async () => {
  await open(page, '/payments/gateways');
  await page.getByRole('button', { name: 'Connect M-Pesa' }).click();
  const connect = dialog('Connect M-Pesa');
  await connect.getByLabel('Consumer key').fill(app.consumerKey);
  await connect.getByLabel('Consumer secret').fill(app.consumerSecret);
  await connect.getByLabel('Short code').fill('6');
  await connect.getByLabel('Passkey').fill(app.passkey);
  await connect.getByRole('button', { name: 'Save' }).click();
  await expect(connect).toContainText('Enter a number of 5 to 10 digits.');
  await connect.getByLabel('Short code').fill(app.shortCode);
  await connect.getByRole('button', { name: 'Save' }).click();
  await expect(connect).toBeHidden();
  await page.getByRole('button', { name: 'Test M-Pesa' }).click();
  await expect(main()).toContainText('M-Pesa accepts the consumer key and secret');
  reports = (await main().getByText('/hooks/pay/').first().textContent()) ?? '';
  expect(reports).toContain('/hooks/pay/');
});

test('a prompt is cancelled on the phone, and the next one is paid', async () => {
  const { subscription } = await waitingSubscription(api);
  await open(page, `/subscriptions/${subscription.id}`);
  const prompt = async () => {
    await page.locator('header').getByRole('button', { name: 'Record payment' }).click();
    const form = dialog('Record payment');
    await form.getByRole('radio', { name: /M-Pesa/ }).check();
    await form.getByRole('button', { name: 'Send prompt' }).click();
    await expect(form).toContainText('The customer has the prompt and enters the PIN.');
    const sent = daraja.prompts.at(-1);
    if (!sent) throw new Error('M-Pesa got no prompt');
    return { form, sent };
  };
  const first = await prompt();
  await post(first.sent.body.CallBackURL, daraja.fail(first.sent, 1032, 'Request cancelled by user'));
  await expect(first.form).toContainText('The prompt was cancelled on the phone.');
  await first.form.getByRole('button', { name: 'Close' }).last().click();
  const second = await prompt();
  await post(second.sent.body.CallBackURL, daraja.pay(second.sent).callback);
  await expect(second.form).toBeHidden();
  await expect(statusOf(page, 'ACTIVE')).toBeVisible();
});

test('money of an unknown payer is on Home, is assigned, and its history says by whom', async () => {
  const subscriber = await api.post('/subscribers', {
    ...{ firstName: 'Akinyi', lastName: unique(), email: `${unique()}@example.com`, phone: uniquePhone() },
  });
  const receipt = await send(700, 'nobody');
  await open(page, '/');
  const figure = page.getByRole('region', { name: 'Unmatched money' });
  await expect(figure).toContainText('1 receipt');
  await figure.getByRole('link', { name: /700/ }).click();
  await page.getByRole('link', { name: receipt }).click();
  await page.getByRole('button', { name: 'Assign' }).click();
  const assign = dialog('Assign this money');
  await assign.getByRole('combobox', { name: 'Subscriber' }).fill(subscriber.lastName);
  await page.getByRole('option', { name: subscriber.lastName }).click();
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(statusOf(page, 'MATCHED')).toBeVisible();
  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(/assigned/i);
});

test('money on account, an adjustment and a refund from credit', async () => {
  const subscriber = await api.post('/subscribers', {
    ...{ firstName: 'Otieno', lastName: unique(), email: `${unique()}@example.com`, phone: uniquePhone() },
  });
  await open(page, `/subscribers/${subscriber.id}`);
  await page.getByRole('button', { name: 'Record money on account' }).click();
  const record = dialog('Record money on account');
  await record.getByLabel('Amount').fill('900');
  const currency = record.getByRole('combobox', { name: 'Currency' });
  // The list is loaded with the first use of its field, which another element then takes over.
  await currency.click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await currency.fill('KES');
  await page.getByRole('option', { name: 'KES' }).click();
  await record.getByRole('button', { name: 'Record money' }).click();
  await expect(record).toBeHidden();
  await expect(main()).toContainText(/KES\s900\.00 is credit/);
  await page.getByRole('tab', { name: /^Credit/ }).click();
  await page.getByRole('button', { name: 'Adjust credit' }).click();
  const adjust = dialog('Adjust credit');
  await adjust.getByText('Take credit').click();
  await adjust.getByLabel('Amount').fill('100');
  await adjust.getByLabel('Note').fill('Counted twice');
  await adjust.getByRole('button', { name: 'Adjust credit' }).click();
  await expect(adjust).toBeHidden();
  await expect(page.getByRole('tabpanel')).toContainText('Counted twice');
  const [payment] = await api.list(`/payments?subscriberId=${subscriber.id}`);
  await open(page, `/payments/${payment?.id}`);
  await page.locator('header').getByRole('button', { name: 'Refund' }).click();
  const refund = dialog(/^Refund/);
  await refund.getByLabel('Amount').fill('300');
  await refund.getByRole('button', { name: /^Refund/ }).click();
  await expect(refund).toBeHidden();
  const { creditBalance } = await api.get(`/subscribers/${subscriber.id}`);
  expect(creditBalance).toEqual([{ amount: 500, currency: 'KES' }]);
});

test('money that came after its payment had expired is kept as credit', async () => {
  const { subscription } = await waitingSubscription(api);
  const pay = () => api.post('/payments', { subscriptionId: subscription.id, rail: 'simulated' });
  const late = await pay();
  await pay();
  await api.post(`/payments/${late.id}/simulate`, { outcome: 'succeed' });
  await open(page, `/payments/${late.id}`);
  const header = page.locator('header');
  await header.getByRole('button', { name: 'Keep as credit' }).click();
  await dialog('Keep as credit').getByRole('button', { name: 'Keep as credit' }).click();
  await expect(dialog('Keep as credit')).toBeHidden();
  await expect(header.getByRole('button', { name: 'Keep as credit' })).toHaveCount(0);
});

test('a statement shows what is new and what is known, and records the new payments', async () => {
  const known = await send(250, 'somebody');
  const found = daraja.newReceipt();
  const line = (number: string, status: string, amount: string) =>
    `${number},22-09-2026 14:03:11,Pay Bill Online,${status},${amount},,2547****123 - JANE DOE,house 4`;
  const file = [
    'Organization Name:,Money ISP',
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Other Party Info,A/C No.',
    line(known, 'Completed', '250.00'),
    line(found, 'Completed', '"1,250.00"'),
    line('x', 'Completed', '10.00'),
    line(daraja.newReceipt(), 'Failed', '10.00'),
  ].join('\n');
  await open(page, '/receipts');
  await page.getByRole('link', { name: 'Upload a statement' }).click();
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(file) },
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('heading', { name: 'M-Pesa statement' })).toBeVisible();
  await expect(main().getByRole('status').first()).toContainText(
    '1 of 3 new, 1 known already, 1 not recorded',
  );
  await expect(main()).toContainText('1 line is left out');
  await expect(main()).toContainText('A receipt number of M-Pesa has 6 to 20 letters and digits.');
  await page.getByRole('button', { name: 'Record 1 payment' }).click();
  await expect(main().getByRole('status').first()).toContainText('1 of 3 recorded');
  const [receipt] = await api.list(`/receipts?transactionId=${found}`);
  expect(receipt).toMatchObject({ amount: 1_250, status: 'UNMATCHED', payerName: 'JANE DOE' });
});

test('an upgrade now waits for its payment; a promise to pay keeps overdue service on', async () => {
  const { subscription, plan } = await waitingSubscription(api);
  await api.patch(`/plans/${plan.id}`, { graceDays: 5 });
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const faster = `Faster ${unique()}`;
  await api.post('/plans', {
    ...{ planName: faster, planType: 'RESIDENTIAL', downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
    ...{ priceAmount: plan.priceAmount + 1_000, priceCurrency: 'KES', billingCycleDays: 30 },
  });
  await open(page, `/subscriptions/${subscription.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change plan' }).click();
  const change = dialog('Change plan');
  await change.getByRole('combobox', { name: 'New plan' }).fill(faster);
  await page.getByRole('option', { name: faster }).click();
  await change.getByText('Now, when the difference is paid').click();
  await change.getByRole('button', { name: 'Change plan' }).click();
  await expect(change).toBeHidden();
  expect((await api.get(`/subscriptions/${subscription.id}`)).status).toBe('AWAITING_PAYMENT_FOR_UPGRADE');
  await api.post('/test-clock/advance', { by: { days: 31 } });
  await open(page, `/subscribers/${subscription.subscriberId}`);
  await page.getByRole('button', { name: 'Promise to pay' }).click();
  await expect(dialog('Promise to pay')).toContainText('Without the payment, service ends then');
});
