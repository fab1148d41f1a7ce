import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, plainEnvironment } from '../server/postgres/embedded-postmaster.ts';
import { type Bench, stopAtEnd } from './bench.ts';
import { build, onDatabase } from './built.ts';
import { longestOf, longestStall, type Stall } from './measure-stalls.ts';
import { PASSWORD, signIn } from './portal.ts';
import { unlimited } from './processes.ts';
import { compare, type Line } from './report.ts';
import { fillAccount, page, type Target } from './stall-target.ts';
import { fuzz } from './worst-fuzz.ts';
import { type Attack, doorsOf, pageDoorsOf, throughDoors, worstRequests } from './worst-requests.ts';

/** The longest time that a request may take the event loop. Contract: Transport. */
const MOST_MS = 50;

const SHOWN = 15;
const ROWS = 100_000;

/** The longest stalls of the built server under the worst requests that are known, and under those of a fuzz. */
export async function stalls(bench: Bench): Promise<Line[]> {
  const { ours } = bench;
  await build(ours);
  const rows = bench.quick ? 2_000 : ROWS;
  const { headers: api } = await ours.account('Attacked ISP', rows);
  const port = await freePort(0);
  const address = `http://127.0.0.1:${port}`;
  const server = fork(join(ours.root, 'dist/main.js'), [], {
    cwd: ours.root,
    execArgv: ['--import', join(ours.bundle, 'bench/stall-meter.js')],
    // Next writes an error for each request that it refuses.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      ...plainEnvironment(),
      ...unlimited,
      ...onDatabase(ours),
      ...{
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: address,
        LOG_LEVEL: 'error',
        NODE_ENV: 'production',
      },
    },
  });
  await stopAtEnd(bench, Promise.resolve({ stop: async () => void server.kill('SIGTERM') }));
  while (
    !(await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(50);
  const { cookie } = await signIn(ours, address, 'Attacked ISP');
  const target: Target = { address, api, cookie, password: PASSWORD };
  const ids = await fillAccount(target);
  // What the start leaves until later is no answer to a request.
  await sleep(2_000);
  await longestStall(server);

  const doors = [...doorsOf(target, ids), ...pageDoorsOf(target)];
  const attacks = throughDoors(doors).filter(({ name }) => !bench.quick || /tabs, commas/.test(name));
  const toAll = encodeURIComponent(
    JSON.stringify({ list: 'subscribers', filter: {}, sms: 'Hello {{ firstName }}' }),
  );
  const heavy: Attack[] = [
    {
      name: `an export of ${rows} rows`,
      requests: [{ method: 'GET', path: '/api/export/subscribers', headers: { cookie } }],
    },
    {
      // Above the limit of a job the rows are read all the same.
      name: `the preview of a message to ${rows} subscribers`,
      requests: [page(target, 'GET', `/api/trpc/announcement.preview?input=${toAll}`)],
    },
  ];
  const kinds: [string, Stall[]][] = [
    [
      'known bodies and files',
      await longestOf(server, target, [...worstRequests(target, ids), ...heavy], MOST_MS),
    ],
    ['headers, paths and queries', await longestOf(server, target, attacks, MOST_MS)],
    [
      'fuzz',
      await fuzz(server, target, ids, { rounds: bench.quick ? 100 : 1_000, seed: 30, mostMs: MOST_MS }),
    ],
  ];
  for (const [kind, found] of kinds) {
    bench.print(`\n${kind}: ${found.length} requests, the longest stalls`);
    for (const { name, ms, status } of found.slice(0, SHOWN)) {
      bench.print(`  ${ms.toFixed(0).padStart(6)} ms   ${status}   ${name}`);
    }
  }
  return kinds.flatMap(([kind, [worst]]) =>
    compare(
      `longest stall of ${kind}: ${worst?.name}`,
      'ms',
      [{ name: ours.name, kind: 'ours', rounds: [{ ms: worst?.ms ?? 0 }] }],
      { ours: { atMost: MOST_MS } },
    ),
  );
}
