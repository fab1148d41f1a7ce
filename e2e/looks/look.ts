import { expect, type Page } from '@playwright/test';
import type { Seeded } from '../seeded-partner.ts';

/** A state of a page that axe checks after the page itself. */
export type State = {
  name: string;
  /** A selector of the part that differs. */
  part: string;
  show: (page: Page, seeded: Seeded) => Promise<void>;
};

/** A page that axe checks in both themes, followed by its states without a reload. */
export type Look = {
  /** The route as in the folders of `app/`. */
  route: string;
  /** The page on seeded data; the route by default. */
  path?: (seeded: Seeded) => string;
  /** Resolves when the page is complete. */
  until?: (page: Page) => Promise<void>;
  states?: State[];
  onPhone?: boolean;
  /** Whether a component of others draws it: its layout is not ours. */
  isForeign?: boolean;
  /** The bytes of scripts that it may load, where they are not `SCRIPT_BUDGET`. */
  scriptBudget?: number;
};

export const main = 'main';
export const panel = '[role="tabpanel"]';
export const dialog = '[role="dialog"]';

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

export async function choose(page: Page, entry: string) {
  await press(page, 'More actions');
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

export async function pick(page: Page, label: string, text: string | RegExp) {
  await page.getByRole('combobox', { name: label }).fill(typeof text === 'string' ? text : '');
  await page.getByRole('option', { name: text }).first().click();
}

/** Waits for an element that shows a tab is complete. */
export const tab = (name: string, known: string | RegExp): State => ({
  name,
  part: panel,
  show: async (page) => {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    // What a job writes comes with its next run.
    await expect(page.getByRole('tabpanel')).toContainText(known);
  },
});

export const bulk = (rows: string, action: string, known: string | RegExp): State => ({
  name: `${action} for several`,
  part: dialog,
  show: async (page) => {
    await page.getByLabel(`Select all ${rows} of this page`).check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog')).toContainText(known);
  },
});

export const rows = async (page: Page) =>
  void (await expect(page.locator('[data-row-link]').first()).toBeVisible());
