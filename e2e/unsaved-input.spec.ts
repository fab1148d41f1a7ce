import type { Page } from '@playwright/test';
import { createdPlan, unique, waitingSubscription } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' });

/** Answers the question with "Keep editing", and expects that the input is still there. */
async function keep(page: Page, field: ReturnType<Page['locator']>, value: string) {
  await questionOf(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(questionOf(page)).toBeHidden();
  await expect(field).toHaveValue(value);
}

test('a form on a page asks before its input is lost, on every way out', async ({ page, api }) => {
  const { id } = await createdPlan(api);
  await open(page, `/plans/${id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  const price = page.getByRole('textbox', { name: 'Price for a cycle' });

  // Without input nothing asks.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`/plans/${id}$`));
  await page.getByRole('link', { name: 'Edit' }).click();

  await price.fill('2500');
  const ways: (() => Promise<unknown>)[] = [
    () => page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).click(),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.evaluate(() => history.back()),
    async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill('Go to Charges');
      await page.keyboard.press('Enter');
    },
    async () => {
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('g');
      await page.keyboard.press('h');
    },
    async () => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
  ];
  for (const leave of ways) {
    await leave();
    await keep(page, price, '2,500');
    await expect(page).toHaveURL(new RegExp(`/plans/${id}/edit$`));
  }

  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toBe('beforeunload');
  await expect(price).toHaveValue('2,500');

  await page.evaluate(() => history.back());
  await questionOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(new RegExp(`/plans/${id}$`));
  expect((await api.get(`/plans/${id}`)).priceAmount).toBe(1999);

  // Saved input is not asked about.
  await page.getByRole('link', { name: 'Edit' }).click();
  await price.fill('2500');
  await page.getByRole('button', { name: 'Save plan' }).click();
  await expect(page).toHaveURL(new RegExp(`/plans/${id}$`));
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).click();
  await expect(page).toHaveURL(/\/invoices$/);
});

test('a dialog asks before its input is lost, and the focus returns', async ({ page, api }) => {
  const { subscription } = await waitingSubscription(api);
  await open(page, `/subscribers/${subscription.subscriberId}`);
  const more = page.getByRole('button', { name: 'More actions' }).first();
  const show = async () => {
    await page.getByRole('button', { name: 'Edit tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit tags' });
    await expect(dialog.getByRole('combobox', { name: 'Tags' })).toBeFocused();
    return dialog;
  };
  await expect(more).toBeVisible();

  const dialog = await show();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await show();
  const field = dialog.getByRole('combobox', { name: 'Tags' });
  await field.fill(`tag ${unique()}`);
  await page.keyboard.press('Enter');
  for (const close of [
    async () => {
      // In the field, Escape closes its options first.
      await dialog.getByRole('button', { name: 'Save tags' }).focus();
      await page.keyboard.press('Escape');
    },
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => dialog.locator('header button').click(),
    () => page.mouse.click(5, 400),
  ]) {
    await close();
    await expect(questionOf(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
    // Escape answers the question alone.
    await page.keyboard.press('Escape');
    await expect(questionOf(page)).toBeHidden();
    await expect(dialog).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await questionOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit tags' })).toBeFocused();
});

test('a note, the settings and a file of an import ask as well', async ({ page, api }) => {
  const { subscription } = await waitingSubscription(api);
  await open(page, `/subscribers/${subscription.subscriberId}`);
  await page.getByRole('button', { name: 'Write note' }).click();
  const note = page.getByRole('textbox', { name: 'New note' });
  await note.fill('Prefers calls after five');
  await page.getByRole('tab', { name: 'Audit' }).click();
  await keep(page, note, 'Prefers calls after five');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(note).toBeHidden();
  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(page.getByRole('tabpanel')).toBeVisible();

  await open(page, '/settings/profile');
  const name = page.getByRole('textbox', { name: 'Name' });
  for (const text of ['Amina Odhiambo', 'Amina Otieno']) {
    await name.fill(text);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }).click();
    await keep(page, name, text);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText(`Your name is ${text}.`)).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL(/\/settings\/team$/);

  await open(page, '/imports/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from('First name\nAda') });
  await page.getByRole('link', { name: 'Imports and jobs' }).first().click();
  await questionOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/jobs$/);
});
