import { readdirSync } from 'node:fs';
import { SCRIPT_BUDGET } from '../bench/script-budget.ts';
import { navigation, quickActions } from '../components/shell/navigation.ts';
import { expectAccessible, expectAccessibleOnPhone } from './accessibility.ts';
import { layoutShift, MAX_SHIFT, recordShifts } from './layout-shift.ts';
import { scriptBytes } from './loaded-scripts.ts';
import { looks, signedOutPages } from './looks/areas.ts';
import type { Look } from './looks/look.ts';
import { expectOpeners } from './openers.ts';
import { expectInShape } from './ruler.ts';
import type { Seeded } from './seeded-partner.ts';
import { test } from './seeded-test.ts';
import { expect, hydration, type Page } from './sign-in.ts';

test('every page is in the list of checked pages', () => {
  const app = new URL('../app/', import.meta.url);
  const routes = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\([^)]*\)\//g, '').replace(/\/?page\.tsx$/, '')}`);
  const looked = Object.values({ ...looks, ...signedOutPages }).flatMap((area) =>
    area.map(({ route }) => route),
  );
  expect([...new Set(looked)].sort()).toEqual(routes.sort());
  const listed = [...navigation.flatMap(({ items }) => items), ...quickActions].map(({ href }) => href);
  for (const href of listed) expect(looked).toContain(href.split('?')[0]);
});

for (const [area, ofArea] of Object.entries(looks)) {
  test(`axe finds no violation in ${area}, and its pages are in shape and within the budgets`, async ({
    page,
    seeded,
  }) => {
    await lookAt(page, seeded, ofArea);
  });
}

test.describe('signed out', () => {
  test.use({ storageState: undefined });
  for (const [area, ofArea] of Object.entries(signedOutPages)) {
    test(`axe finds no violation in ${area}, and its pages are in shape and within the budgets`, async ({
      page,
      seeded,
    }) => {
      await lookAt(page, seeded, ofArea);
    });
  }
});

async function lookAt(page: Page, seeded: Seeded, ofArea: readonly Look[]): Promise<void> {
  await recordShifts(page);
  for (const look of ofArea) {
    const { route, path, until, states = [], onPhone, isForeign, scriptBudget = SCRIPT_BUDGET } = look;
    const address = path?.(seeded) ?? route;
    await test.step(address, async () => {
      if (new URL(page.url(), 'http://localhost').pathname !== address) {
        // The sentences of a form and the stream of changes are loaded later.
        await page.goto(address, { waitUntil: 'networkidle' });
        const bytes = await scriptBytes(page);
        expect(bytes).toBeGreaterThan(0);
        expect.soft(bytes, `${route}: bytes of scripts`).toBeLessThanOrEqual(scriptBudget);
        expect.soft(await layoutShift(page), `${route}: layout shift`).toBeLessThanOrEqual(MAX_SHIFT);
        await hydration(page);
      }
      await until?.(page);
      await expectAccessible(page, route, { bestPractices: true });
      if (onPhone) await expectAccessibleOnPhone(page, route, { bestPractices: true });
      if (!isForeign) await expectInShape(page, route);
      await expectOpeners(page, route);
      for (const { name, part, show } of states) {
        await show(page, seeded);
        await expectAccessible(page, `${route}, ${name}`, { part, bestPractices: true });
        await closeDialogs(page);
      }
    });
  }
}

/** Dialogs that show a secret stay open. The first Escape may only close the options of a field with the focus. */
async function closeDialogs(page: Page): Promise<void> {
  const open = await page.getByRole('dialog').count();
  const discard = page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByText('Discard', { exact: true });
  const closed = page.locator('body:not(:has([role="dialog"]))');
  for (let pressed = 0; pressed < 2 * open; pressed++) {
    await page.keyboard.press('Escape');
    await discard
      .or(closed)
      .waitFor({ timeout: 500 })
      .catch(() => {});
    if (await discard.isVisible()) await discard.click();
  }
}
