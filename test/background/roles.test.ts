import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyOthers } from '../../server/background/notify-others.ts';
import { freePort, plainEnvironment } from '../../server/postgres/embedded-postmaster.ts';
import { onCommit } from '../../server/work/wake.ts';
import { useApi } from '../contract/api.ts';
import { bodies, dataOf } from '../contract/helpers.ts';
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts';
import { bundled } from '../fixtures/bundled.ts';
import { eventually } from '../fixtures/eventually.ts';

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
      DRAIN_SECONDS: '3',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await eventually(async () => expect(await statusOf('/readyz')).toBe(200));
  onCommit((providerId, wakes) => {
    for (const name of wakes) notifyOthers(name, providerId);
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
  await expect.poll(() => sink.received.map(({ body }) => body).join()).toContain(plan.id);
  await sink.close();
});

test('SIGTERM: requests are served until a proxy has noticed, and a delivery under way ends; half-sent requests and kept connections do not hold the process', async () => {
  const partner = await api.partner();
  let release = () => {};
  const sink = await startWebhookReceiver((res) => {
    release = () => res.writeHead(200).end();
  });
  const webhook = dataOf(await partner.post('/v1/webhooks', bodies.webhook({ url: sink.url })));
  await partner.post('/v1/plans', bodies.plan());
  await expect.poll(() => sink.received.length).toBe(1);
  for (const text of ['', 'GET /healthz HTTP/1.1\r\nHos', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n']) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
  }
  const ended = once(jobs, 'exit');
  jobs.kill('SIGTERM');
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  await expect.poll(() => statusOf('/healthz')).toBe(0);
  // Longer than the other connections last.
  await pause(2_000);
  release();
  // A process that is still busy after 14.5 s ends with code 1.
  expect((await ended)[0]).toBe(0);
  const [delivery] = dataOf(await partner.get(`/v1/webhooks/${webhook.id}/deliveries`));
  expect(delivery.status).toBe('DELIVERED');
  await sink.close();
});
