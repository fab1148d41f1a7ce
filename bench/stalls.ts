import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, SECOND_MS } from '../server/clock.ts';
import { freePort, plainEnvironment } from '../server/postgres/embedded-postmaster.ts';
import { type Bench, stopAtEnd } from './bench.ts';
import { build, onDatabase } from './built.ts';
import { longestOf, longestOfMany, longestStall, type Stall } from './measure-stalls.ts';
import { PASSWORD, signIn } from './portal.ts';
import { unlimited } from './processes.ts';
import { compare, type Line } from './report.ts';
import { fillAccount, page, type Target } from './stall-target.ts';
import { fuzz } from './worst-fuzz.ts';
import { type Attack, doorsOf, pageDoorsOf, throughDoors, worstGroups } from './worst-requests.ts';

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
  const isKept = ({ name }: Attack) => !bench.quick || /tabs, commas/.test(name);
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
  const began = monotonicMs();
  /** Makes the attacks of a group, and prints a line when they are over. */
  async function measured(group: string, requests: number, attack: () => Promise<Stall[]>): Promise<Stall[]> {
    const found = await attack();
    const [worst] = found;
    const seconds = ((monotonicMs() - began) / SECOND_MS).toFixed(0);
    bench.print(
      `${seconds.padStart(5)} s  ${(worst?.ms ?? 0).toFixed(0).padStart(4)} ms  ${group}: ${requests} requests; ${worst?.status} ${worst?.name}`,
    );
    return found;
  }
  const sizeOf = (attacks: readonly Attack[]) =>
    attacks.reduce((sum, { requests }) => sum + requests.length, 0);
  const known: Stall[] = [];
  for (const [group, attacks] of [...worstGroups(target, ids), ['whole lists', heavy] as const]) {
    const attack = () => longestOf(server, target, attacks, MOST_MS);
    known.push(...(await measured(group, sizeOf(attacks), attack)));
  }
  const hostile: Stall[] = [];
  for (const door of doors) {
    const attacks = throughDoors([door]).filter(isKept);
    const attack = () => (bench.whole ? longestOf : longestOfMany)(server, target, attacks, MOST_MS);
    hostile.push(...(await measured(`headers and queries: ${door[0]}`, sizeOf(attacks), attack)));
  }
  const fuzzed: Stall[] = [];
  const [parts, rounds] = bench.quick ? [1, 100] : [bench.whole ? 10 : 3, 100];
  for (let seed = 0; seed < parts; seed++) {
    const attack = () => fuzz(server, target, ids, { rounds, seed: 30 + seed, mostMs: MOST_MS });
    fuzzed.push(...(await measured(`fuzz ${seed + 1} of ${parts}`, rounds, attack)));
  }
  const kinds = (
    [
      ['known bodies and files', known],
      ['headers, paths and queries', hostile],
      ['fuzz', fuzzed],
    ] as const
  ).map(([kind, found]) => [kind, found.toSorted((one, other) => other.ms - one.ms)] as const);
  for (const [kind, found] of kinds) {
    bench.print(`\n${kind}: the longest stalls`);
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
