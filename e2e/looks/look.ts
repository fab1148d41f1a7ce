import { expect, type Page } from '@playwright/test';
import type { Seeded } from '../seeded-partner.ts';

/** A state of a page that axe looks at after the page itself. */
export type State = {
  name: string;
  /** A selector of the part that is new. */
  part: string;
  show: (page: Page, seeded: Seeded) => Promise<void>;
};

/** A page that axe looks at as a whole, in both themes, then its states one after the other, without another load. */
export type Look = {
  /** As the folders of `app/` have it. */
  route: string;
  /** The page on seeded data; the route by default. */
  path?: (seeded: Seeded) => string;
  /** What has come when the page is complete. */
  until?: (page: Page) => Promise<void>;
  states?: State[];
  onPhone?: boolean;
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

/** A tab is complete when what it is known by has come. */
export const tab = (name: string, known: string | RegExp): State => ({
  name,
  part: panel,
  show: async (page) => {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
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
