import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

const sizes = new Map<string, number>();

/** The compressed size of the scripts that the document of a page has loaded so far, in bytes. Those of the page before it do not count. */
export async function scriptBytes(page: Page): Promise<number> {
  const urls = await page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return [...new Set(names)].filter((name) => new URL(name).pathname.endsWith('.js'));
  });
  const each = await Promise.all(urls.map((url) => compressedSize(page, url)));
  return each.reduce((sum, size) => sum + size, 0);
}

async function compressedSize(page: Page, url: string): Promise<number> {
  const known = sizes.get(url);
  if (known !== undefined) return known;
  const size = gzipSync(await (await page.request.get(url)).body()).length;
  sizes.set(url, size);
  return size;
}
