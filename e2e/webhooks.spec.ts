import { startWebhookReceiver, status } from '../test/fakes/webhook-receiver.ts';
import { expect, open, reload, test } from './sign-in.ts';
import { undo } from './undo.ts';

test('create a webhook, test it, see it fail, resend what failed', async ({ page, api }) => {
  test.slow();
  const sink = await startWebhookReceiver();
  await open(page, '/developers/webhooks/new');
  await page.getByRole('textbox', { name: 'URL' }).fill('http://169.254.169.254/latest');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(
    page.getByText('This leads into a network that deliveries must not go to.').first(),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'URL' }).fill(sink.url);
  await page.getByLabel('Selected events').check();
  await page.getByRole('checkbox', { name: 'plan.*' }).check();
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByLabel('Name of header 1').fill('X-Gateway-Key');
  await page.getByLabel('Value of header 1').fill('let-me-in');
  await page.getByRole('button', { name: 'Create webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'Webhook created' });
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page).toHaveURL(/\/developers\/webhooks\/whk_/);

  await page.getByRole('button', { name: 'Send test event' }).click();
  const asked = page.getByRole('dialog', { name: 'Send test event' });
  await expect(asked.getByRole('combobox', { name: 'Event' })).toHaveValue('plan.created');
  await asked.getByRole('button', { name: 'Send', exact: true }).click();
  const latest = page.getByRole('region', { name: 'Latest deliveries' });
  await expect(latest.getByText('plan.created (test)')).toBeVisible();
  await expect(latest.getByText('Delivered')).toBeVisible();
  expect(sink.received[0]?.headers).toMatchObject({ 'x-service-test': 'true', 'x-gateway-key': 'let-me-in' });

  sink.become(status(500));
  const planName = `Home ${Date.now()}`;
  await api.post('/plans', {
    planName,
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 20,
    uploadSpeedMbps: 5,
    priceAmount: 100,
    priceCurrency: 'USD',
    billingCycleDays: 30,
  });
  await open(page, '/subscribers');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/unread$/);
  await bell.focus();
  await page.keyboard.press('Enter');
  const notices = page.getByRole('region', { name: 'Notifications' });
  const failing = notices.getByRole('link', { name: `Deliveries to ${new URL(sink.url).host} fail.` });
  await expect(failing).toHaveAccessibleName(/Open webhook$/);
  await failing.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/developers\/webhooks\/whk_/);
  await expect(latest.getByText(/Answered 500/)).toBeVisible();
  await expect(page.getByText('Failing', { exact: true })).toBeVisible();
  await expect(page.getByText(/^1, the next at/)).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Resend failed deliveries' }).click();
  const resending = page.getByRole('dialog', { name: 'Resend failed deliveries' });
  await expect(resending).toContainText('Tries 1 delivery now that would wait for a retry.');
  await resending.getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(page.getByText('1 delivery is queued again.')).toBeVisible();
  await expect.poll(() => sink.received.length).toBeGreaterThanOrEqual(3);
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await expect(page.getByRole('link', { name: 'plan.created', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'plan.created', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Answer to attempt 1' })).toContainText('status 500');
  await expect(page.getByText('X-Gateway-Key')).toBeVisible();
  await expect(page.getByText('let-me-in')).toBeHidden();

  sink.become((res) => void res.writeHead(200).end('thanks'));
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByRole('region', { name: 'Attempts' })).toContainText('thanks');
  // The delivery that succeeded ends the cause.
  await open(page, '/notifications');
  await expect(
    page.getByRole('link', { name: `Deliveries to ${new URL(sink.url).host} fail.` }),
  ).toBeHidden();
  await page.goBack();
  await page.getByRole('link', { name: /^evt_/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'plan.created' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Deliveries' })).toContainText('Answered 200');

  await page.getByRole('link', { name: 'All it caused' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Correlation' })).toBeVisible();
  await expect(page.getByText(`created plan ${planName}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'plan.created' })).toBeVisible();
  await expect(page.getByText(/is created at .* for \d+ days\./)).toBeVisible();
  // The name comes from the names of the correlation; the sentence of the event has its own.
  await expect(page.getByRole('link', { name: planName, exact: true })).toBeVisible();
  await reload(page);
  const id = page.url().split('/').at(-1) as string;
  await open(page, '/developers/keys');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill(id);
  await page.getByRole('button', { name: /Correlation ID · 1 request, 1 change, 1 event/ }).click();
  await expect(page).toHaveURL(new RegExp(`/developers/correlation/${id}$`));
  await sink.close();
});

test('replay past events after a count; disable, rotate and delete the webhook', async ({ page, api }) => {
  test.slow();
  const sink = await startWebhookReceiver();
  const happen = () => api.post('/subscribers', person());
  await happen();
  await happen();
  const { id } = await api.post('/webhooks', { url: sink.url, events: ['subscriber.created'] });
  await open(page, `/developers/webhooks/${id}`);
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Replay events');
  const replay = page.getByRole('dialog', { name: 'Replay events' });
  await replay.getByRole('button', { name: 'Last hour' }).click();
  await expect(replay.getByText(/^\d+ events are sent\.$/)).toBeVisible();
  await replay.getByRole('button', { name: /^Send \d+$/ }).click();
  await expect(page.getByText(/events are queued/)).toBeVisible();
  await expect.poll(() => sink.received.length).toBeGreaterThanOrEqual(2);

  await act('Rotate secret');
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText('Old secret valid until')).toBeVisible();

  await act('Disable');
  await expect(page.getByRole('dialog')).toContainText('active → disabled. Nothing is sent to it');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('Disabled · by hand')).toBeVisible();
  await undo(page, 'The webhook is disabled.', 'The webhook is active again.');
  expect(await api.get(`/webhooks/${id}`)).toMatchObject({ status: 'ACTIVE' });

  await act('Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('Disabled · by hand')).toBeVisible();
  await page.getByRole('button', { name: 'Enable' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(page.getByText('The webhook is active.')).toBeVisible();

  // A receiver that answers 410 disables its webhook, and the bell shows it.
  sink.become(status(410));
  await happen();
  await expect.poll(async () => (await api.get(`/webhooks/${id}`)).status).toBe('DISABLED');
  await open(page, '/subscribers');
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('link', {
      name: `The webhook to ${new URL(sink.url).host} is disabled: it answered 410 Gone.`,
    })
    .click();
  await expect(page.getByText('Disabled: the receiver answered 410 Gone')).toBeVisible();

  await act('Delete');
  await page.getByRole('textbox', { name: /^Type/ }).fill(sink.url.replace('http://', ''));
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page).toHaveURL(/\/developers\/webhooks$/);
  await expect(page.getByText(sink.url.replace('http://', ''))).toBeHidden();
  await sink.close();
});

const person = () => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `ada.${Math.random()}@example.com`,
  phone: `+2547${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
});
