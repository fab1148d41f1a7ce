import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

/** Minified, because each page parses it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const colours = ['color-contrast', 'link-in-text-block'];
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const optionsOf: Record<'any' | 'colours' | 'structure', Axe.RunOptions> = {
  any: { runOnly: { type: 'tag', values: standard } },
  colours: { runOnly: { type: 'rule', values: colours } },
  structure: {
    runOnly: { type: 'tag', values: standard },
    rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])),
  },
};

type Checked = {
  /** The selector of the checked part, by default of the whole page. */
  part?: string;
  /** Best practices of axe too: a landmark has a name of its own, a page has one main part and one main heading. */
  bestPractices?: boolean;
};

/** Runs in the page. */
async function runAxe({ context, options }: { context: string; options: Axe.RunOptions }): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof Axe };
  const { violations } = await axe.run(context, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** The violations that axe finds in a part of the page: all, colours only, or all except colours. */
async function violationsOf(
  page: Page,
  kind: keyof typeof optionsOf,
  { part = 'html', bestPractices = false }: Checked = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // Axe computes selectors of all elements where other types of results are wanted. The pages have no frames of their own.
  const options: Axe.RunOptions = { ...optionsOf[kind], resultTypes: ['violations'], iframes: false };
  if (bestPractices && kind !== 'colours')
    options.runOnly = { type: 'tag', values: [...standard, 'best-practice'] };
  return page.evaluate(runAxe, { context: part, options });
}

/** The number of checks before a violation counts, and the pause between them in ms. */
const CHECKS = 4;
const PAUSE_MS = 500;

/** Violations that persist. A hovered row may have other colours for a moment. */
async function persistentViolations(...check: Parameters<typeof violationsOf>): Promise<string[]> {
  const [page] = check;
  for (let remaining = CHECKS; ; remaining--) {
    const found = await violationsOf(...check);
    if (found.length === 0 || remaining === 1) return found;
    await page.mouse.move(0, 0);
    await page.waitForTimeout(PAUSE_MS);
  }
}

/**
 * Fails where axe finds a violation in either theme. Only colours differ between themes, so the other theme is
 * checked for colours alone. The page stays in the other theme.
 */
export async function expectAccessible(page: Page, name: string, checked?: Checked): Promise<void> {
  const html = page.locator('html');
  const present = await html.getAttribute('data-mantine-color-scheme');
  expect
    .soft(await persistentViolations(page, 'any', checked), `${name}: axe in the ${present} theme`)
    .toEqual([]);
  const other = present === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', other);
  expect.soft(await transitions(page), `${name}: transitions with reduced motion`).toEqual([]);
  expect
    .soft(await persistentViolations(page, 'colours', checked), `${name}: axe in the ${other} theme`)
    .toEqual([]);
}

/** The elements with a transition, although the browser prefers reduced motion. */
function transitions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => !/^0s(, 0s)*$/.test(getComputedStyle(element).transitionDuration))
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );
}

/** Checks a page on a phone without its colours, which are checked on the desktop. */
export async function expectAccessibleOnPhone(page: Page, name: string, checked?: Checked): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await persistentViolations(page, 'structure', checked), `${name}: axe on a phone`).toEqual([]);
  if (wide) await page.setViewportSize(wide);
}

/** Checks a document without scripts in both themes and on a phone, which shows all of its width. */
export async function expectDocumentAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect
      .soft(await persistentViolations(page, 'any'), `${name}: axe in the ${colorScheme} theme`)
      .toEqual([]);
  }
  await expectAccessibleOnPhone(page, name);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${name}: width`).toBe(390);
  if (wide) await page.setViewportSize(wide);
}
