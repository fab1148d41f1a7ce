import { statusOf, unique, waitingSubscription } from './pending-subscription.ts';
import {
  apiOf,
  createPartner,
  expect,
  open,
  origin,
  signedInContext,
  test,
  withOwnPassword,
} from './sign-in.ts';

test('a technician starts and finishes a visit on a phone, and has no other page', async ({ browser }) => {
  test.slow();
  const partner = await withOwnPassword(
    await createPartner('--name', 'Visited ISP', '--email', `owner-${unique()}@example.com`),
  );
  const api = apiOf(partner);
  const owner = await signedInContext(browser, partner);
  const email = `technician-${unique()}@example.com`;
  const post = async (path: string, data: object) => {
    const response = await owner.request.post(`/api/${path}`, { headers: { origin }, data });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const { link } = (await post('trpc/team.invite', { email, role: 'technician' })).result.data;
  const { subscription, subscriberName } = await waitingSubscription(api);
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 780 } });
  const joined = await context.request.post('/api/auth/accept-invitation', {
    headers: { origin },
    data: {
      token: new URL(link).searchParams.get('token'),
      name: 'Peter Otieno',
      password: 'walnut harbour lantern quilt',
    },
  });
  expect(joined.ok(), await joined.text()).toBe(true);
  const { id } = await api.post('/installations', {
    ...{ subscriptionId: subscription.id, technician: email },
    scheduledAt: new Date(Date.now() + 60_000).toISOString(),
  });

  const page = await context.newPage();
  await test.step('every page but the visits leads to them', async () => {
    await open(page, '/subscribers');
    await expect(page).toHaveURL(/\/visits$/);
    await expect(page.getByRole('heading', { name: 'My visits' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Search or run a command' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: `Call ${subscriberName}` })).toHaveAttribute(
      'href',
      /^tel:\+/,
    );
  });

  await test.step('a role without visits has no page of them', async () => {
    const address = `viewer-${unique()}@example.com`;
    const invited = await post('trpc/team.invite', { email: address, role: 'viewer' });
    const viewer = await browser.newContext({ baseURL: origin });
    const accepted = await viewer.request.post('/api/auth/accept-invitation', {
      headers: { origin },
      data: {
        token: new URL(invited.result.data.link).searchParams.get('token'),
        name: 'Grace Wanjiru',
        password: 'walnut harbour lantern quilt',
      },
    });
    expect(accepted.ok(), await accepted.text()).toBe(true);
    const other = await viewer.newPage();
    for (const path of ['/visits', `/visits/${id}`]) {
      const answer = await other.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(other.getByRole('heading', { name: 'My visits' })).toHaveCount(0);
    }
    await open(other, '/installations/new');
    await expect(other.getByText('Your role does not let you change installations.')).toBeVisible();
    await expect(other.getByRole('button', { name: 'Create installation' })).toHaveCount(0);
    await open(other, '/imports/new');
    await expect(other.getByText('Your role does not let you import files.')).toBeVisible();
    await expect(other.getByRole('radio')).toHaveCount(0);
    await viewer.close();
  });

  await test.step('start, note and done', async () => {
    await page.getByRole('link', { name: subscriberName, exact: true }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByText('The visit has begun.')).toBeVisible();
    await expect(statusOf(page, 'AWAITING_INSTALLATION')).toContainText('begun');
    await page.getByRole('button', { name: 'Add note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').fill('Dog in the yard');
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText('Dog in the yard')).toBeVisible();
    await page.getByRole('button', { name: 'Mark done' }).click();
    await dialog.getByLabel('Serial number of the router').fill('HGU-1');
    await dialog.getByLabel('MAC address of the router').fill('nonsense');
    await dialog.getByRole('button', { name: 'Mark done' }).click();
    await expect(dialog.getByLabel('MAC address of the router')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('MAC address of the router').fill('4c5e0c123456');
    await dialog.getByRole('button', { name: 'Mark done' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('4C:5E:0C:12:34:56')).toBeVisible();
  });
  expect(await api.get(`/installations/${id}`)).toMatchObject({
    ...{ status: 'ACTIVATED', technician: 'Peter Otieno', notes: 'Dog in the yard' },
    ...{ serialNumber: 'HGU-1', macAddress: '4C:5E:0C:12:34:56' },
  });
  await context.close();
  await owner.close();
});
