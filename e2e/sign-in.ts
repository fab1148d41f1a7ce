import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { requireAnnouncedDialogs } from './announced-dialogs.ts';
import { command } from './command.ts';

export const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;

export type Partner = {
  providerId: string;
  accessId: string;
  accessSecret: string;
  ownerEmail: string;
  ownerPassword: string;
};

// biome-ignore lint/suspicious/noExplicitAny: flows read fields of any resource
type Resource = { id: string } & Record<string, any>;

export type Api = {
  get: (path: string) => Promise<Resource>;
  /** As `get`, for the paths of lists. */
  list: (path: string) => Promise<Resource[]>;
  post: (path: string, body?: object) => Promise<Resource>;
  patch: (path: string, body: object) => Promise<Resource>;
  put: (path: string, body: object) => Promise<Resource>;
};

/** Signs in and replaces the generated password, which must be changed first. */
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

/** Creates a partner account with the operator's command. The owner has a generated password. */
export async function createPartner(...options: string[]): Promise<Partner> {
  const stdout = await command('partner-create', ...options, '--json');
  return JSON.parse(stdout) as Partner;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Calls `/v1` with the credentials of a partner. @param base the address of another server than that of the flows */
export function apiOf(partner: Partner, base = origin): Api {
  const call = async <T = Resource>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${base}/v1${path}`, {
      method,
      headers: {
        'x-access-id': partner.accessId,
        'x-access-secret': partner.accessSecret,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  return {
    get: (path) => call('GET', path),
    list: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    put: (path, body) => call('PUT', path, body),
  };
}

/** A browser context that is signed in as the owner of a partner. */
export async function signedInContext(browser: Browser, partner: Partner): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, storageState: undefined });
  const response = await context.request.post('/api/auth/sign-in/email', {
    headers: { origin },
    data: { email: partner.ownerEmail, password: partner.ownerPassword },
  });
  expect(response.ok()).toBe(true);
  return context;
}

/** Console errors that flows expect. */
const expected = [
  // Flows cause error responses on purpose.
  /^Failed to load resource: .* status of 4\d\d/,
  // A formatted email is in a sandboxed frame, which blocks the scripts of the test tool.
  /^Blocked script execution in 'about:srcdoc'/,
];

/**
 * Collects what goes wrong in the pages of a context: exceptions that no code catches, and what the browser writes to
 * its console as an error, such as a refusal by the content security policy. The expected errors are left out.
 */
export function errorsOf(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error().stack ?? error.error())));
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || expected.some((pattern) => pattern.test(text))) return;
    errors.push(`${message.location().url}: ${text}`);
  });
  return errors;
}

type WorkerFixtures = { partner: Partner; api: Api; signedIn: StorageState };

/**
 * Each worker has a sandbox partner of its own; `page` is signed in as its owner and `api` calls `/v1` with its
 * credentials. `test.use({ storageState: undefined })` gives a page without a session. A flow fails where its pages have
 * errors, or open a dialog by a button that does not announce it.
 */
export const test = base.extend<object, WorkerFixtures>({
  context: async ({ context }, use) => {
    const errors = errorsOf(context);
    await requireAnnouncedDialogs(context);
    await use(context);
    expect(errors, 'errors of the pages').toEqual([]);
  },
  partner: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its parameters
    async ({}, use, { workerIndex }) => {
      const email = `owner-${workerIndex}-${Date.now()}@example.com`;
      const made = await createPartner('--name', `Partner ${workerIndex}`, '--email', email);
      await use(await withOwnPassword(made));
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  api: [async ({ partner }, use) => use(apiOf(partner)), { scope: 'worker' }],
  signedIn: [
    async ({ browser, partner }, use) => {
      const context = await signedInContext(browser, partner);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
});

export { expect, type Page };

/** Opens a page and waits for hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydration(page);
}

/** Loads a page again and waits for hydration. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydration(page);
}

/** What React renders: neither the viewer of the reference nor the field that measures one that grows. */
const controls = ':is(button, input, select, textarea):not([aria-hidden], .scalar-app *)';

/**
 * Waits until React has taken over all controls: a click before that is lost. An idle network alone is no sign of it,
 * because a slow machine loads the scripts long before it has run them.
 */
export async function hydration(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const lifeless = () =>
    page
      .locator(controls)
      .evaluateAll((elements) =>
        elements
          .filter((element) => !Object.keys(element).some((key) => key.startsWith('__reactProps')))
          .map((element) => element.outerHTML),
      );
  await expect.poll(lifeless).toEqual([]);
}
