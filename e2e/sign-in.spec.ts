import { createPartner, expect, hydration, open, type Page, test } from './sign-in.ts';

test.use({ storageState: undefined });

test('a wrong password is refused, the right one returns to the requested page, sign-out ends the session', async ({
  page,
  partner,
}) => {
  await open(page, '/demarcation-points?q=tower');
  await expect(page).toHaveURL(/\/login\?next=/);

  await page.getByLabel('Email').fill(partner.ownerEmail);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'is incorrect' })).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(partner.ownerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/demarcation-points\?q=tower$/);
  await expect(page.getByRole('heading', { name: 'Demarcation points' })).toBeVisible();
  // The sign-in reloads the page.
  await hydration(page);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await open(page, '/subscribers');
  await expect(page).toHaveURL(/\/login\?next=/);
});

async function changePassword(page: Page, present: string, next: string, again = next) {
  await page.getByLabel('Current password').fill(present);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Repeat new password').fill(again);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('a generated password leads from every page to the change of password', async ({ page }) => {
  const email = `generated-${Date.now()}@example.com`;
  const { ownerPassword } = await createPartner('--name', 'Generated', '--email', email);
  await open(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/change-password$/);
  for (const path of ['/', '/subscribers', '/settings/organisation']) {
    await open(page, path);
    await expect(page).toHaveURL(/\/change-password$/);
  }

  const alert = page.getByRole('alert').filter({ hasText: /\w/ });
  await changePassword(page, 'not the password', 'walnut harbour lantern quilt');
  await expect(alert).toContainText('The current password is incorrect.');
  await changePassword(page, ownerPassword, 'password123456');
  await expect(alert).toContainText('easy to guess');
  await changePassword(page, ownerPassword, 'walnut harbour lantern quilt', 'walnut harbour lantern kilt');
  await expect(page.getByText('The two new passwords differ.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await changePassword(page, ownerPassword, 'walnut harbour lantern quilt');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('navigation', { name: 'Portal' })).toBeAttached();

  // The account menu opens the same page, which can be left then.
  await hydration(page);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test.describe('before the scripts run', () => {
  test.use({ javaScriptEnabled: false });

  test('a form that is sent early opens its page again, without the input in the address', async ({
    page,
    partner,
  }) => {
    await page.goto('/login?next=%2Fsubscribers');
    await page.getByLabel('Email').fill(partner.ownerEmail);
    await page.getByLabel('Password', { exact: true }).fill(partner.ownerPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('');
    await expect(page).toHaveURL(/\/login\?next=%2Fsubscribers$/);
  });
});
