import { expect, test } from '@playwright/test';

const pages = ['/login', '/docs', '/docs/errors', '/nothing', '/api/nothing'];
const others = [
  '/api/trpc/plan.list',
  '/api/trpc/nothing',
  '/api/export/plans',
  '/api/auth/nothing',
  '/api/invoices/inv_x/pdf',
  '/pay/nothing',
  '/v1/nothing',
  '/v1/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/favicon.svg',
  '/_next/static/nothing.js',
  '/_next/image?url=x',
];

test('security headers of every kind of response', async ({ request }) => {
  for (const path of [...pages, ...others]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const headers = answer.headers();
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['x-frame-options'], path).toBe('DENY');
    const policy = directivesOf(headers['content-security-policy'] ?? '');
    expect(policy['frame-ancestors'], path).toBe("'none'");
    expect(policy['base-uri'], path).toBe("'none'");
    const scripts = policy['script-src'] ?? policy['default-src'] ?? 'unsafe';
    expect(scripts, path).not.toContain('unsafe');
    // The server of the flows uses http.
    expect(headers['strict-transport-security'], path).toBeUndefined();
    if (!pages.includes(path)) continue;
    const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1];
    expect(nonce, path).toBeTruthy();
    const tags = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(tags.length, path).toBeGreaterThan(0);
    for (const tag of tags) expect(tag, path).toContain(`nonce="${nonce}"`);
  }
});

test('each page has a new CSP nonce', async ({ request }) => {
  const policies = [await request.get('/login'), await request.get('/login')].map(
    (answer) => answer.headers()['content-security-policy'],
  );
  expect(policies[0]).not.toBe(policies[1]);
});

test('a file of a page ignores conditions of writes, and ranges', async ({ request }) => {
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await (await request.get('/login')).text()) ?? [];
  for (const path of [script, '/favicon.svg', '/login']) {
    for (const [name, value] of [
      ['if-match', '"a"'],
      ['if-unmodified-since', 'never'],
      ['range', 'bytes=99999999-'],
    ] as const) {
      const answer = await request.get(path, { headers: { [name]: value } });
      expect(answer.status(), `${path} with ${name}`).toBe(200);
    }
  }
});

function directivesOf(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}
