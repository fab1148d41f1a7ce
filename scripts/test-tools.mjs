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
 * Tools by the part of the tests that needs them. `packages` are Debian's; the first set that is available is
 * installed.
 */
const tools = {
  unit: {
    name: 'Redis',
    tests: 'the tests of shared rate limits need',
    packages: [['redis-server']],
    isThere: () => spawnSync('redis-server', ['--version']).status === 0,
  },
  db: {
    name: 'PgBouncer',
    tests: 'the tests of poolers need',
    packages: [['pgbouncer']],
    isThere: () => spawnSync('pgbouncer', ['--version']).status === 0,
  },
  radius: {
    name: 'FreeRADIUS',
    tests: 'the network tests need',
    packages: [['freeradius', 'freeradius-postgresql', 'freeradius-utils']],
    isThere: () => freeRadiusFiles.every(existsSync),
  },
  e2e: {
    name: 'Chromium',
    tests: 'the browser flows need',
    packages: [['chromium-headless-shell'], ['chromium']],
    isThere: () => findChromium() !== undefined,
  },
};

/**
 * Installs the tools of the parts where that is possible and allowed.
 * @returns for each part without its tool, why its tests are skipped
 */
export function provideTools(parts) {
  const missing = parts.filter((part) => tools[part] && !tools[part].isThere());
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (missing.length > 0 && mayInstall) {
    apt('update');
    for (const part of missing) {
      for (const packages of tools[part].packages) {
        if (tools[part].isThere()) break;
        process.stdout.write(`Installing ${packages.join(', ')} ...\n`);
        apt('install', '-y', '--no-install-recommends', ...packages);
      }
    }
  }
  return Object.fromEntries(
    missing
      .filter((part) => !tools[part].isThere())
      .map((part) => {
        const { name, tests, packages } = tools[part];
        return [part, `${tests} ${name}. Debian: apt-get install ${packages.at(-1).join(' ')}`];
      }),
  );
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
}
