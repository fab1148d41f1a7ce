import { existsSync, readdirSync } from 'node:fs';
import { guideNames } from '../app/docs/documents.ts';
import type { Machine } from '../server/state/define-machine.ts';
import { expectAccessible, expectAccessibleOnPhone } from './accessibility.ts';
import { layoutShift, MAX_SHIFT, recordShifts } from './layout-shift.ts';
import { expect, open, origin, type Page, test } from './sign-in.ts';

test.use({ storageState: undefined });

const pages: Record<string, string | RegExp> = {
  '/docs': 'Documentation',
  '/docs/states': 'States',
  '/docs/events': 'Events',
  '/docs/errors': 'Errors',
  '/docs/metrics': 'Figures',
  '/docs/contract': 'The contract',
  '/docs/glossary': 'Glossary',
  '/docs/changelog': 'Changelog of the API',
  ...Object.fromEntries(guideNames.map((name) => [`/docs/guides/${name}`, /./])),
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
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
}

for (const path of [...Object.keys(pages), '/docs/api']) {
  test(`${path} moves nothing once it is drawn, has no error in the console, and axe finds nothing`, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', ({ message }) => errors.push(message));
    await recordShifts(page);
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page, path);
      if (path === '/docs/api') await untilViewer(page);
      expect.soft(await layoutShift(page), `shift at ${width}`).toBeLessThanOrEqual(MAX_SHIFT);
    }
    expect.soft(errors).toEqual([]);
    // The flow of all looks has the reference, which takes long.
    if (path === '/docs/api') return;
    await expectAccessible(page, path);
    await expectAccessibleOnPhone(page, path);
  });
}

test('the search finds errors, operations, sections and terms, and loads its index when it is used', async ({
  page,
}) => {
  const index = page.waitForRequest('**/docs/search.json');
  let isLoaded = false;
  void index.then(() => {
    isLoaded = true;
  });
  await open(page, '/docs');
  expect(isLoaded).toBe(false);
  const field = page.getByRole('textbox', { name: 'Search the documentation' });
  const find = async (query: string, title: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(query);
    await expect(page.getByRole('button', { name: title }).first()).toBeVisible();
    await page.keyboard.press('Enter');
  };
  await find('below floor', 'PLAN_PRICE_BELOW_FLOOR');
  await expect(page).toHaveURL('/docs/errors#PLAN_PRICE_BELOW_FLOOR');
  await expect(page.getByText(/^Remedy: Read the floor/)).toBeInViewport();
  await find('constant time recorded delivery', 'Check the signature');
  await expect(page).toHaveURL('/docs/guides/receive-webhooks#check-the-signature');
  await find('upgrade hold plan change', 'upgrade hold');
  await expect(page).toHaveURL('/docs/glossary#upgrade-hold');
  await find('POST plans disable', 'Disable a plan');
  await expect(page).toHaveURL(/^[^#]*\/docs\/api#/);
  await expect(page.getByRole('heading', { name: 'Disable a plan' })).toBeInViewport();
});

test('an example is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/docs/guides/receive-webhooks');
  const example = page.getByRole('figure').filter({ hasText: 'timingSafeEqual' });
  await example.getByRole('button', { name: 'Copy code' }).click();
  await expect(example.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('export function verify(');
});

test('a language is chosen for all examples, and stays chosen', async ({ page }) => {
  await open(page, '/docs/guides/quickstart');
  const inTypeScript = page.getByText('await demarc.payments.create(');
  await expect(inTypeScript).toHaveCount(0);
  await page.getByRole('button', { name: 'TypeScript' }).first().click();
  await expect(inTypeScript).toBeVisible();
  await page.reload();
  await expect(inTypeScript).toBeVisible();
});

test('the reference loads nothing from elsewhere, and calls the API with the key of a sandbox', async ({
  page,
  partner,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      elsewhere.push(request.url());
  });
  await open(page, '/docs/api#tag/provider/GET/v1/provider');
  await page.getByRole('button', { name: 'Test Request (get /v1/provider)' }).click();
  const secrets = page.locator('input.scalar-password-input').locator('visible=true');
  await secrets.nth(-2).fill(partner.accessId);
  await secrets.nth(-1).fill(partner.accessSecret);
  await page.getByRole('button', { name: /Send get request to / }).click();
  await expect(page.getByText('"livemode"').last()).toBeVisible();
  expect(elsewhere).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain(partner.accessSecret);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the reference has each operation of the document', async ({ page, request }) => {
    const { paths } = await (await request.get('/v1/openapi.json')).json();
    const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    await page.goto('/docs/api');
    const listed = await page.locator('main li code').allInnerTexts();
    expect(listed.toSorted()).toEqual(operations.toSorted());
  });

  test('each event has the sentence of its example', async ({ page }) => {
    await page.goto('/docs/events');
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

/** The viewer of the reference is a large program. */
async function untilViewer(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Authentication' })).toBeVisible();
}

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
