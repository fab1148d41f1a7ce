import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;

export type Partner = { accessId: string; accessSecret: string; ownerEmail: string; ownerPassword: string };

// biome-ignore lint/suspicious/noExplicitAny: whatever a resource of the API holds
type Resource = { id: string } & Record<string, any>;

export type Api = {
  get: (path: string) => Promise<Resource>;
  post: (path: string, body?: object) => Promise<Resource>;
  put: (path: string, body: object) => Promise<Resource>;
};

/** Signs in once and replaces the generated password, which lets in nowhere else. */
export async function withOwnPassword(partner: Partner): Promise<Partner> {
  const ownerPassword = `walnut harbour ${partner.accessId} lantern`;
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${origin}/api/auth/${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const { ownerEmail: email, ownerPassword: password } = partner;
  const signedIn = await post('sign-in/email', { email, password });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.getSetCookie().map((each) => each.split(';')[0]);
  const change = { currentPassword: password, newPassword: ownerPassword };
  const changed = await post('change-password', change, cookie.join('; '));
  expect(changed.status).toBe(200);
  return { ...partner, ownerPassword };
}

/** A new partner account by the operator's command. The owner has the generated password. */
export async function createPartner(...options: string[]): Promise<Partner> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', '--silent', 'partner:create', '--', ...options, '--json'],
    { cwd: root, env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '' } },
  );
  return JSON.parse(stdout) as Partner;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

type WorkerFixtures = { partner: Partner; api: Api; signedIn: StorageState };

/**
 * Each worker has a sandbox partner of its own; `page` is signed in as its owner and `api` calls `/v1` with its
 * credentials. `test.use({ storageState: undefined })` gives a stranger's page.
 */
export const test = base.extend<object, WorkerFixtures>({
  partner: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs off its parameters
    async ({}, use, { workerIndex }) => {
      const email = `owner-${workerIndex}-${Date.now()}@example.com`;
      const made = await createPartner('--name', `Partner ${workerIndex}`, '--email', email);
      await use(await withOwnPassword(made));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  api: [
    async ({ partner }, use) => {
      const call = async (method: string, path: string, body?: object): Promise<Resource> => {
        const response = await fetch(`${origin}/v1${path}`, {
          method,
          headers: {
            'x-access-id': partner.accessId,
            'x-access-secret': partner.accessSecret,
            ...(body && { 'content-type': 'application/json' }),
          },
          body: body && JSON.stringify(body),
        });
        const answer = (await response.json()) as { data: Resource };
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
        return answer.data;
      };
      await use({
        get: (path) => call('GET', path),
        post: (path, body) => call('POST', path, body),
        put: (path, body) => call('PUT', path, body),
      });
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ browser, partner }, use) => {
      const context = await browser.newContext({ baseURL: origin, storageState: undefined });
      const response = await context.request.post('/api/auth/sign-in/email', {
        headers: { origin },
        data: { email: partner.ownerEmail, password: partner.ownerPassword },
      });
      expect(response.ok()).toBe(true);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
});

export { expect, type Page };

/** Opens a page and waits until its parts have come alive. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}

/** In the page: waits until no colour is on its way from one theme to the other. */
async function coloursSettled(): Promise<void> {
  await new Promise(requestAnimationFrame);
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

const colours = ['color-contrast', 'link-in-text-block'];

/** What axe objects to on the page as it stands: to anything, or to its colours alone, or to all but these. */
async function objections(page: Page, kind: 'any' | 'colours' | 'structure'): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  // Else axe puts together what each frame says in a blank page of its own, for as much again.
  if (page.frames().length === 1) axe.setLegacyMode();
  if (kind === 'colours') axe.withRules(colours);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  if (kind === 'structure') axe.disableRules(colours);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/**
 * Neither theme has anything that axe objects to. Between them only colours differ, so the theme that the page is not in
 * is asked for these alone; the page stays in it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const html = page.locator('html');
  const present = await html.getAttribute('data-mantine-color-scheme');
  await page.evaluate(coloursSettled);
  expect(await objections(page, 'any'), `axe in the ${present} theme`).toEqual([]);
  const other = present === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', other);
  await page.evaluate(coloursSettled);
  expect(await objections(page, 'colours'), `axe in the ${other} theme`).toEqual([]);
}

/** For a page whose colours were looked at, in another shape: its parts, their names and sizes have nothing wrong. */
export async function expectAccessibleStructure(page: Page): Promise<void> {
  expect(await objections(page, 'structure')).toEqual([]);
}
