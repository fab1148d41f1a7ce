import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort, plainEnvironment } from '../../server/db/embedded-postmaster.ts';
import { onCommit } from '../../server/db/transaction.ts';
import { notifyJobs } from '../../server/jobs/notify-jobs.ts';
import { useApi } from '../contract/api.ts';
import { bodies, dataOf } from '../contract/helpers.ts';
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts';
import { bundled } from '../fixtures/bundled.ts';

// The API of this process commits as a process with the role `web` does. The jobs are in a process of their own.
const api = useApi();
let jobs: ChildProcess;
let address: string;

beforeAll(async () => {
  const port = await freePort(0);
  address = `http://127.0.0.1:${port}`;
  jobs = spawn(process.execPath, [await bundled(new URL('../../server/main.ts', import.meta.url))], {
    env: {
      ...plainEnvironment(),
      ...{ NODE_ENV: 'production', DEMARC_ROLE: 'jobs', PORT: String(port), DATABASE_URL: api.databaseUrl },
      ...{ SECRETS_KEY: process.env.SECRETS_KEY, WEBHOOK_ALLOWED_HOSTS: 'localhost', LOG_LEVEL: 'error' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), {
    timeout: 50_000,
    interval: 50,
  });
  onCommit((providerId, wakes) => {
    for (const name of wakes) notifyJobs(name, providerId);
  });
});
afterAll(async () => {
  onCommit(() => {});
  if (!jobs || jobs.exitCode !== null) return;
  jobs.kill('SIGTERM');
  expect((await once(jobs, 'exit'))[0]).toBe(0);
});

const statusOf = (path: string) =>
  fetch(address + path).then(
    ({ status }) => status,
    () => 0,
  );

test('a process with the role jobs answers monitors, and 503 in the envelope to requests', async () => {
  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(statusOf))).toEqual([200, 200, 200]);
  const answer = await fetch(`${address}/v1/plans`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.json()).toMatchObject({
    error: 'SERVICE_UNAVAILABLE',
    rejectionReasons: [{ field: '_' }],
  });
  expect(await statusOf('/')).toBe(503);
});

test('it does the work that another process commits', async () => {
  const partner = await api.partner();
  const sink = await startWebhookReceiver();
  dataOf(await partner.post('/v1/webhooks', bodies.webhook({ url: sink.url })));
  const plan = dataOf(await partner.post('/v1/plans', bodies.plan()));
  await expect
    .poll(() => sink.received.map(({ body }) => body).join(), { timeout: 20_000 })
    .toContain(plan.id);
  await sink.close();
});
