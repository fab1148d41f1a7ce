import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand } from './curl-command.ts';

/** The arguments that a shell passes to curl, one a line. */
function argumentsOf(command: string): string[] {
  const script = command.replace(/^curl/, "printf '%s\\0'");
  // Next declares NODE_ENV as required; curl does not read it.
  const env = {
    DEMARC_ACCESS_ID: 'the-id',
    DEMARC_ACCESS_SECRET: 'the-secret',
  } as unknown as NodeJS.ProcessEnv;
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('the shell passes body, key and credentials on unchanged', () => {
  const body = { planName: `Ann's "$HOME" \`id\` plan`, priceAmount: 29.99 };
  const command = curlCommand(
    { method: 'POST', path: '/v1/plans', body },
    { origin: 'http://localhost:3000', secret: '$DEMARC_ACCESS_SECRET', idempotencyKey: 'k-1' },
  );
  const args = argumentsOf(command);
  expect(args.slice(0, 3)).toEqual(['-X', 'POST', 'http://localhost:3000/v1/plans']);
  expect(args).toContain('X-Access-Id: the-id');
  expect(args).toContain('X-Access-Secret: the-secret');
  expect(args).toContain('Idempotency-Key: k-1');
  expect(JSON.parse(args.at(-1) ?? '')).toEqual(body);
});

test('a read has no body and no key, and its query is encoded', () => {
  const command = curlCommand(
    { method: 'GET', path: '/v1/plans', query: { q: 'a & b' } },
    { origin: 'http://localhost:3000', secret: '••••', idempotencyKey: 'k-1' },
  );
  expect(argumentsOf(command)[0]).toBe('http://localhost:3000/v1/plans?q=a+%26+b');
  expect(command).not.toMatch(/Idempotency-Key|Content-Type|-d /);
});
