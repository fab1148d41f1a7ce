import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';

const sizes = new Map<string, number>();

/**
 * Records the scripts that a page loads from now on.
 * @returns a function that ends the recording and returns their compressed size in bytes
 */
export function recordScripts(page: Page): () => Promise<number> {
  const loaded = new Set<string>();
  const record = (request: Request) => {
    // The previous page may load scripts until its last moment.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loaded.clear();
    if (request.resourceType() === 'script') loaded.add(request.url());
  };
  page.on('request', record);
  return async () => {
    page.off('request', record);
    const each = await Promise.all([...loaded].map((url) => compressedSize(page, url)));
    return each.reduce((sum, size) => sum + size, 0);
  };
}

async function compressedSize(page: Page, url: string): Promise<number> {
  const known = sizes.get(url);
  if (known !== undefined) return known;
  const size = gzipSync(await (await page.request.get(url)).body()).length;
  sizes.set(url, size);
  return size;
}
