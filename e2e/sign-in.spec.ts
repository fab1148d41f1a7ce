import { expect, open, test } from './sign-in.ts';

test.use({ storageState: undefined });

test('a wrong password is refused, the right one leads to where one wanted to go, signing out ends it', async ({
  page,
  partner,
}) => {
  await open(page, '/demarcation-points?q=tower');
  await expect(page).toHaveURL(/\/login\?next=/);

  await page.getByLabel('E-mail').fill(partner.ownerEmail);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'is not right' })).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(partner.ownerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/demarcation-points\?q=tower$/);
  await expect(page.getByRole('heading', { name: 'Demarcation points' })).toBeVisible();
  // Signing in loads the page anew: a press before it has come alive is lost.
  await page.waitForLoadState('networkidle');

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await open(page, '/subscribers');
  await expect(page).toHaveURL(/\/login\?next=/);
});
