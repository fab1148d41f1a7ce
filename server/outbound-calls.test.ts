import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));

/** What opens a connection to another system. */
const OPENS =
  /\bfetch\(|from '(undici|nodemailer|ioredis|stripe)'|import\('stripe'\)|\bconnect\b.*from 'node:(net|tls)'|from 'node:dgram'/;

/** Each file that opens one, and what limits a call as a whole, whatever comes between. */
const limits: Record<string, RegExp> = {
  'background/create-client.ts': /AbortSignal\.timeout\(ANSWER_MS\)/,
  'db/driver/pool.ts': /ANSWER_MS/,
  'demo/outside/report.ts': /AbortSignal\.timeout\(/,
  'demo/simulated-router.ts': /createSocket/,
  'doctor/services.ts': /AbortSignal\.timeout\(WAIT_MS\)/,
  'domain/account-move/map.ts': /AbortSignal\.timeout\(COMMAND_MS\)/,
  'email/limited-connection.ts': /signal/,
  'email/transport.ts': /AbortSignal\.timeout\(attemptMs\)/,
  'integrations/splynx-api.ts': /AbortSignal\.timeout\(CALL_MS\)/,
  'otlp-exporter.ts': /AbortSignal\.timeout\(TIMEOUT_MS\)/,
  'probes/certificate.ts': /setTimeout\(.*WAIT_MS\)/,
  'probes/redis.ts': /commandTimeout/,
  'radius/coa.ts': /setTimeout\(.*TIMEOUT_MS\)/,
  'rails/stripe-client.ts': /createFetchHttpClient\(/,
  'request-json.ts': /AbortSignal\.timeout\(limitMs\)/,
  'rest/shared-buckets.ts': /commandTimeout/,
  'service.ts': /AbortSignal\.timeout\(FIRST_PAGE_MS\)/,
  'webhooks/connect.ts': /timeout/,
  'webhooks/send.ts': /setTimeout\(.*attemptMs\)/,
};

const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8');

test('each file that opens a connection to another system is named with its limit', () => {
  const found = files.filter((path) =>
    textOf(path)
      .split('\n')
      .some((line) => OPENS.test(line) && !line.startsWith('import type')),
  );
  expect(found.sort()).toEqual(Object.keys(limits).sort());
});

test.each(Object.entries(limits))('%s has the limit that is named', (path, limit) => {
  expect(textOf(path)).toMatch(limit);
});
