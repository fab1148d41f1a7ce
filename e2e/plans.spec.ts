import type { Page } from '@playwright/test';
import { createdPlan, statusOf, unique } from './pending-subscription.ts';
import { expect, open, test } from './sign-in.ts';
import { undo } from './undo.ts';

test('duplicate a plan, disable it by typing its name, enable and delete it', async ({ page, api }) => {
  const name = `Catalogue ${unique()}`;
  const copy = `${name} (copy)`;
  const { id } = await createdPlan(api, name);
  await open(page, `/plans/${id}`);

  await act(page, 'Duplicate');
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: copy })).toBeVisible();

  await act(page, 'Disable');
  const disable = page.getByRole('dialog');
  const confirm = disable.getByRole('button', { name: 'Disable plan' });
  await expect(disable.getByText('no new subscription can take it')).toBeVisible();
  await expect(disable.getByText('Event: plan.updated')).toBeVisible();
  await disable.getByRole('textbox').fill(name);
  await expect(confirm).toBeDisabled();
  await disable.getByRole('textbox').fill(copy);
  await confirm.click();
  await expect(statusOf(page, 'disabled')).toBeVisible();

  await undo(page, `${copy} is disabled.`, `${copy} is enabled again.`);
  await expect(statusOf(page, 'enabled')).toBeVisible();
  await act(page, 'Disable');
  await disable.getByRole('textbox').fill(copy);
  await confirm.click();
  await expect(statusOf(page, 'disabled')).toBeVisible();
  await act(page, 'Enable');
  await expect(statusOf(page, 'enabled')).toBeVisible();
  await undo(page, `${copy} is enabled.`, `${copy} is disabled again.`);
  await expect(statusOf(page, 'disabled')).toBeVisible();
  await act(page, 'Enable');
  await expect(statusOf(page, 'enabled')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('Disable it first');
  await page.getByRole('menuitem', { name: 'Disable', exact: true }).click();
  await disable.getByRole('textbox').fill(copy);
  await confirm.click();
  await expect(statusOf(page, 'disabled')).toBeVisible();

  await act(page, 'Delete');
  await page.getByRole('dialog').getByRole('textbox').fill(copy);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete plan' }).click();
  await expect(page).toHaveURL(/\/plans$/);

  await open(page, `/plans?q=${encodeURIComponent(name)}`);
  await expect(page.locator('[data-row-link]')).toHaveText([name]);
});

test('the form of a plan previews the change, and says so while nothing changes', async ({ page, api }) => {
  const { id } = await createdPlan(api);
  await open(page, `/plans/${id}/edit`);
  const follows = page.getByRole('region', { name: 'What will follow' });
  await expect(follows).toContainText('Nothing changes yet.');
  await page.getByRole('textbox', { name: 'Price for a cycle' }).fill('2500');
  await expect(follows).toContainText('KES 2,500.00 instead of KES 1,999.00');
  await expect(follows).toContainText('Event: plan.updated');
  await page.getByRole('textbox', { name: 'Download' }).fill('80');
  await expect(follows).toContainText('10 Mbps → 80 Mbps');
});

test('a data cap is typed in the unit that lists show', async ({ page, api }) => {
  const { id } = await createdPlan(api);
  await open(page, `/plans/${id}/edit`);
  const cap = page.getByRole('textbox', { name: 'Data cap' });
  await cap.pressSequentially('1.05');
  await expect(cap).toHaveValue('1.05');
  await page.getByRole('button', { name: 'Save plan' }).click();
  // The form shows the same text as the consequence of the change.
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1.05 GB');
  expect((await api.get(`/plans/${id}`)).dataCapMb).toBe(1050);
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(cap).toHaveValue('1.05');
});

async function act(page: Page, action: string) {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
