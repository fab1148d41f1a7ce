import { existsSync, readdirSync } from 'node:fs';
import type { Machine } from '../server/state/define-machine.ts';
import { expect, open, type Page, test } from './sign-in.ts';

test.use({ storageState: undefined });

const pages = {
  '/docs': 'Documentation',
  '/docs/states': 'States',
  '/docs/events': 'Events',
  '/docs/errors': 'Errors',
};

for (const [path, title] of Object.entries(pages)) {
  test(`${path} opens without a session and loads no other page, on a phone too`, async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') fetched.push(request.url());
    });
    await open(page, path);
    expect(fetched).toEqual([]);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('each event has the sentence of its example', async ({ page }) => {
    await open(page, '/docs/events');
    const row = page.getByRole('row').filter({ has: page.getByText('billing.overdue', { exact: true }) });
    await expect(row).toContainText(
      'The renewal of Home 50 is overdue. Unpaid, service ends on 3 Apr 2026, 08:00.',
    );
  });

  test('each move of each machine is documented with its event and its error', async ({ page }) => {
    const machines = await allMachines();
    expect(machines.length).toBeGreaterThan(0);
    const [states, events, errors] = [
      await anchorsOf(page, '/docs/states'),
      await anchorsOf(page, '/docs/events'),
      await anchorsOf(page, '/docs/errors'),
    ];
    for (const { name, moves } of machines) {
      expect(states).toContain(name);
      for (const move of moves) {
        expect(states).toContain(`${name}.${move.on}`);
        if (move.emits) expect(events).toContain(move.emits);
        expect(errors).toContain(move.else ?? 'CONFLICT');
      }
    }
  });

  test('each link and anchor has a target', async ({ page, request }) => {
    const targets = new Set<string>();
    const anchors = new Map<string, string[]>();
    for (const path of Object.keys(pages)) {
      anchors.set(path, await anchorsOf(page, path));
      const hrefs = await page
        .locator('a[href]')
        .evaluateAll((links) => links.map((a) => (a as HTMLAnchorElement).href));
      for (const href of hrefs) targets.add(href);
    }
    const pathnames = new Set<string>();
    for (const target of targets) {
      const { pathname, hash } = new URL(target);
      if (!hash) {
        pathnames.add(pathname);
        continue;
      }
      const known = anchors.get(pathname) ?? (await anchorsOf(page, pathname));
      anchors.set(pathname, known);
      expect(known, target).toContain(decodeURIComponent(hash.slice(1)));
    }
    for (const pathname of pathnames) expect((await request.get(pathname)).ok(), pathname).toBe(true);
  });
});

/** The anchors of a page. Each must exist once. */
async function anchorsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  const ids = await page.locator('main [id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)]);
  return [...ids, 'content'];
}

/** All pages on disk, so that a new one is included. */
async function allMachines(): Promise<Machine[]> {
  const domain = new URL('../server/domain/model/', import.meta.url);
  const files = readdirSync(domain).map((resource) => new URL(`${resource}/machine.ts`, domain));
  const modules = await Promise.all(
    files.filter((file) => existsSync(file)).map((file) => import(file.href)),
  );
  return modules.flatMap((module) => Object.values(module) as Machine[]);
}
