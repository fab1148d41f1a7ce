import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accounting } from './accounting.ts';
import type { Bench } from './bench.ts';
import { ofArchive } from './built.ts';
import { create } from './create.ts';
import { deliveries } from './deliveries.ts';
import { inbound } from './inbound.ts';
import { latency } from './latency.ts';
import { large, list } from './list.ts';
import { portal } from './portal.ts';
import { type Checkout, openDemarc, startLoader } from './processes.ts';
import { renewals } from './renewals.ts';
import { type Line, tables } from './report.ts';
import { stalls } from './stalls.ts';
import { starts } from './starts.ts';

/**
 * The works, in the order in which they run. Each gives its lines of the closing tables. Those that start the whole
 * server come before those that leave due work in the database, which it would do.
 */
const works = {
  list,
  create,
  inbound,
  million: (bench: Bench) => large(bench, bench.quick ? 100_000 : 1_000_000),
  'ten-million': async (bench: Bench) => (bench.whole ? large(bench, 10_000_000) : []),
  latency,
  portal,
  stalls,
  starts,
  renewals,
  deliveries,
  accounting,
};

/** Those that need nothing of an archive but its server. */
const ofArchives = ['list', 'create', 'inbound', 'million', 'latency', 'portal'];

const USAGE = `npm run bench -- [WORK ...] [--against REF | --archive FILE] [--quick] [--whole] [--no-peers] [--profile]

  list         GET /v1/subscribers?limit=20 of 10,000, beside bare servers with the same rows and total
  create       POST /v1/subscribers with Idempotency-Key, beside a bare transaction with the same rows
  inbound      POST /v1/integrations/{id}/webhooks, signed, beside a bare server with HMAC and one insert
  million      the list of 1,000,000, first and deep pages, beside itself at 10,000
  ten-million  the same of 10,000,000; with --whole only
  latency      from the commit of an event to its receiver, one event at a time, on the built server
  portal       a page of a list of 100,000 on the built server, beside one of 1,000; the JavaScript of each page
  stalls       the longest time for which a request takes the event loop of the built server, under the worst requests
  starts       the first start of a built checkout, a later one, and the memory at rest
  renewals     the renewal run of 10,000 and 100,000 due subscriptions, beside one SQL statement for all of them
  deliveries   events to one receiver and to 200, beside a loop that signs and sends; and beside a receiver that hangs
  accounting   what FreeRADIUS writes of sessions, with our triggers and without them

  --against REF  Demarc at that commit takes part, built in a git worktree of its own
  --archive FILE the server in an archive of \`npm run package\` takes part, in ${ofArchives.join(', ')}
  --quick        a smoke run: short rounds, small tables; its figures mean little
  --whole        renewals of 1,000,000, the list of 10,000,000 and each attack of stalls alone as well, which take a while
  --no-peers     leaves out what others would do the same work with (bench/peers)
  --profile      leaves a CPU profile of our processes in this folder
`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    archive: { type: 'string' },
    quick: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const known = flags.archive === undefined ? Object.keys(works) : ofArchives;
const unknown = positionals.filter((name) => !known.includes(name));
if (flags.help || unknown.length > 0) {
  process.stdout.write(USAGE);
  process.exit(unknown.length > 0 ? 1 : 0);
}
const wanted = positionals.length === 0 ? known : positionals;

const dataDir = await mkdtemp(join(tmpdir(), 'demarc-bench-'));
// For root the databases run as another user, who has to reach them.
await chmod(dataDir, 0o711);
const started: Bench['started'] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => finish(130));

/** Stops what was started, the last first, and leaves nothing behind. */
async function finish(code: number): Promise<never> {
  for (const one of started.toReversed()) await one.stop().catch(() => {});
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code);
}

async function open(checkout: Checkout) {
  const demarc = await openDemarc(checkout, dataDir, flags.profile);
  started.push(demarc);
  return demarc;
}

try {
  const { ours, reference } = JSON.parse(process.env.DEMARC_CHECKOUTS ?? '') as {
    ours: Checkout;
    reference?: Checkout;
  };
  const loader = startLoader(ours.bundle, dataDir);
  started.push(loader);
  const bench: Bench = {
    ours: await open(ours),
    reference: null,
    peers: !flags['no-peers'],
    ...{ loader, dataDir, started },
    ...{ quick: flags.quick, whole: flags.whole },
    print: (text) => void process.stdout.write(`${text}\n`),
  };
  if (reference) {
    const opened = await open(reference);
    bench.reference = reference.isArchive ? ofArchive(bench, opened) : opened;
  }
  const lines: Line[] = [];
  for (const [name, work] of Object.entries(works)) {
    if (wanted.includes(name)) lines.push(...(await work(bench)));
  }
  bench.print(`\n${tables(lines)}`);
  await finish(0);
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  await finish(1);
}
