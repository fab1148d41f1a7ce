import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function capture() {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  return { log, lines, text: () => lines.join('') };
}

test('planted secrets never appear, at any depth, in a child, a list, an error or JSON within a string', () => {
  const { log, lines, text } = capture();
  const planted = 'canary-7f3a';
  const headers = {
    authorization: `Bearer ${planted}`,
    Cookie: `session=${planted}`,
    'set-cookie': [`a=${planted}`, `b=${planted}`],
    'X-Access-Secret': planted,
    'x-webhook-signature': planted,
  };
  log.info({ headers });
  log.info({ a: { b: { c: { d: { e: { accessSecret: planted, password: { hash: planted } } } } } } });
  log.child({ token: planted, nested: { secret: planted } }).warn('child');
  log.error({
    err: Object.assign(new Error('failed', { cause: { password: planted } }), { secret: planted }),
  });
  log.error(new Error(`connect postgres://demarc:${planted}@127.0.0.1:5432/demarc`));
  log.info({ body: JSON.stringify({ radiusPassword: planted }) });
  log.info(`sent ${JSON.stringify({ password: planted })}`);
  log.info({ SECRETS_KEY: planted, DATABASE_URL: planted, signingKey: planted });
  expect(text()).not.toContain(planted);
  expect(lines).toHaveLength(8);
  expect(lines.every((line) => line.endsWith('}\n') && JSON.parse(line))).toBe(true);
});

test('the values of a failed statement are left out, its text is logged', () => {
  const { log, text } = capture();
  const planted = 'canary\n$& 7f3a';
  const cause = Object.assign(new Error('violates constraint'), {
    detail: `Failing row contains (${planted})`,
  });
  const failed = new DrizzleQueryError('insert into radcheck', [planted, 1], cause);
  log.error({ err: failed });
  log.error({ err: new Error(failed.message, { cause: failed }) });
  log.error(failed);
  log.error(cause, 'with a message');
  expect(text()).not.toMatch(/7f3a/);
  expect(text()).toContain('insert into radcheck');
  expect(text()).toContain('violates constraint');
});

test('a line has an ISO time, a level name, the correlation id of the child and all values that are no secrets', () => {
  const { log, lines } = capture();
  log
    .child({ correlationId: 'c-1' })
    .info({ subscriberId: 'sub_1', passwordChanged: true, secret: null }, 'hello');
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    pid: process.pid,
    correlationId: 'c-1',
    subscriberId: 'sub_1',
    passwordChanged: true,
    secret: null,
    msg: 'hello',
  });
});

test('a long line is read once, whatever it repeats', () => {
  const { log, text } = capture();
  const times = 1_000_000;
  for (const part of [':', '://:', ':a', '\\"', '"token', '@', '-']) {
    log.info({ path: `/v1/x://${part.repeat(times)}` }, 'request');
  }
  expect(text().match(/"path":/g)).toHaveLength(7);
  // A quarter of an hour where each colon begins again.
}, 60_000);
