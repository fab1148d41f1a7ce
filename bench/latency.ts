import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { monotonicMs } from '../server/clock.ts';
import { plainEnvironment } from '../server/postgres/embedded-postmaster.ts';
import { type Bench, demarcs } from './bench.ts';
import { build, onDatabase, startBuilt } from './built.ts';
import { alternate, type Contender, percentile } from './measure.ts';
import type { Demarc } from './processes.ts';
import { compare, type Line, summary } from './report.ts';

const ROUNDS = 5;
/** Pause between events: each finds the dispatcher at rest, and the wake-up of the last one is over. */
const PAUSE_MS = 600;
const ARRIVES_WITHIN_MS = 30_000;

/** A receiver in this process: when each delivery came, by the email of the subscriber it is about. */
async function startReceiver() {
  const arrivals = new Map<string, (at: number) => void>();
  const server = createServer(async (req, res) => {
    const at = monotonicMs();
    let text = '';
    for await (const chunk of req.setEncoding('utf8')) text += chunk;
    res.writeHead(200).end();
    const { data } = JSON.parse(text) as { data?: { current?: { email?: string } } };
    arrivals.get(data?.current?.email ?? '')?.(at);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivalOf: (email: string) => new Promise<number>((resolve) => arrivals.set(email, resolve)),
    close: () => server.close(),
  };
}

/** A sandbox partner with one webhook on a built server, and a function that makes an event and times its delivery. */
async function watched(bench: Bench, demarc: Demarc, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  await build(demarc);
  const built = await startBuilt(bench, demarc, onDatabase(demarc));
  const command = join(demarc.root, 'dist/cli/partner-create.js');
  const input = ['--name', 'Watched ISP', '--email', `watched-${demarc.kind}@example.com`, '--json'];
  const env = { ...plainEnvironment(), ...onDatabase(demarc) };
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...input], { env });
  const { accessId, accessSecret } = JSON.parse(stdout) as { accessId: string; accessSecret: string };
  const post = async (path: string, body: object, key: string) => {
    const headers = {
      ...{ 'x-access-id': accessId, 'x-access-secret': accessSecret },
      ...{ 'content-type': 'application/json', 'idempotency-key': key },
    };
    const answer = await fetch(`${built.address}/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    const at = monotonicMs();
    await answer.text();
    return at;
  };
  await post('/webhooks', { url: receiver.url, events: ['subscriber.created'] }, 'webhook');
  let n = 0;
  return {
    stop: built.stop,
    /** From the answer, which leaves right after the commit, to the receiver, in ms. */
    async deliver(): Promise<number> {
      const email = `watched-${demarc.kind}-${++n}@example.com`;
      const arrival = receiver.arrivalOf(email);
      const phone = `+2547${String(n).padStart(8, '0')}`;
      const committed = await post(
        '/subscribers',
        { firstName: 'Ada', lastName: 'Otieno', email, phone },
        email,
      );
      const late = sleep(ARRIVES_WITHIN_MS, null, { ref: false }).then(() => {
        throw new Error(`The event of ${email} did not arrive within ${ARRIVES_WITHIN_MS} ms`);
      });
      return (await Promise.race([arrival, late])) - committed;
    },
  };
}

/** How long after its commit an event reaches its receiver, one event at a time, on the whole built server. */
export async function latency(bench: Bench): Promise<Line[]> {
  const events = bench.quick ? 10 : 40;
  const receiver = await startReceiver();
  const servers: { stop(): Promise<void> }[] = [];
  const contenders: Contender[] = [];
  for (const demarc of demarcs(bench)) {
    const server = await watched(bench, demarc, receiver);
    servers.push(server);
    const run = async () => {
      const times: number[] = [];
      for (let i = 0; i < events; i++) {
        times.push(await server.deliver());
        await sleep(PAUSE_MS);
      }
      return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
    };
    await server.deliver();
    contenders.push({ name: demarc.name, kind: demarc.kind, run });
  }
  const measured = await alternate(contenders, bench.quick ? 2 : ROUNDS);
  for (const server of servers) await server.stop();
  receiver.close();
  const work = 'commit to receiver, one event at a time';
  bench.print(summary(work, measured, ['p50', 'p95']));
  return [...compare(work, 'p50', measured), ...compare(work, 'p95', measured, { ours: { atMost: 50 } })];
}
