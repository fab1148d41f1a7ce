import { expect, open, test } from './sign-in.ts';

for (const path of ['/charges/new', '/subscriptions/new', '/installations/new']) {
  test(`the first field of ${path} has the focus, and its list opens when it is used`, async ({ page }) => {
    await open(page, path);
    const field = page.getByRole('combobox', { name: 'Subscriber' });
    await expect(field).toBeFocused();
    // The pointer loads the list, which stays closed.
    const loaded = page.waitForResponse((response) => /\.js$/.test(new URL(response.url()).pathname));
    await field.hover();
    await loaded;
    await expect(field).toBeFocused();
    await expect(page.getByRole('listbox')).toBeHidden();
    await page.keyboard.type('a');
    await expect(field).toHaveValue('a');
    await expect(page.getByRole('listbox')).toBeVisible();
  });
}

test('the first field of a form takes what is typed at once, also before its list is loaded', async ({
  page,
}) => {
  await open(page, '/charges/new');
  const field = page.getByRole('combobox', { name: 'Subscriber' });
  await expect(field).toBeFocused();
  await page.keyboard.type('zz');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(field).toHaveValue('zz');
});

test('the arrow key opens the list of the first field', async ({ page }) => {
  await open(page, '/installations/new');
  await expect(page.getByRole('combobox', { name: 'Subscriber' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
});

test('a text that comes without a key, such as a pasted one, opens the list of the first field', async ({
  page,
}) => {
  await open(page, '/subscriptions/new');
  const field = page.getByRole('combobox', { name: 'Subscriber' });
  await expect(field).toBeFocused();
  await page.keyboard.insertText('zz');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(field).toHaveValue('zz');
});

test('the first field of a dialog has the focus, its list opens when it is used, and Escape closes the dialog', async ({
  page,
}) => {
  await open(page, '/payments');
  await page.locator('header').getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  const field = dialog.getByRole('combobox', { name: 'Subscriber' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.locator('header').getByRole('button', { name: 'Record payment' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
});
