import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const machines = ['one', 'two', 'three'];
let folder: string;

const make = () => execFileSync('sh', ['deploy/three/make.sh', join(folder, 'layout'), folder]);
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const filesOf = (machine: string) =>
  readdirSync(join(folder, machine, 'tree'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, machine, 'tree').length));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'demarc-three-'));
  // In place of `/`, each machine has the folder with its files.
  const own = readFileSync('deploy/three/layout.example', 'utf8').replace('ROOT=', `ROOT=${folder}/root`);
  writeFileSync(join(folder, 'layout'), own);
  make();
  execFileSync('mkdir', [join(folder, 'root')]);
  for (const machine of machines) symlinkSync(join(folder, machine, 'tree'), join(folder, 'root', machine));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('each machine has the files of its units', () => {
  expect(machines.map((machine) => read(machine, 'units').trim())).toEqual([
    'etcd patroni haproxy demarc-web freeradius',
    'etcd patroni haproxy demarc-web demarc-jobs freeradius',
    'etcd patroni haproxy demarc-jobs redis-server demarc-wal demarc-base-backup.timer',
  ]);
  for (const machine of machines) {
    const units = read(machine, 'units').trim().split(' ');
    const own = units.filter((unit) => unit.startsWith('demarc-'));
    for (const unit of own)
      expect(filesOf(machine)).toContain(`/etc/systemd/system/${unit.replace(/^[^.]*$/, '$&.service')}`);
  }
  expect(read('one', 'tree/etc/patroni/config.yml')).toContain('connect_address: 10.0.0.11:8008');
});

test('a secret is only in files that install.sh gives to one program', () => {
  const secrets = readdirSync(join(folder, 'secrets'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => read('secrets', name).trim());
  const keys = ['inside', 'site'].map((name) => read('secrets', name, 'server.key').trim());
  expect(secrets.length).toBeGreaterThan(6);
  for (const machine of machines)
    for (const file of filesOf(machine)) {
      const text = read(machine, 'tree', file);
      if (![...secrets, ...keys].some((secret) => text.includes(secret))) continue;
      expect(file).toMatch(/^\/etc\/(etcd|patroni|haproxy|redis|demarc|demarc-backup)\//);
    }
});

test('a second run keeps the secrets and makes the files again', () => {
  const [first, config] = [read('one/tree/etc/demarc/environment'), read('two/tree/etc/haproxy/haproxy.cfg')];
  make();
  expect(read('one/tree/etc/demarc/environment')).toBe(first);
  expect(read('two/tree/etc/haproxy/haproxy.cfg')).toBe(config);
});

test('a name without a value is refused', () => {
  const layout = join(folder, 'incomplete');
  writeFileSync(layout, 'ONE=10.0.0.11\nTWO=10.0.0.12\n');
  const { status, stderr } = spawnSync('sh', ['deploy/three/make.sh', layout, join(folder, 'nowhere')], {
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('THREE');
});

const hasHaproxy = spawnSync('/usr/sbin/haproxy', ['-v']).status === 0;
describe.skipIf(!hasHaproxy)('HAProxy', () => {
  const check = (file: string) => {
    const { status, stderr } = spawnSync('/usr/sbin/haproxy', ['-c', '-f', file], { encoding: 'utf8' });
    return { status, warnings: stderr.match(/\[(WARNING|ALERT)\].*/g) ?? [] };
  };

  test.each(machines)('has no warning about the file of machine %s', (machine) => {
    const file = join(folder, machine, 'tree/etc/haproxy/haproxy.cfg');
    expect(check(file)).toEqual({ status: 0, warnings: [] });
  });

  test('has no warning about deploy/patroni/haproxy.cfg below the defaults of Debian', () => {
    const defaults =
      'log global\nmode http\noption httplog\ntimeout connect 5s\ntimeout client 50s\ntimeout server 50s';
    const own = readFileSync('deploy/patroni/haproxy.cfg', 'utf8');
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, `global\nlog /dev/log local0\ndefaults\n${defaults}\n${own}`);
    expect(check(file)).toEqual({ status: 0, warnings: [] });
  });
});
