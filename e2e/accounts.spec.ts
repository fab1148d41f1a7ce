import type { Page } from '@playwright/test';
import { ownAccount } from './own-account.ts';
import { unique } from './pending-subscription.ts';
import { createPartner, expect, open, test } from './sign-in.ts';

const shown = (page: Page, name: string) => page.getByRole('button', { name: `Provider ${name}, switch` });

/** Selects another account in a window. */
async function select(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Provider .*, switch$/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(shown(page, name)).toBeVisible();
}

test('a window of an account that is not selected any more keeps what is typed, shows no other account, and goes on', async ({
  browser,
}) => {
  const word = unique();
  const [sandbox, live] = [`Sandbox ${word}`, `Live ${word}`];
  const { owner, context, page, api, close } = await ownAccount(browser, sandbox);
  await createPartner('--name', live, '--email', owner.ownerEmail, '--live');
  await open(page, '/subscribers/new');
  await page.getByRole('textbox', { name: 'First name' }).fill('Akinyi');
  await page.getByRole('textbox', { name: 'Last name' }).fill(word);
  await page.getByRole('textbox', { name: 'Email' }).fill(`${word}@example.com`);
  await page.getByRole('textbox', { name: 'Phone' }).fill(`+2547${String(Date.now()).slice(-8)}`);
  const other = await context.newPage();
  await open(other, '/');
  await select(other, live);

  // A form that is sent says why nothing is saved, and is sent again once its account is selected again.
  const dialog = page.getByRole('dialog', { name: 'Another account is selected' });
  const save = page.getByRole('button', { name: 'Create subscriber' });
  await save.click();
  await expect(dialog).toContainText(`${sandbox} (sandbox)`);
  await expect(dialog).toContainText(`${live} (live) was selected in another window`);
  await dialog.getByRole('button', { name: 'Select this account again' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue(word);
  await save.click();
  await expect(page).toHaveURL(/\/subscribers\/sub_/);
  const { pathname } = new URL(page.url());
  expect(await api.get(pathname)).toMatchObject({ lastName: word });

  // A page that is opened in the other window is one of the selected account, below its name.
  await other.getByRole('navigation').getByRole('link', { name: 'Subscribers' }).click();
  await expect(other).toHaveURL(/\/subscribers$/);
  await expect(shown(other, sandbox)).toBeVisible();
  await expect(other.getByRole('main')).toContainText(word);

  // A window that only reads says so too.
  await select(other, live);
  await page.getByRole('tab', { name: 'Audit' }).click();
  await dialog.getByRole('button', { name: 'Open the other account' }).click();
  await expect(shown(page, live)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await close();
});
