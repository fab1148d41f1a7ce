import { parseArgs } from 'node:util';
import { soak } from './soak.ts';
import { upgrade } from './upgrade.ts';

const USAGE = `npm run drill -- upgrade [--from REF]
npm run drill -- soak [--minutes N] [--seed N]

  upgrade  replaces the processes of the commit before (or REF) by those of this checkout, under traffic
  soak     mixed traffic for 30 minutes or N, with processes that are killed; checks memory and all invariants

Each starts a PostgreSQL and processes of its own, and builds if needed. Ctrl-C leaves nothing running.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string' },
  },
});

const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));

if (positionals[0] === 'upgrade') await upgrade(values);
else if (positionals[0] === 'soak' && minutes > 0) await soak({ minutes, seed });
else {
  process.stdout.write(USAGE);
  process.exitCode = 2;
}
process.exit();
