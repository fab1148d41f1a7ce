import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import postgres from 'postgres';
import type { Embedded } from '../server/postgres/embedded.ts';
import { migrate } from '../server/postgres/migrate.ts';
import { endOf, isReady, opened, type Served, statusOf, useProcesses } from './served-process.ts';

const run = promisify(execFile);

const { inFolder, startDatabase, serve, newPartner } = useProcesses();

const postmaster = async () =>
  Number((await readFile(inFolder('data/postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Whether a process runs and is not a zombie. */
async function runs(pid: number): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: 'Z' }));
  return !stdout.trim().startsWith('Z');
}

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;

/** The head of the response to a request with an Upgrade header. */
async function upgraded({ port }: Served, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(upgrade(path));
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.includes('\r\n\r\n')) break;
  }
  return text;
}

/** The number of concurrent attempts of a new webhook, give or take one. */
const AT_ONCE = 7;

type Receivers = {
  attempts(): { held: number; hanging: number };
  /** Answers the requests that one receiver holds. */
  release(): void;
  close(): void;
};

const plan = {
  ...{ planType: 'RESIDENTIAL', downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
  ...{ priceAmount: 100, priceCurrency: 'USD', billingCycleDays: 30 },
};

/** `POST` of a new partner, for writes that succeed. */
async function poster(served: Served, settings: Record<string, string> = {}) {
  const headers = await newPartner(settings);
  return async (path: string, body: object) => {
    const answer = await fetch(served.base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
  };
}

/** Two webhooks with more due deliveries than concurrent attempts. One never answers, the other when it is released. */
async function receiversWithBacklog(served: Served): Promise<Receivers> {
  const attempts = { held: [] as ServerResponse[], hanging: [] as ServerResponse[] };
  const receiver = createServer((req, res) => {
    attempts[req.url === '/held' ? 'held' : 'hanging'].push(res);
  });
  receiver.listen(0, 'localhost');
  await once(receiver, 'listening');
  const post = await poster(served);
  const { port } = receiver.address() as AddressInfo;
  for (const name of ['held', 'hanging']) {
    await post('/v1/webhooks', { url: `http://localhost:${port}/${name}`, events: ['*'] });
  }
  for (let n = 0; n < 3 * AT_ONCE; n++) {
    await post('/v1/plans', { ...plan, planName: `Home ${n}` });
  }
  const counts = () => ({ held: attempts.held.length, hanging: attempts.hanging.length });
  const fewest = () => Math.min(...Object.values(counts()));
  await expect.poll(fewest).toBeGreaterThanOrEqual(AT_ONCE);
  return {
    attempts: counts,
    release: () => {
      for (const res of attempts.held) res.end();
    },
    close: () => {
      receiver.close();
      receiver.closeAllConnections();
    },
  };
}

test('a process from its start to SIGTERM with open sockets', async () => {
  const served = await serve();

  await test.step('503 on every path except the probes until it is ready', async () => {
    await expect
      .poll(() => statusOf(`${served.base}/healthz`), { intervals: [20], timeout: 60_000 })
      .toBe(200);
    const answer = await fetch(`${served.base}/v1/plans`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ success: false, error: 'SERVICE_UNAVAILABLE' });
    expect(answer.headers.get('retry-after')).toBe('2');
    const page = await fetch(`${served.base}/`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(503);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await statusOf(`${served.base}/readyz`)).toBe(503);
    await isReady(served);
  });

  await test.step('a second start on the same port exits with code 1 and changes nothing', async () => {
    const second = await serve({ DATA_DIR: inFolder('second') }, served.port);
    expect(await endOf(second)).toBe(1);
    expect(second.output()).toContain(`Port ${served.port} of 127.0.0.1 is in use`);
    await expect(readdir(inFolder('second'))).rejects.toThrow('ENOENT');
  });

  await test.step('requests with an Upgrade header are answered on every path', async () => {
    expect(await statusOf(`${served.base}/login`)).toBe(200);
    for (const [path, status] of [
      ['/login', 200],
      ['/subscribers', 307],
      ['/v1/plans', 401],
      ['/api/trpc/plan.list', 401],
      ['/healthz', 200],
    ] as const) {
      expect(await upgraded(served, path), path).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  await test.step('half-closed connections of such requests are closed', async () => {
    test.skip(process.platform !== 'linux', 'Only Linux lists the descriptors of another process');
    const descriptors = async () => (await readdir(`/proc/${served.child.pid}/fd`)).length;
    const before = await descriptors();
    const left: Socket[] = [];
    for (let n = 0; n < 200; n++) {
      left.push(await opened(served, upgrade(n % 2 ? '/login' : '/v1/plans'), { halfClosed: true }));
    }
    // At most 20 of them are connections to the database.
    await expect.poll(descriptors).toBeLessThanOrEqual(before + 20);
    for (const socket of left) socket.destroy();
  });

  await test.step('an embedded PostgreSQL that dies is restarted', async () => {
    const pid = await postmaster();
    process.kill(pid, 'SIGKILL');
    let away: Response | undefined;
    const headers = { 'x-access-id': 'a', 'x-access-secret': 'b' };
    await expect
      .poll(async () => {
        const answer = await fetch(`${served.base}/v1/plans`, { headers });
        if (answer.status === 503) away ??= answer;
        return answer.status === 401 && away !== undefined;
      })
      .toBe(true);
    expect(Number(away?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await away?.json()).toMatchObject({ success: false, error: 'SERVICE_UNAVAILABLE' });
    expect(await postmaster()).not.toBe(pid);
  });

  await test.step('SIGTERM closes all connections and starts no attempt', async () => {
    const receivers = await receiversWithBacklog(served);
    await opened(served, '');
    await opened(served, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await opened(served, 'GET /v1/plans HTTP/1.1\r\nHos');
    await opened(served, 'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{');
    await opened(served, upgrade('/v1/plans'));
    await opened(served, upgrade('/login'));
    await opened(served, upgrade('/v1/plans'), { halfClosed: true });
    const pid = await postmaster();
    served.child.kill('SIGTERM');
    await expect.poll(() => served.output()).toContain('"stopping"');
    // A dispatcher that is still running would start the next due attempts.
    const begun = receivers.attempts();
    receivers.release();
    expect(await endOf(served)).toBe(0);
    expect(await runs(pid)).toBe(false);
    expect(receivers.attempts()).toEqual(begun);
    receivers.close();
  });
});

/** The addresses of all network servers, and those in the client table of FreeRADIUS. */
async function networkServers({ adminUrl }: Embedded): Promise<string[][]> {
  const sql = postgres(adminUrl, { max: 1 });
  const servers = await sql<{ address: string }[]>`select address from network_server order by address`;
  const clients = await sql<
    { address: string }[]
  >`select nasname as address from radius.nas order by nasname`;
  await sql.end();
  return [servers, clients].map((rows) => rows.map(({ address }) => address));
}

/** Makes the process's database before its start, with a network server at each address. */
async function databaseWithServers(...addresses: string[]): Promise<Embedded> {
  const embedded = await startDatabase();
  await migrate(embedded.url);
  const sql = postgres(embedded.adminUrl, { max: 1 });
  await sql`insert into organisation (id, name, created_at, updated_at) values ('org_1', 'Acme', now(), now())`;
  await sql`
    insert into provider (id, organisation_id, name, livemode, created_at, updated_at)
    values ('prov_1', 'org_1', 'Acme', false, now(), now())`;
  for (const address of addresses) {
    await sql`
      with client as (
        insert into radius.nas (nasname, shortname, secret) values (${address}, 'pop', 'shared') returning id)
      insert into network_server (id, provider_id, nas_id, name, address, coa_port, created_at, updated_at)
      select ${`nas_${address}`}, 'prov_1', id, 'pop', ${address}, 3799, now(), now() from client`;
  }
  await sql.end();
  return embedded;
}

test('a start on an older database behind https, and a second signal that ends the process at once', async () => {
  const before = await databaseWithServers('127.0.0.1', '198.51.100.20');
  const served = await serve({
    PUBLIC_URL: 'https://demarc.example',
    NAS_ALLOWED_NETWORKS: '',
  });
  await isReady(served);

  await test.step('network servers whose address is no longer allowed are removed', async () => {
    expect(await networkServers(before)).toEqual([['198.51.100.20'], ['198.51.100.20']]);
    // The last process to leave the database has to be the server.
    await before.stop();
  });

  await test.step('Strict-Transport-Security behind https', async () => {
    for (const path of [
      '/login',
      '/nothing',
      '/api/trpc/plan.list',
      '/api/export/plans',
      '/v1/plans',
      '/docs',
    ]) {
      const { headers } = await fetch(served.base + path, { redirect: 'manual' });
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
    }
  });

  await test.step('a second signal ends the process and the database at once', async () => {
    // The poll waits up to ten seconds.
    await opened(served, 'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{');
    const pid = await postmaster();
    // npm forwards a signal that the terminal sent to both processes. Two within a second count as one. The second is of
    // another kind: the system merges equal signals that arrive together.
    served.child.kill('SIGTERM');
    await expect.poll(() => served.output(), { intervals: [10] }).toContain('"stopping"');
    served.child.kill('SIGINT');
    await new Promise((done) => setTimeout(done, 1_500));
    expect(served.child.exitCode).toBeNull();
    expect(await runs(pid)).toBe(true);
    served.child.kill('SIGTERM');
    expect(await endOf(served)).toBe(1);
    expect(served.output()).toContain('"process ended immediately"');
    await expect.poll(() => runs(pid)).toBe(false);
  });
});

test('SIGTERM writes the request log of all answers before it ends the process', async () => {
  const first = await serve({ DEMO: '1' });
  await isReady(first);
  const demo = JSON.parse(await readFile(inFolder('data/demo-credentials.json'), 'utf8'));
  const headers = { 'x-access-id': demo.accessId, 'x-access-secret': demo.accessSecret };
  const refused = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${first.base}/v1/plans/unknown`, { headers })),
  );
  first.child.kill('SIGTERM');
  expect(refused.map(({ status }) => status)).toEqual(Array(20).fill(404));
  expect(await endOf(first)).toBe(0);

  const second = await serve({ DEMO: '1' }, first.port);
  await isReady(second);
  const portal = { origin: second.base, 'content-type': 'application/json' };
  const signedIn = await fetch(`${second.base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: portal,
    body: JSON.stringify({ email: demo.ownerEmail, password: demo.ownerPassword }),
  });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const input = encodeURIComponent(JSON.stringify({ path: '/v1/plans/unknown' }));
  const listed = await fetch(`${second.base}/api/trpc/apiRequest.list?input=${input}`, {
    headers: { ...portal, cookie },
  });
  expect((await listed.json()).result.data.meta.total).toBe(20);
});

test('a process with the role all does at once what one with the role web makes due', async () => {
  const { url } = await startDatabase();
  const settings = { DATABASE_URL: url, SECRETS_KEY: randomBytes(32).toString('base64') };
  const all = await serve({ ...settings, DEMARC_ROLE: 'all' });
  const web = await serve({ ...settings, DEMARC_ROLE: 'web' });
  await Promise.all([isReady(all), isReady(web)]);
  const received: string[] = [];
  const receiver = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    received.push(body);
    res.end();
  });
  receiver.listen(0, 'localhost');
  await once(receiver, 'listening');
  const post = await poster(web, settings);
  const { port } = receiver.address() as AddressInfo;
  await post('/v1/webhooks', { url: `http://localhost:${port}/`, events: ['*'] });
  // The sweep of a minute finds one of them at most.
  for (let n = 0; n < 4; n++) {
    await post('/v1/plans', { ...plan, planName: `Wake ${n}` });
    await expect.poll(() => received.join()).toContain(`Wake ${n}`);
  }
  receiver.close();
  for (const each of [all, web]) {
    each.child.kill('SIGTERM');
    expect(await endOf(each)).toBe(0);
  }
});
