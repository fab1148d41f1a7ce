import { parseArgs } from 'node:util';
import { account } from './account.ts';
import { cells } from './cells.ts';
import { failover } from './failover.ts';
import { flood } from './flood.ts';
import { layoutDrill } from './layout.ts';
import { mirror } from './mirror.ts';
import { nodes, serve } from './nodes.ts';
import { packageTwice } from './package.ts';
import { size } from './size.ts';
import { soak } from './soak.ts';
import { upgrade } from './upgrade.ts';

const USAGE = `npm run drill -- upgrade [--from RELEASE] [--to RELEASE]
npm run drill -- failover [--subscribers N]
npm run drill -- layout [--quick] [--only PART]
npm run drill -- cells [--quick]
npm run drill -- account [--subscribers N]
npm run drill -- flood [--limit N]
npm run drill -- mirror [--subscribers N] [--minutes N]
npm run drill -- nodes [--from RELEASE]
npm run drill -- package [--from COMMIT]
npm run drill -- size
npm run drill -- soak [--minutes N] [--seed N] [--pause MS]

  upgrade  replaces the processes of the commit before by those of this checkout, under traffic, and goes back. A RELEASE is
           an archive of npm run package, or a commit
  failover loses the primary of a PostgreSQL with a standby, under traffic, while a program holds a copy of an account with N
           subscribers more (needs Patroni, etcd and HAProxy)
  layout   brings up the three machines of deploy/three, loses each part in turn, or those with PART in their name, and restores to an
           instant; 15 minutes, or 7 with --quick (as root; needs the packages of docs/operations/three-machines.md)
  cells    moves a partner of 100,000 subscribers to another cell and back, under traffic (needs HAProxy); --quick: of 1,000
  account  times export, import and erase of an account of 100,000 subscribers or N, and dump and restore of its database (as root;
           needs postgresql-15)
  flood    one partner floods a process; the time of another one's requests may double. Each may send N requests a second, at
           least 100; without N there is no limit
  mirror   a program that is written with the guide holds a copy of 100,000 subscribers or N, under 2 minutes or N of changes, with
           kills of processes and of the program; then a backup is restored
  nodes    serves a release with each version of Node that is allowed; serve --from FOLDER does so with the present one
  package  makes the archive of a commit in two clones, and compares them byte by byte
  size     bytes of each table for a subscriber and month, by the year of the demo
  soak     mixed traffic for 30 minutes or N, with processes that are killed; checks memory and all invariants.
           Each of 15 clients pauses 50 ms or MS between two calls

Each starts a PostgreSQL and processes of its own, and builds if needed. Ctrl-C leaves nothing running.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    limit: { type: 'string', default: '0' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    subscribers: { type: 'string' },
    seed: { type: 'string' },
    pause: { type: 'string', default: '50' },
  },
});

const minutes = Number(values.minutes ?? (positionals[0] === 'soak' ? 30 : 2));
const subscribers = Number(
  values.subscribers ?? (['account', 'mirror'].includes(positionals[0] ?? '') ? 100_000 : 0),
);
const pauseMs = Number(values.pause);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));

if (positionals[0] === 'upgrade') await upgrade(values);
else if (positionals[0] === 'failover') await failover(subscribers);
else if (positionals[0] === 'layout')
  await layoutDrill({ isQuick: values.quick, ...(values.only && { only: values.only }) });
else if (positionals[0] === 'cells') await cells(values.quick ? 1_000 : 100_000);
else if (positionals[0] === 'account' && subscribers > 0) await account(subscribers);
else if (positionals[0] === 'nodes') await nodes(values.from);
else if (positionals[0] === 'serve') await serve(values.from ?? '.');
else if (positionals[0] === 'package') await packageTwice(values.from);
else if (positionals[0] === 'size') await size();
else if (positionals[0] === 'mirror' && minutes > 0 && subscribers > 0)
  await mirror({ subscribers, minutes });
else if (positionals[0] === 'flood') await flood(Number(values.limit));
else if (positionals[0] === 'soak' && minutes > 0 && pauseMs >= 0) await soak({ minutes, seed, pauseMs });
else {
  process.stdout.write(USAGE);
  process.exitCode = 2;
}
process.exit();
