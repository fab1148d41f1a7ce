import { holdRequests } from './hold-requests.ts';
import { createdPlan } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('g and a key open a place, not while typing; the help and the palette list the keys', async ({
  page,
}) => {
  await open(page, '/plans');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/\/subscribers$/);
  await page.keyboard.press('/');
  await page.keyboard.type('gi');
  await expect(page.getByRole('searchbox')).toHaveValue('gi');
  await page.keyboard.press('Escape');
  // A person is not as fast as the address is written.
  await expect(page).toHaveURL(/\/subscribers\?q=gi$/);
  // A key that also moves between rows.
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/\/jobs$/);

  await page.keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Invoices')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/\/jobs$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill('go to home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /./ })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('Ctrl+K has the actions of the open page, and lists by their words', async ({ page, api }) => {
  const { id, planName } = await createdPlan(api);
  await open(page, `/plans/${id}`);
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  const type = async (words: string) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('textbox').fill(words);
  };
  await type('duplicate');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Duplicate ${planName}` })).toBeVisible();
  await page.keyboard.press('Escape');

  // Only a disabled plan can be deleted.
  await type('delete');
  await expect(palette.getByText('Nothing matches')).toBeVisible();
  await palette.getByRole('textbox').fill('overdue inv');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/invoices\?f\.overdue=true$/);
  await expect(page.getByRole('button', { name: 'Filter Overdue: Overdue' })).toBeVisible();
});

test('what is typed right after Ctrl+K is in its field, and no key of the page', async ({ page }) => {
  await open(page, '/plans');
  const release = await holdRequests(page, '**/_next/static/**');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gs invoixes');
  for (let n = 0; n < 4; n++) await page.keyboard.press('Backspace');
  release();
  const field = page.getByRole('textbox', { name: 'Search or run a command' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('gs invo');
  await expect(page).toHaveURL(/\/plans$/);
});
