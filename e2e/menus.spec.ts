import { createdPlan } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';

test('a menu is loaded when its button gets the focus, and Escape returns the focus', async ({ page }) => {
  await open(page, '/plans');
  const button = page.getByRole('button', { name: 'Theme' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Same as the system' })).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
});

test('the popover of a filter opens with the focus in its field', async ({ page }) => {
  await open(page, '/plans');
  await page.getByRole('button', { name: 'Filter by Created' }).click();
  await expect(page.getByLabel('From')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter by Created' })).toBeFocused();
});

test('a field that is loaded on use says that its first list is open, and which it is', async ({ page }) => {
  await open(page, '/subscribers/new');
  const field = page.getByRole('combobox', { name: 'Language' });
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  const list = await page.getByRole('listbox').getAttribute('id');
  await expect(field).toHaveAttribute('aria-controls', String(list));
});

test('the list of a field is loaded when the field gets the focus, and keeps what was typed', async ({
  page,
  api,
}) => {
  const plan = await createdPlan(api);
  await open(page, '/subscriptions/new');
  const field = page.getByRole('combobox', { name: 'Plan' });
  await field.focus();
  await page.keyboard.type(String(plan.planName));
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(String(plan.planName));
  await expect(field).toBeFocused();
});
