import { expect, type Page } from '@playwright/test';

/**
 * Undoes what a notice says was done.
 * @param undone what the next notice says
 */
export async function undo(page: Page, done: string, undone: string): Promise<void> {
  const notice = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await notice(done).last().getByRole('button', { name: 'Undo' }).click();
  await expect(notice(undone).last()).toBeVisible();
}
