import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Runs in the page: waits until the colours of the new theme are complete, but not for an animation that never ends. */
async function coloursSettled(): Promise<void> {
  const settled = async () => {
    await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  };
  await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, 3_000))]);
}

const colours = ['color-contrast', 'link-in-text-block'];

/** Selectors of the checked part, by default the whole page, and of a part of it that is not checked. */
type Checked = { part?: string; without?: string };

/** The violations that axe finds in a part of the page: all, colours only, or all except colours. */
async function violationsOf(
  page: Page,
  kind: 'any' | 'colours' | 'structure',
  { part, without }: Checked = {},
): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, axeSource: isLoaded ? ';' : undefined });
  // Otherwise axe merges frames in a blank page, which doubles the time. These pages have no frames.
  axe.setLegacyMode();
  // Otherwise axe computes selectors of elements without violations.
  axe.options({ resultTypes: ['violations'] });
  if (part) axe.include(part);
  if (without) axe.exclude(without);
  if (kind === 'colours') axe.withRules(colours);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  if (kind === 'structure') axe.disableRules(colours);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** The number of checks before a violation counts, and the pause between them in ms. */
const CHECKS = 4;
const PAUSE_MS = 500;

/** Violations that persist. A change of theme or a hovered row may have other colours for a moment. */
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
  await page.evaluate(coloursSettled);
  expect
    .soft(await persistentViolations(page, 'any', checked), `${name}: axe in the ${present} theme`)
    .toEqual([]);
  const other = present === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', other);
  await page.evaluate(coloursSettled);
  expect
    .soft(await persistentViolations(page, 'colours', checked), `${name}: axe in the ${other} theme`)
    .toEqual([]);
}

/** Checks a page on a phone without its colours, which are checked on the desktop. */
export async function expectAccessibleOnPhone(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await persistentViolations(page, 'structure'), `${name}: axe on a phone`).toEqual([]);
  if (wide) await page.setViewportSize(wide);
}
