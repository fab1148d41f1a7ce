import { gzipSync } from 'node:zlib';
import { SCRIPT_BUDGET } from '../bench/script-budget.ts';
import { looks } from './looks/areas.ts';
import { test } from './seeded-test.ts';
import { expect, open, type Page } from './sign-in.ts';

for (const [area, ofArea] of Object.entries(looks)) {
  test(`the scripts of the pages of ${area} stay within the budget`, async ({ page, seeded }) => {
    const sizes = new Map<string, number>();
    for (const { route, path } of ofArea) {
      await test.step(route, async () => {
        const bytes = await scriptBytes(page, path?.(seeded) ?? route, sizes);
        expect.soft(bytes, `${route}: ${(bytes / 1024).toFixed(0)} KiB`).toBeLessThanOrEqual(SCRIPT_BUDGET);
      });
    }
  });
}

test('a menu is loaded when its button gets the focus, and Escape returns the focus', async ({ page }) => {
  await open(page, '/plans');
  const button = page.getByRole('button', { name: 'Theme' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'As the system' })).toBeVisible();
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

/** What a page loads without a click or a key, compressed. */
async function scriptBytes(page: Page, address: string, sizes: Map<string, number>): Promise<number> {
  const loaded = new Set<string>();
  const note = (request: { resourceType(): string; url(): string }) => {
    if (request.resourceType() === 'script') loaded.add(request.url());
  };
  page.on('request', note);
  await page.goto(address, { waitUntil: 'networkidle' });
  page.off('request', note);
  expect(loaded.size).toBeGreaterThan(0);
  let bytes = 0;
  for (const url of loaded) {
    const size = sizes.get(url) ?? gzipSync(await (await page.request.get(url)).body()).length;
    sizes.set(url, size);
    bytes += size;
  }
  return bytes;
}
