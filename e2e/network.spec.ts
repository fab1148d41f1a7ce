import { type FakeNas, startFakeNas } from '../test/fakes/nas.ts';
import { connectFreeRadius, sweepNetwork } from './free-radius.ts';
import { unique, waitingSubscription } from './pending-subscription.ts';
import { type Api, expect, open, test } from './sign-in.ts';

const GIGABYTE = 1_000_000_000;

let freeRadius: Awaited<ReturnType<typeof connectFreeRadius>>;
let nas: FakeNas;
test.beforeAll(async () => {
  freeRadius = await connectFreeRadius();
  nas = await startFakeNas('shared-with-the-router');
});
test.afterAll(async () => {
  await freeRadius?.close();
  await nas?.close();
});

/** A subscription in service with a data cap of 1 GB, and its network credentials. */
async function inService(api: Api) {
  const { subscription, subscriberName } = await waitingSubscription(api, { dataCapMb: 1_000 });
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const credentials = await api.get(`/subscriptions/${subscription.id}/credentials`);
  return { subscription, subscriberName, username: credentials.username, credentials };
}

test('add a network server, set the throttle rate, throttle and disconnect a session, remove the server', async ({
  page,
  api,
}) => {
  test.slow();
  const { subscription, subscriberName, username } = await inService(api);
  const router = `pop-${unique()}`;

  await test.step('add a network server', async () => {
    await open(page, '/settings/network');
    await page.getByRole('button', { name: 'Add server' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add network server' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(router);
    await dialog.getByRole('textbox', { name: 'Address' }).fill('nowhere');
    await dialog.getByLabel('Shared secret').fill(nas.secret);
    await dialog.getByRole('textbox', { name: 'CoA port' }).fill(String(nas.port));
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(nas.address);
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(page.getByText(`${nas.address}, CoA port ${nas.port}`)).toBeVisible();
  });

  await test.step('set the throttle rate', async () => {
    await page.getByRole('textbox', { name: 'Download' }).fill('0');
    await page.getByRole('textbox', { name: 'Upload' }).fill('0.5');
    await page.getByRole('button', { name: 'Save throttle rate' }).click();
    await expect(page.getByRole('textbox', { name: 'Download' })).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('textbox', { name: 'Download' }).fill('2');
    await page.getByRole('button', { name: 'Save throttle rate' }).click();
    await expect(page.getByText('2 Mbps download and 0.5 Mbps upload')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Download' })).toHaveValue('2');
  });

  const session = await freeRadius.start({ username, nas: nas.address });
  await session.interim(0.2 * GIGABYTE, GIGABYTE);

  await test.step('the server announces the session before the sweep of the next minute', async () => {
    const announced = async () => {
      const events = await api.get('/events?type=network.session_started');
      return JSON.stringify(events).includes(subscription.id);
    };
    await expect.poll(announced).toBe(true);
  });

  await test.step('see the session', async () => {
    await open(page, '/network?f.active=true');
    await page.getByRole('searchbox').fill('100.64.0.9');
    await page.waitForURL(/q=100/);
    const row = page.getByRole('row', { name: new RegExp(subscriberName) });
    await expect(row).toContainText('100.64.0.9');
    await expect(row).toContainText('1 GB');
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: username })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Session' })).toContainText(nas.address);
  });

  await test.step('throttle past the cap', async () => {
    await sweepNetwork();
    await expect.poll(() => nas.received).toEqual(['CoA-Request 500k/2M']);
    await open(page, `/subscriptions/${subscription.id}?tab=network`);
    const used = page.getByRole('region', { name: 'Data used in this cycle' });
    await expect(used).toContainText('1.2 GB of 1 GB');
    await expect(used).toContainText('Throttled since');
    // The throttle is recorded after the router's answer.
    const sessions = () => api.get(`/network-sessions?subscriptionId=${subscription.id}`);
    await expect.poll(sessions).toMatchObject([{ throttled: true }]);
    await open(page, '/network');
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Throttled' }).click();
    // The unfiltered list has the row as well.
    await page.waitForURL(/f\.throttled=true/);
    await expect(page.getByRole('row', { name: new RegExp(subscriberName) })).toContainText('Throttled');
    await open(page, '/settings/network');
    await expect(page.getByText('1 subscription is past its cap')).toBeVisible();
  });

  await test.step('disconnect the session', async () => {
    await open(page, '/network?f.active=true');
    await page
      .getByRole('row', { name: new RegExp(subscriberName) })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect session' });
    await expect(dialog).toContainText('Disconnect-Request');
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('The network server accepted the request.')).toBeVisible();
    expect(nas.received.at(-1)).toBe('Disconnect-Request');
    await session.stop('Admin-Reset');
    await page.reload();
    await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Disconnect' })).toBeHidden();
  });

  await test.step('remove the network server', async () => {
    await open(page, '/settings/network');
    await page.getByRole('button', { name: `Remove ${router}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(`${router} is removed.`)).toBeVisible();
    await expect(page.getByText(nas.address)).toBeHidden();
  });
});

test('revealing the network password writes an audit entry', async ({ page, api }) => {
  const { subscription, username, credentials } = await inService(api);
  await freeRadius.start({ username, nas: '192.0.2.7', ip: '100.64.7.7' });
  const password = credentials.password;

  await open(page, `/subscriptions/${subscription.id}?tab=network`);
  const access = page.getByRole('region', { name: 'Network access' });
  await expect(access).toContainText(username);
  await expect(page.getByText(password)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Data used in this cycle' })).toContainText('of 1 GB');
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('100.64.7.7');
  await access.getByRole('button', { name: 'Show password' }).click();
  await expect(access).toContainText(password);
  await access.getByRole('button', { name: 'Hide password' }).click();
  await expect(page.getByText(password)).toBeHidden();

  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(page.getByText(/ read the network password of /).first()).toBeVisible();
  await expect(page.getByText(password)).toBeHidden();
});
