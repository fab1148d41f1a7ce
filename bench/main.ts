import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accounting } from './accounting.ts';
import { startDatabase } from './database.ts';
import { deliveries } from './deliveries.ts';
import { FULL, type Measured, measure, type Pace, QUICK, ratio, type Target } from './measure.ts';
import { type Server, startBare, startLoader, startOurs } from './processes.ts';
import { renewals } from './renewals.ts';
import { figures, type Row, table } from './report.ts';
import { statementsOfList } from './statements.ts';

const USAGE = `npm run bench -- [list] [million] [create] [inbound] [renewals] [deliveries] [accounting] [--quick] [--whole] [--profile]

  list      GET /v1/subscribers?limit=20 of 10,000, beside a bare server with the same statements
  million   the same of 1,000,000, first and deep pages, beside itself at 10,000
  create    POST /v1/subscribers with Idempotency-Key, beside a bare transaction with the same rows
  inbound   POST /v1/integrations/{id}/webhooks, signed, beside a bare server with HMAC and one insert
  renewals  the renewal run of 10,000 and 100,000 due subscriptions, beside one SQL statement for all of them
  deliveries  events to a local receiver, beside a loop that signs and sends; and beside a receiver that hangs
  accounting  what FreeRADIUS writes of sessions, with our triggers and without them
  --quick   a smoke run: short rounds, 100,000 instead of 1,000,000; its figures mean little
  --whole   renewals of 1,000,000 as well, which takes a while
  --profile leaves a CPU profile of our processes in this folder
`;
const cases = ['list', 'million', 'create', 'inbound', 'renewals', 'deliveries', 'accounting'] as const;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !(cases as readonly string[]).includes(name));
if (flags.help || unknown.length > 0) {
  process.stdout.write(USAGE);
  process.exit(unknown.length > 0 ? 1 : 0);
}
const chosen = (name: (typeof cases)[number]) => positionals.length === 0 || positionals.includes(name);
const pace: Pace = flags.quick ? QUICK : FULL;
const say = (text: string) => process.stdout.write(`${text}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'demarc-bench-'));
// For root the database runs as another user, who has to reach it.
await chmod(dataDir, 0o711);
const database = await startDatabase(dataDir);
const loader = await startLoader(dataDir);
const started: Server[] = [];
const running = async (server: Promise<Server>) => {
  const up = await server;
  started.push(up);
  return up;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => finish(130));

const rows: Row[] = [];
const show = (title: string, measured: Measured[]) => say(`\n${title}\n${figures(measured)}`);

async function list(): Promise<void> {
  const { providerId, headers } = few;
  const statements = await statementsOfList(providerId);
  const bare = await running(
    startBare({ databaseUrl: database.url, providerId, kind: 'list', statements }, dataDir),
  );
  const targets: [Target, Target] = [
    { name: 'Demarc', server: ours, path: `/v1/subscribers?limit=20`, headers },
    { name: 'node:http + postgres.js', server: bare, path: '/', headers: {} },
  ];
  const [demarc, baseline] = (await measure(loader, targets, pace)) as [Measured, Measured];
  show('GET /v1/subscribers?limit=20 of 10,000 with total', [demarc, baseline]);
  const share = ratio(demarc, baseline, 'perSecond');
  rows.push({
    what: '`GET /v1/subscribers?limit=20` of 10,000 with total',
    baseline: 'bare `node:http` + postgres.js, the same two statements: requests/s',
    ratio: share,
    target: '≥ 0.85',
    met: share >= 0.85,
  });
}

async function million(): Promise<void> {
  const many = await database.account('Large ISP', flags.quick ? 100_000 : 1_000_000);
  const size = many.subscribers.toLocaleString('en');
  // As far from an anchor as a page in the middle can be.
  const deep = many.subscribers / 40 - 49;
  const pages = {
    'page 1': 1,
    [`page ${deep.toLocaleString('en')}`]: deep,
    'last page': many.subscribers / 20,
  };
  const measured = await measure(
    loader,
    [
      { name: '10,000, page 1', server: ours, path: `/v1/subscribers?limit=20`, headers: few.headers },
      ...Object.entries(pages).map(([name, page]) => ({
        name: `${size}, ${name}`,
        server: ours,
        path: `/v1/subscribers?limit=20&page=${page}`,
        headers: many.headers,
      })),
    ],
    pace,
  );
  show('The list of a large provider', measured);
  const [baseline, ...large] = measured as [Measured, ...Measured[]];
  for (const one of large) {
    const times = ratio(one, baseline, 'p95');
    rows.push({
      what: `the same of ${one.name}`,
      baseline: 'itself of 10,000, page 1: p95',
      ratio: times,
      target: '≤ 2',
      met: times <= 2,
    });
  }
}

async function create(): Promise<void> {
  const { providerId, headers } = await database.account('Growing ISP', 10_000);
  const bare = await running(startBare({ databaseUrl: database.url, providerId, kind: 'create' }, dataDir));
  const targets: [Target, Target] = [
    { name: 'Demarc', server: ours, path: `/v1/subscribers`, headers, creates: true },
    { name: 'node:http + postgres.js', server: bare, path: '/', headers: {}, creates: true },
  ];
  const [demarc, baseline] = (await measure(loader, targets, pace)) as [Measured, Measured];
  show('POST /v1/subscribers with Idempotency-Key', [demarc, baseline]);
  const share = ratio(demarc, baseline, 'perSecond');
  rows.push({
    what: '`POST /v1/subscribers` with `Idempotency-Key`',
    baseline: 'bare `node:http` + postgres.js, one transaction with the same rows: requests/s',
    ratio: share,
    target: '≥ 0.70',
    met: share >= 0.7,
  });
}

async function inbound(): Promise<void> {
  const { providerId, headers } = await database.account('Integrated ISP', 1_000);
  const made = await fetch(`${ours.address}/v1/integrations`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', adapter: 'native' }),
  });
  const { id, secret } = ((await made.json()) as { data: { id: string; secret: string } }).data;
  const job = { databaseUrl: database.url, providerId, kind: 'inbound', integrationId: id, secret } as const;
  const bare = await running(startBare(job, dataDir));
  const path = `/v1/integrations/${id}/webhooks`;
  const posts = { headers: {}, creates: true, secret };
  const targets: [Target, Target] = [
    { name: 'Demarc', server: ours, path, ...posts },
    { name: 'node:http + postgres.js', server: bare, path: '/', ...posts },
  ];
  const [demarc, baseline] = (await measure(loader, targets, pace)) as [Measured, Measured];
  show('POST /v1/integrations/{id}/webhooks, signed', [demarc, baseline]);
  const what = '`POST /v1/integrations/{id}/webhooks`, signed';
  const than = 'bare `node:http` + postgres.js, HMAC + one insert';
  const share = ratio(demarc, baseline, 'perSecond');
  rows.push({ what, baseline: `${than}: requests/s`, ratio: share, target: '≥ 0.75', met: share >= 0.75 });
  const times = ratio(demarc, baseline, 'p99');
  rows.push({ what, baseline: `${than}: p99`, ratio: times, target: '≤ 3', met: times <= 3 });
}

/** Stops what was started and leaves nothing behind. */
async function finish(code: number): Promise<never> {
  loader.stop();
  await Promise.all(started.map((server) => server.stop()));
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code);
}

let few: Awaited<ReturnType<typeof database.account>>;
let ours: Server;
try {
  few = await database.account('Small ISP', 10_000);
  ours = await running(startOurs(database.url, dataDir, flags.profile));
  if (chosen('list')) await list();
  if (chosen('create')) await create();
  if (chosen('inbound')) await inbound();
  if (chosen('million')) await million();
  if (chosen('renewals')) {
    const sizes = flags.quick ? [2_000, 10_000] : [10_000, 100_000, ...(flags.whole ? [1_000_000] : [])];
    rows.push(...(await renewals({ database, dataDir, sizes, profile: flags.profile, say })));
  }
  if (chosen('deliveries')) {
    const events = flags.quick ? 4_000 : 20_000;
    rows.push(
      ...(await deliveries({ databaseUrl: database.url, dataDir, events, profile: flags.profile, say })),
    );
  }
  if (chosen('accounting')) {
    rows.push(...(await accounting({ database, subscribers: flags.quick ? 500 : 3_000, say })));
  }
  say(`\n${table(rows)}`);
  await finish(0);
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  await finish(1);
}
