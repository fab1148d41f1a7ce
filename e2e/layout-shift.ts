import type { Page } from '@playwright/test';

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** The most that a page may move while it loads, as the sum of its shifts. */
export const MAX_SHIFT = 0.05;

/** How long fonts are away, in ms: the page is drawn without them first. */
const FONTS_AFTER_MS = 500;

/** Loads pages as a slow connection does: fonts arrive when the text is drawn. Recorded from the next page on. */
export async function recordShifts(page: Page): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((done) => setTimeout(done, FONTS_AFTER_MS));
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
}

/** The sum of all layout shifts of a loaded page with its fonts, those after input left out. */
export async function layoutShift(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready);
  // The observer gets what was drawn last.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: Shift[] };
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
  });
}
