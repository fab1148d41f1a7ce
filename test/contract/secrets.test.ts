import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { database } from '../../server/db/client.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, pendingSubscription } from './helpers.ts';
import { onTheWire } from './raw-http.ts';

const api = useApi();
let partner: Partner;
/** The output of another process that serves the same database. */
let output = '';
let process_: ChildProcess;
let base: string;

beforeAll(async () => {
  partner = await api.partner();
  const script = fileURLToPath(new URL('serve.ts', import.meta.url));
  process_ = spawn(process.execPath, ['--import', 'tsx', script, database().url], {
    env: { ...process.env, LOG_LEVEL: 'trace', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process_.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  const port = await new Promise<string>((resolve, reject) => {
    process_.stderr?.on('data', (chunk) => {
      output += chunk;
      const named = /^(\d+)$/m.exec(String(chunk));
      if (named?.[1]) resolve(named[1]);
    });
    process_.on('exit', () => reject(new Error(output)));
  });
  base = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  process_.removeAllListeners('exit');
  process_.kill();
  await once(process_, 'exit');
});

function served(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  return onTheWire(base, {
    method,
    path,
    headers: { ...partner.headers, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    body: body ? [JSON.stringify(body)] : [],
  });
}

/** The log of some work, including its request. */
async function logOf(work: () => Promise<{ headers: Record<string, unknown> }>): Promise<string> {
  const from = output.length;
  const answer = await work();
  const id = String(answer.headers['x-correlation-id']);
  await expect.poll(() => output.slice(from).includes(id)).toBe(true);
  await expect.poll(() => output.endsWith('\n')).toBe(true);
  return output.slice(from);
}

/** Renames a column while `work` runs, so that it fails unexpectedly. */
async function withoutColumn<T>(table: string, column: string, work: () => Promise<T>): Promise<T> {
  await api.sql.unsafe(`alter table ${table} rename column ${column} to gone`);
  try {
    return await work();
  } finally {
    await api.sql.unsafe(`alter table ${table} rename column gone to ${column}`);
  }
}

const bare = {
  success: false,
  error: 'INTERNAL_ERROR',
  rejectionReasons: [{ field: '_', code: 'INTERNAL_ERROR', message: expect.any(String) }],
  correlationId: expect.any(String),
};

describe('500 INTERNAL_ERROR contains no internals', () => {
  test('500 INTERNAL_ERROR for a read contains no internals', async () => {
    const answer = await withoutColumn('plan', 'grace_days', () => served('GET', '/v1/plans'));
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual(bare);
    expect(answer.text).not.toMatch(/select|column|plan|at .*\.ts/i);
  });

  test('500 INTERNAL_ERROR for a write has no effect and keeps the idempotency key free', async () => {
    const [body, key] = [bodies.subscriber(), 'free-again'];
    const send = () => served('POST', '/v1/subscribers', body, { 'idempotency-key': key });
    const answer = await withoutColumn('event', 'body', send);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual(bare);
    expect((await partner.get('/v1/subscribers')).body.meta.total).toBe(0);
    expect((await send()).status).toBe(201);
  });

  test('the log has the cause of a 500 under the same correlation id', async () => {
    const log = await logOf(() => withoutColumn('plan', 'grace_days', () => served('GET', '/v1/plans')));
    const failed = log.split('\n').find((line) => line.includes('request failed'));
    expect(JSON.parse(failed ?? '{}')).toMatchObject({ level: 'error', correlationId: expect.any(String) });
    expect(failed).toContain('grace_days');
  });
});

describe('the log contains no secrets', () => {
  test('the log does not contain the access secret, valid or invalid', async () => {
    const log = await logOf(async () => {
      await served('GET', '/v1/provider');
      await served('GET', '/v1/plans/x', undefined, { authorization: 'Bearer canary-bearer' });
      return served('GET', '/v1/provider', undefined, { 'x-access-secret': 'canary-secret' });
    });
    expect(log).toContain('"status":401');
    for (const secret of [partner.headers['x-access-secret'], 'canary-secret', 'canary-bearer']) {
      expect(log).not.toContain(secret);
    }
  });

  test('the log does not contain query or body', async () => {
    const log = await logOf(() =>
      served('POST', '/v1/subscribers?canary-query=1', {
        firstName: 'canary-name',
        password: 'canary-password',
      }),
    );
    expect(log).not.toContain('canary');
  });

  test('the log does not contain a network password, even if a statement with it fails', async () => {
    const { subscription } = await activeSubscription(partner);
    const { password } = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}/credentials`));
    const pending = await pendingSubscription(partner);
    const pay = () =>
      served('POST', '/v1/payments', { subscriptionId: pending.subscription.id, rail: 'manual' });
    const log = await logOf(async () => {
      await served('GET', `/v1/subscriptions/${subscription.id}/credentials`);
      await served('GET', `/v1/subscriptions/${subscription.id}`);
      // PostgreSQL rejects the row with the password.
      await api.sql`
        alter table radius.radcheck add constraint canary check (attribute <> 'Cleartext-Password') not valid`;
      const failed = await pay();
      await api.sql`alter table radius.radcheck drop constraint canary`;
      expect(failed.status).toBe(500);
      const later = await withoutColumn('radius.radusergroup', 'priority', () =>
        served('POST', `/v1/subscribers/${subscription.subscriberId}/suspend`),
      );
      expect(later.status).toBe(500);
      return pay();
    });
    const made = dataOf(await partner.get(`/v1/subscriptions/${pending.subscription.id}/credentials`));
    expect(log).toContain('request failed');
    expect(log).not.toContain(password);
    expect(log).not.toContain(made.password);
    // The password of the failed payment is unknown, but has the same form.
    const shape = new RegExp(`(?<![\\w-])[2-9a-hjkmnp-zA-HJ-NP-Z]{${password.length}}(?![\\w-])`, 'g');
    expect(password).toMatch(shape);
    expect(log.match(shape) ?? []).toEqual([]);
  });
});

test('the database has only the hash of the access secret', async () => {
  const secret = partner.headers['x-access-secret'];
  const tables = await api.sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'radius') and table_type = 'BASE TABLE'`;
  for (const { name } of tables) {
    const [row] = await api.sql.unsafe(
      `select count(*)::int as n from ${name} t where strpos(t::text, '${secret}') > 0`,
    );
    expect(row?.n, name).toBe(0);
  }
});

test('network passwords are only in the answer of the credentials operation', async () => {
  const { subscription, subscriber } = await activeSubscription(partner);
  const { password } = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}/credentials`));
  for (const path of [
    `/v1/subscriptions/${subscription.id}`,
    `/v1/subscribers/${subscriber.id}`,
    '/v1/events?limit=100',
  ]) {
    expect((await partner.get(path)).text, path).not.toContain(password);
  }
  const [row] = await api.sql`
    select count(*)::int as n from audit_entry a where strpos(a::text, ${password}) > 0`;
  expect(row?.n).toBe(0);
});
