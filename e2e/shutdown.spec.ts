import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import postgres from 'postgres';
import { endOf, isReady, opened, type Served, statusOf, useProcesses } from './served-process.ts';

const { startDatabase, serve, newPartner } = useProcesses();

/** The bytes of a `POST`. */
function post(path: string, body: object, headers: Record<string, string>): string {
  const text = JSON.stringify(body);
  const all = { ...headers, host: 'x', 'content-length': String(text.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

/** A connection that has sent some bytes, and all that it receives until its end. */
async function conversation(
  { port }: Served,
  bytes: string,
): Promise<{ socket: Socket; said: Promise<string> }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  socket.write(bytes);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return { socket, said: once(socket, 'end').then(() => text) };
}

/** A receiver of deliveries that never answers. */
async function hangingReceiver() {
  const receiver = createServer(() => {}).listen(0, 'localhost');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close() {
      receiver.close();
      receiver.closeAllConnections();
    },
  };
}

for (const role of ['web', 'all']) {
  test(`SIGTERM with the role ${role}: payments under way are answered and stored; no other connection holds the process`, async () => {
    const { url } = await startDatabase();
    const settings = { DATABASE_URL: url, SECRETS_KEY: randomBytes(32).toString('base64') };
    const served = await serve({ ...settings, DEMARC_ROLE: role });
    await isReady(served);
    const headers = await newPartner(settings);
    async function made(path: string, body: object): Promise<string> {
      const answer = await fetch(served.base + path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.status).toBe(201);
      return (await answer.json()).data.id;
    }
    const receiver = await hangingReceiver();
    await made('/v1/webhooks', { url: receiver.url, events: ['*'] });
    const planId = await made('/v1/plans', {
      ...{ planName: 'Home', planType: 'RESIDENTIAL', downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
      ...{ priceAmount: 100, priceCurrency: 'USD', billingCycleDays: 30 },
    });
    const demarcationPointId = await made('/v1/demarcation-points', { name: 'Cabinet', accessType: 'FIBER' });
    const payments: string[] = [];
    for (const n of [1, 2]) {
      const contact = { email: `ada${n}@example.com`, phone: `+25470000000${n}` };
      const subscriberId = await made('/v1/subscribers', { firstName: 'Ada', lastName: 'Byron', ...contact });
      const subscriptionId = await made('/v1/subscriptions', { subscriberId, planId, demarcationPointId });
      payments.push(post('/v1/payments', { subscriptionId, rail: 'manual' }, headers));
    }
    const [first = '', second = ''] = payments;

    // Both payments wait for their subscriber.
    const sql = postgres(url, { max: 1 });
    const answers = await sql.begin(async (tx) => {
      await tx`select from subscriber for update`;
      const before = await conversation(served, first);
      const completed = await conversation(served, second.slice(0, -10));
      await opened(served, '');
      await opened(served, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await opened(served, 'POST /v1/plans HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{');
      const waiting = async () =>
        (
          await tx`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length;
      await expect.poll(waiting).toBe(1);
      served.child.kill('SIGTERM');
      await expect.poll(() => served.output(), { intervals: [10] }).toContain('"stopping"');
      completed.socket.write(second.slice(-10));
      await expect.poll(waiting).toBe(2);
      expect(await statusOf(`${served.base}/healthz`)).toBe(0);
      // Longer than the other connections last.
      await pause(2_000);
      return [before.said, completed.said];
    });
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatch(/^HTTP\/1.1 201 /);
      expect(answer.toLowerCase()).toContain('connection: close');
    }
    // A process that is still busy after 14.5 s ends with code 1.
    expect(await endOf(served)).toBe(0);
    expect(await sql`select status, count(*)::int as n from payment group by status`).toEqual([
      { status: 'COMPLETED', n: 2 },
    ]);
    await sql.end();
    receiver.close();
  });
}
