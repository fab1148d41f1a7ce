import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { variables } from './env-variables.ts';

const key = Buffer.alloc(32, 7).toString('base64');

test('an empty environment gives the defaults', () => {
  const env = readEnv({});
  expect(env).toMatchObject({
    NODE_ENV: 'development',
    PORT: 3000,
    HOST: '127.0.0.1',
    DEMO: true,
    DATABASE_URL: undefined,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    WEBHOOK_ALLOWED_HOSTS: [],
    NAS_ALLOWED_NETWORKS: [],
    RATE_LIMIT_LIVE: 100,
    RATE_LIMIT_SANDBOX: 25,
    RATE_LIMIT_INBOUND: 50,
    RATE_LIMIT_AUTH: 60,
    LOG_LEVEL: 'info',
  });
  expect(isAbsolute(env.DATA_DIR)).toBe(true);
});

test('the demo partner is made by default with the embedded database alone', () => {
  const own = { DATABASE_URL: 'postgres://localhost/demarc', SECRETS_KEY: key };
  expect(readEnv(own).DEMO).toBe(false);
  expect(readEnv({ ...own, DEMO: '1' }).DEMO).toBe(true);
  expect(readEnv({ DEMO: '0' }).DEMO).toBe(false);
});

test('an empty value counts as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: ' ', WEBHOOK_ALLOWED_HOSTS: '' })).toEqual(readEnv({}));
});

test('values are read in their own types', () => {
  expect(
    readEnv({
      PORT: '8080',
      HOST: '0.0.0.0',
      DEMO: '0',
      WEBHOOK_ALLOWED_HOSTS: 'localhost, Receiver.test',
      RATE_LIMIT_LIVE: '0',
    }),
  ).toMatchObject({
    PORT: 8080,
    DEMO: false,
    WEBHOOK_ALLOWED_HOSTS: ['localhost', 'receiver.test'],
    RATE_LIMIT_LIVE: 0,
    PUBLIC_URL: 'http://localhost:8080',
  });
  expect(readEnv({ PUBLIC_URL: 'https://isp.example/' }).PUBLIC_URL).toBe('https://isp.example');
});

test('https is required for the host alone unless HSTS says more', () => {
  expect(readEnv({}).HSTS).toBe('host');
  expect(readEnv({ HSTS: 'preload' }).HSTS).toBe('preload');
  expect(() => readEnv({ HSTS: 'everything' })).toThrow('HSTS must be host, subdomains or preload');
});

test('a list of networks is read at start, and refused where one of them is no network', () => {
  const networks = readEnv({ NAS_ALLOWED_NETWORKS: '127.0.0.0/8, fe80::/10' }).NAS_ALLOWED_NETWORKS;
  expect(networks.map(([address, bits]) => `${address}/${bits}`)).toEqual(['127.0.0.0/8', 'fe80::/10']);
  expect(() => readEnv({ NAS_ALLOWED_NETWORKS: '127.0.0.0/8,lab' })).toThrow('NAS_ALLOWED_NETWORKS must be');
});

test('every bad variable is named at once, and no value is repeated', () => {
  const bad = {
    PORT: '65536',
    LOG_LEVEL: 'loud',
    DEMO: 'yes',
    SECRETS_KEY: 'canary',
    SMTP_URL: 'http://canary',
  };
  const read = () => readEnv(bad);
  for (const name of Object.keys(bad)) expect(read).toThrow(name);
  expect(read).not.toThrow('canary');
});

