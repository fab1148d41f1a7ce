import { expect, open, test } from './sign-in.ts';

test('an event shows its changed fields', async ({ page, api }) => {
  const person = {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `grace.${Math.random()}@example.com`,
    phone: `+2547${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
  };
  const { id } = await api.post('/subscribers', person);
  await api.post(`/subscribers/${id}/suspend`, { reason: 'Asked for it' });
  await open(page, `/developers/events?f.resourceId=${id}`);
  await expect(page.getByRole('link', { name: 'subscriber.suspended' })).toBeVisible();
  await page.getByRole('link', { name: 'subscriber.suspended' }).click();
  const changed = page.getByRole('region', { name: 'What changed' });
  await expect(changed.getByRole('deletion')).toContainText('"active"');
  await expect(changed.getByRole('insertion')).toContainText('"suspended"');
  await expect(page.getByText('No webhook was subscribed to this event when it occurred.')).toBeVisible();
});

test('create, rotate and revoke an API key; each secret is shown once', async ({ page, baseURL }) => {
  const call = async (accessId: string, accessSecret: string) => {
    const headers = { 'x-access-id': accessId, 'x-access-secret': accessSecret };
    return (await fetch(`${baseURL}/v1/provider`, { headers })).status;
  };
  const shown = async () => {
    const dialog = page.getByRole('dialog');
    const [accessId, secret] = await dialog.locator('code').allTextContents();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    return [accessId as string, secret as string] as const;
  };
  const act = async (name: string, nth = 0) => {
    await page.getByRole('button', { name: 'Actions for CRM' }).nth(nth).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await open(page, '/developers/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('CRM');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText(/^sk_/)).toBeVisible();
  const first = await shown();
  expect(await call(...first)).toBe(200);
  await expect(page.getByText(first[1])).toBeHidden();

  await act('Rotate');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByText(/^sk_/)).toBeVisible();
  const second = await shown();
  expect([await call(...first), await call(...second)]).toEqual([200, 200]);
  await expect(page.getByText(/Rotated, works until/)).toBeVisible();

  await act('Revoke', 1);
  await page.getByRole('textbox', { name: /^Type/ }).fill('CRM');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByRole('region', { name: 'Revoked' })).toContainText(first[0]);
  expect([await call(...first), await call(...second)]).toEqual([401, 200]);

  await page.keyboard.press('/');
  await page.keyboard.type(second[0].toUpperCase());
  await expect(page.getByRole('region', { name: 'Revoked' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Keys', exact: true }).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Name or access ID' })).toHaveValue(
    second[0].toUpperCase(),
  );
  await expect(page.getByRole('region', { name: 'Keys', exact: true })).toContainText(second[0]);
  await expect(page.getByRole('region', { name: 'Revoked' })).toBeHidden();
});
