// The tools that tests need besides npm packages, and their installation by apt where it is allowed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The headless shell needs about a quarter less processor time than the whole browser. */
export function findChromium() {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const places = names.map((name) => `/usr/bin/${name}`);
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path));
}

const freeRadiusFiles = [
  '/usr/sbin/freeradius',
  '/usr/bin/radclient',
  '/usr/lib/freeradius/rlm_sql_postgresql.so',
];

/**
 * Tools, each with the part of the tests that needs it. `packages` are Debian's; the first set that is available is
 * installed.
 */
const tools = [
  {
    part: 'unit',
    name: 'Redis',
    tests: 'the tests of shared rate limits need',
    packages: [['redis-server']],
    isThere: () => spawnSync('redis-server', ['--version']).status === 0,
  },
  {
    part: 'unit',
    name: 'promtool',
    tests: 'the tests of the alert rules need',
    packages: [['prometheus']],
    isThere: () => spawnSync('promtool', ['--version']).status === 0,
  },
  {
    part: 'db',
    name: 'PgBouncer',
    tests: 'the tests of poolers need',
    packages: [['pgbouncer']],
    isThere: () => spawnSync('pgbouncer', ['--version']).status === 0,
  },
  {
    part: 'db',
    name: 'PostgreSQL 15 or newer',
    tests: 'the tests of dumps need',
    packages: [['postgresql-15'], ['postgresql']],
    isThere: () => existsSync('/usr/lib/postgresql') && spawnSync('pg_dump', ['--version']).status === 0,
  },
  {
    part: 'contract',
    name: 'zsh',
    tests: 'the tests of the guides need',
    packages: [
      ['zsh', 'curl', 'openssl', 'fish'],
      ['zsh', 'curl', 'openssl'],
    ],
    isThere: () =>
      ['zsh', 'curl', 'openssl'].every(
        (tool) => spawnSync(tool, ['-h'], { stdio: 'ignore' }).error === undefined,
      ),
  },
  {
    part: 'radius',
    name: 'FreeRADIUS',
    tests: 'the network tests need',
    packages: [
      ['freeradius', 'freeradius-postgresql', 'freeradius-utils', 'eapoltest'],
      ['freeradius', 'freeradius-postgresql', 'freeradius-utils'],
    ],
    isThere: () => freeRadiusFiles.every(existsSync),
  },
  {
    part: 'e2e',
    name: 'Chromium',
    tests: 'the browser flows need',
    packages: [['chromium-headless-shell'], ['chromium']],
    isThere: () => findChromium() !== undefined,
  },
];

/**
 * Installs the tools of the parts where that is possible and allowed.
 * @returns for each part without a tool of its own, why tests are skipped
 */
export function provideTools(parts) {
  const missing = tools.filter(({ part, isThere }) => parts.includes(part) && !isThere());
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (missing.length > 0 && mayInstall) {
    apt('update');
    for (const { packages: sets, isThere } of missing) {
      for (const packages of sets) {
        if (isThere()) break;
        process.stdout.write(`Installing ${packages.join(', ')} ...\n`);
        apt('install', '-y', '--no-install-recommends', ...packages);
      }
    }
  }
  const reasons = {};
  for (const { part, name, tests, packages } of missing.filter(({ isThere }) => !isThere())) {
    const reason = `${tests} ${name}. Debian: apt-get install ${packages.at(-1).join(' ')}`;
    reasons[part] = [...(reasons[part] ?? []), reason];
  }
  return reasons;
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
}
