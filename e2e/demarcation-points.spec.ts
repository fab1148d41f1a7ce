import { expect, open, test } from './sign-in.ts';
import { undo } from './undo.ts';

test('create, change, retire and restore a demarcation point', async ({ page, api }) => {
  await open(page, '/demarcation-points/new');
  await page.getByRole('button', { name: 'Create demarcation point' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Baobab Court');
  await page.getByRole('combobox', { name: 'Access' }).click();
  await page.getByRole('option', { name: 'Wireless' }).click();
  await page.getByLabel('City').fill('Mombasa');
  await page.getByLabel('Latitude').fill('-4.05');
  await page.getByLabel('Longitude').fill('39.66');
  await page.getByRole('button', { name: 'Create demarcation point' }).click();
  await expect(page.getByRole('heading', { name: 'Baobab Court' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await api.get(`/demarcation-points/${id}`)).toMatchObject({
    accessType: 'WIRELESS',
    city: 'Mombasa',
    latitude: -4.05,
    status: 'AVAILABLE',
  });

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('City').fill('');
  await page.getByLabel('NAS identifier').fill('bng-msa-1');
  await page.getByRole('button', { name: 'As an API request' }).click();
  await expect(page.getByLabel('curl command')).toContainText('"city": null');
  await page.getByRole('button', { name: 'Save demarcation point' }).click();
  await page.waitForURL(new RegExp(`/demarcation-points/${id}$`));
  await expect(page.getByText('bng-msa-1', { exact: true })).toBeVisible();
  expect(await api.get(`/demarcation-points/${id}`)).toMatchObject({ city: null, longitude: 39.66 });

  for (const [entry, status, follows] of [
    ['Retire', 'RETIRED', 'available → retired. No new subscription can use it.'],
    ['Restore', 'AVAILABLE', 'retired → available. New subscriptions can use it.'],
  ] as const) {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog')).toContainText(follows);
    await page.getByRole('dialog').getByRole('button', { name: entry }).click();
    await expect(page.locator(`header [data-status="${status}"]`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Retire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
  await expect(page.locator('header [data-status="RETIRED"]')).toBeVisible();
  await undo(page, 'Baobab Court is retired.', 'Baobab Court is available again.');
  await expect(page.locator('header [data-status="AVAILABLE"]')).toBeVisible();
  expect(await api.get(`/demarcation-points/${id}`)).toMatchObject({ status: 'AVAILABLE' });

  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(
    page.getByText(/ changed demarcation point .*: status retired → available$/).first(),
  ).toBeVisible();
});

test('move through rows and open one by keyboard', async ({ page, api }) => {
  const mark = `Walk ${Date.now()}`;
  for (const name of ['one', 'two', 'three']) {
    await api.post('/demarcation-points', { name: `${mark} ${name}`, accessType: 'FIBER' });
  }
  await open(page, '/demarcation-points');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(mark);
  await page.keyboard.press('Escape');
  // The search is in the URL before a row can be opened, and these points may be the only ones.
  await expect(page).toHaveURL(/q=Walk/);
  await expect(page.getByText('3 demarcation points')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${mark} two` })).toBeVisible();
});
