import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../bench/measure.ts';
import { monotonicMs, SECOND_MS } from '../server/clock.ts';
import { createClient } from './client.ts';
import { openCluster, report } from './cluster.ts';
import { createPartner, node, say } from './commands.ts';
import { dataOf, planBody, subscriberBody } from './customers.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const ROUNDS = 5;
/** One round is two stretches: the calm partner alone, and beside the flood. */
const STRETCH_MS = 5 * SECOND_MS;
const FLOOD_MS = STRETCH_MS + 2 * SECOND_MS;
/** Connections of the flood, each with its next request as soon as the last one is answered. */
const FLOOD_CONNECTIONS = 100;
const CALM_PAUSE_MS = 10;
const SUBSCRIBERS = 200;
/** The aim of fair shares: decision 53. */
const MAX_RATIO = 2;

type Headers = Record<string, string>;

/**
 * One partner floods a process with requests. The median time of another one's requests may not be more than twice that without
 * the flood.
 * @param limit requests a second that each partner may send; 0: no limit
 */
export async function flood(limit: number): Promise<void> {
  await node(root, 'scripts/build.mjs', ['--if-needed'], {});
  const cluster = await openCluster();
  try {
    await node(root, 'dist/cli/migrate.js', [], cluster.env);
    const { address } = await cluster.start('one', root, {
      ...{ DEMARC_ROLE: 'web', RATE_LIMIT_LIVE: String(limit) },
    });
    const client = createClient(() => [address]);
    const [calm, busy] = [await partner('calm'), await partner('busy')];
    const kinds = [
      { name: 'GET of 20 subscribers with total', send: () => calm.timed('GET', '/v1/subscribers?limit=20') },
      { name: 'POST of a plan', send: () => calm.timed('POST', '/v1/plans', planBody()) },
    ];
    const floods = [
      { name: 'flood of GET', args: [`${address}/v1/subscribers?limit=20`] },
      {
        name: 'flood of POST',
        args: [
          ...['--method', 'POST', '--idReplacement', '--headers', 'content-type: application/json'],
          ...['--body', JSON.stringify({ ...planBody(), planName: 'Home [<id>]' }), `${address}/v1/plans`],
        ],
      },
    ];
    const figures: Record<string, string> = {};
    const problems: string[] = [];
    // Until V8 has compiled the path of a request.
    await stretch(kinds, 2 * STRETCH_MS);
    for (const { name, args } of floods) {
      const ratios = kinds.map(() => [] as number[]);
      const times = kinds.map(() => ({ alone: [] as number[], beside: [] as number[] }));
      let answered = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const alone = await stretch(kinds);
        const flooding = runFlood(busy.headers, args);
        await sleep(SECOND_MS);
        const beside = await stretch(kinds);
        answered += await flooding;
        for (const [n] of kinds.entries()) {
          const [before = 0, during = 0] = [alone[n], beside[n]];
          times[n]?.alone.push(before);
          times[n]?.beside.push(during);
          ratios[n]?.push(during / before);
        }
        say(`${name}, round ${round + 1}: ${ratios.map((all) => all.at(-1)?.toFixed(2)).join(', ')}`);
      }
      figures[`${name}: requests a second`] = (answered / ((ROUNDS * FLOOD_MS) / SECOND_MS)).toFixed(0);
      for (const [n, kind] of kinds.entries()) {
        const ratio = median(ratios[n] ?? []);
        const ms = (all: number[] = []) => median(all).toFixed(1);
        figures[`${name}: ${kind.name}`] =
          `${ms(times[n]?.alone)} ms alone, ${ms(times[n]?.beside)} ms beside it, ratio ${ratio.toFixed(2)}`;
        if (ratio > MAX_RATIO) problems.push(`${name}: ${kind.name} takes ${ratio.toFixed(2)} times as long`);
      }
    }
    report('A partner beside the flood of another one', figures, problems);

    async function partner(name: string) {
      const as = (accessId: string, accessSecret: string) => ({
        headers: { 'x-access-id': accessId, 'x-access-secret': accessSecret },
        client: client.as(accessId, accessSecret),
      });
      const made = await createPartner(root, cluster.env, as, { email: `${name}@drill.example` });
      for (let n = 0; n < SUBSCRIBERS; n++)
        dataOf(await made.client.post('/v1/subscribers', subscriberBody()));
      return { headers: made.headers, timed: timer(address, made.headers) };
    }
  } finally {
    await cluster.close();
  }
}

/** Sends a request on a kept connection. Returns the time until the end of its answer, in ms. */
function timer(address: string, headers: Headers) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (method: string, path: string, body?: object): Promise<number> => {
    const text = body && JSON.stringify(body);
    const sent = { ...headers, ...(text && { 'content-type': 'application/json' }) };
    const began = monotonicMs();
    const req = request(address + path, { method, agent, headers: sent }).end(text);
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    res.resume();
    await once(res, 'end');
    if ((res.statusCode ?? 0) >= 300) throw new Error(`${res.statusCode} ${method} ${path}`);
    return monotonicMs() - began;
  };
}

/** Sends the requests of each kind in turn. Returns the median time of each kind, in ms. */
async function stretch(kinds: { send(): Promise<number> }[], lastsMs = STRETCH_MS): Promise<number[]> {
  const times = kinds.map(() => [] as number[]);
  const until = monotonicMs() + lastsMs;
  while (monotonicMs() < until) {
    for (const [n, { send }] of kinds.entries()) {
      times[n]?.push(await send());
      await sleep(CALM_PAUSE_MS);
    }
  }
  return times.map(median);
}

/** A load of its own process that lasts a little longer than a stretch. Returns the number of its answers. */
async function runFlood(headers: Headers, args: string[]): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}: ${value}`]);
  const { stdout } = await node(
    root,
    'node_modules/autocannon/autocannon.js',
    [
      ...['--json', '--duration', String(FLOOD_MS / SECOND_MS), '--connections', String(FLOOD_CONNECTIONS)],
      ...given,
      ...args,
    ],
    {},
  );
  const { '2xx': answered, non2xx } = JSON.parse(stdout) as { '2xx': number; non2xx: number };
  if (non2xx > 0) say(`${non2xx} requests of the flood were refused`);
  return answered;
}