test.each([
  ['PORT', '3e3'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['REDIS_URL', 'localhost'],
  ['RATE_LIMIT_AUTH', '1.5'],
  ['INNGEST_BASE_URL', 'inngest'],
  ['NODE_ENV', 'prod'],
  // The contract promises 30 days.
  ['RETENTION_REQUESTS_DAYS', '29'],
])('the start fails with %s=%s', (name, value) => {
  expect(() => readEnv({ SECRETS_KEY: key, [name]: value })).toThrow(name);
});

test('DATABASE_URL requires SECRETS_KEY', () => {
  const DATABASE_URL = 'postgres://demarc@db/demarc';
  expect(() => readEnv({ DATABASE_URL })).toThrow('SECRETS_KEY is required');
  expect(readEnv({ DATABASE_URL, SECRETS_KEY: key })).toMatchObject({ DATABASE_URL, SECRETS_KEY: key });
});

test('the key of Stripe and the secret of its webhooks come together or not at all', () => {
  expect(() => readEnv({ STRIPE_SECRET_KEY: 'sk_test_canary' })).toThrow('STRIPE_WEBHOOK_SECRET is required');
  expect(() => readEnv({ STRIPE_WEBHOOK_SECRET: 'whsec_canary' })).toThrow('STRIPE_SECRET_KEY is required');
  const both = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(readEnv(both)).toMatchObject(both);
});

test('INNGEST_DEV is refused in production only', () => {
  expect(() => readEnv({ NODE_ENV: 'production', INNGEST_DEV: '1' })).toThrow('INNGEST_DEV');
  expect(readEnv({ INNGEST_DEV: '1' }).INNGEST_DEV).toBe('1');
});

describe('a credential in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demarc-env-'));
  const file = (text: string) => {
    const path = join(folder, randomUUID());
    writeFileSync(path, text);
    return path;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read without the end of its line, and counts as given', () => {
    const DATABASE_URL = 'postgres://demarc@db/demarc';
    const read = readEnv({ DATABASE_URL_FILE: file(`${DATABASE_URL}\n`), SECRETS_KEY_FILE: file(key) });
    expect(read).toMatchObject({ DATABASE_URL, SECRETS_KEY: key, DEMO: false });
    expect(() => readEnv({ DATABASE_URL_FILE: file(DATABASE_URL) })).toThrow('SECRETS_KEY is required');
  });

  test('is refused beside a value, when it is empty or missing, and never quoted', () => {
    const both = { SMTP_URL: 'smtp://canary', SMTP_URL_FILE: file('smtp://canary') };
    expect(() => readEnv(both)).toThrow('SMTP_URL and SMTP_URL_FILE are both set');
    expect(() => readEnv({ METRICS_TOKEN_FILE: file(' \n') })).toThrow(
      'METRICS_TOKEN_FILE: the file is empty',
    );
    expect(() => readEnv({ METRICS_TOKEN_FILE: join(folder, 'no') })).toThrow('cannot be read (ENOENT)');
    expect(() => readEnv({ SECRETS_KEY_FILE: file('canary') })).toThrow('SECRETS_KEY must be');
    expect(() => readEnv({ SECRETS_KEY_FILE: file('canary') })).not.toThrow('canary');
  });

  test('.env.example names the credentials', () => {
    const head = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n\n')[0] ?? '';
    const names = Object.entries(variables).flatMap(([name, each]) => ('isCredential' in each ? [name] : []));
    expect(head.match(/\b[A-Z]+_[A-Z_]+\b/g)?.filter((name) => !name.startsWith('NAME'))).toEqual(names);
  });
});

test('the key before must be another one', () => {
  expect(() => readEnv({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: key })).toThrow('the same key');
});

test('.env.example has every variable with its default and description, and no other', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n');
  const found = new Map<string, { value: string; comment: string }>();
  lines.forEach((line, index) => {
    const match = /^(?:#)?([A-Z_]+)=(.*)$/.exec(line);
    if (match?.[1]) found.set(match[1], { value: match[2] ?? '', comment: lines[index - 1] ?? '' });
  });
  const expected = Object.entries(variables).map(
    ([name, { default: value, description }]) => [name, { value, comment: `# ${description}` }] as const,
  );
  expect([...found]).toEqual(expected);
});

test('the pages for operators name every variable', () => {
  const folder = new URL('../docs/operations/', import.meta.url);
  const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const named = new Set(pages.flatMap((page) => page.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));
  expect(Object.keys(variables).filter((name) => !named.has(name))).toEqual([]);
});
