import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Other accounts of a machine see the arguments of a process. */
const PASSWORD = 'p@s:s/w%ö rd?';
const URL_OF_DATABASE = `postgres://demarc:${encodeURIComponent(PASSWORD)}@db.internal:5432/demarc?sslmode=verify-full&sslrootcert=/ca.pem`;
const ADDRESS = 'postgres://demarc@db.internal:5432/demarc?sslmode=verify-full&sslrootcert=/ca.pem';

let folder: string;
const calls = () => readFileSync(join(folder, 'calls'), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'demarc-arguments-'));
  mkdirSync(join(folder, 'bin'));
  // Each program notes its arguments, its password and its input.
  for (const name of ['pg_dump', 'pg_restore', 'psql']) {
    const script = `#!/bin/sh
printf '%s|' ${name} "$@" | tr '\\n' ' ' >> ${folder}/calls
printf 'password=%s\\n' "\${PGPASSWORD:-}" >> ${folder}/calls
for each in "$@"; do case $each in --file=*) echo dump > "\${each#--file=}" ;; esac; done
case "$*" in --list*) echo '1; an entry' ;; *pg_tables*) echo 0 ;; *pg_roles*) echo 1 ;; *postgres*) cat >> ${folder}/input ;; esac
`;
    writeFileSync(join(folder, 'bin', name), script, { mode: 0o755 });
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

const run = (script: string, args: string[], given: Record<string, string> = {}) =>
  execFileSync('sh', [script, ...args], {
    env: { NODE_ENV: 'test', PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...given },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test.each(['backup.sh', 'restore.sh'])(
  '%s gives the password in the environment, and the rest of the address',
  (name) => {
    writeFileSync(join(folder, 'dump'), '');
    const target = name === 'backup.sh' ? join(folder, 'backups') : join(folder, 'dump');
    run(`deploy/postgres/${name}`, [target], { DATABASE_URL: URL_OF_DATABASE });
    const connected = calls()
      .split('\n')
      .filter((line) => line.includes('db.internal'));
    expect(connected.length).toBeGreaterThan(0);
    for (const line of connected) {
      expect(line).toContain(ADDRESS);
      expect(line.endsWith(`password=${PASSWORD}`)).toBe(true);
      const [args = ''] = line.split('password=');
      expect(args).not.toContain(PASSWORD);
      expect(args).not.toContain(encodeURIComponent(PASSWORD));
    }
  },
);

test('an address without a password stays as it is, and a password among the parameters is refused', () => {
  const socket = 'postgres:///demarc?user=demarc';
  run('deploy/postgres/backup.sh', [join(folder, 'backups')], { DATABASE_URL: socket });
  expect(calls()).toContain(`--dbname=${socket}|`);
  const inside = { DATABASE_URL: 'postgres://demarc@db.internal/demarc?password=secret' };
  expect(() => run('deploy/postgres/backup.sh', [join(folder, 'backups')], inside)).toThrow();
});

test('make-database.sh lets psql read the password from its file', () => {
  const file = join(folder, 'password');
  writeFileSync(file, PASSWORD);
  run('deploy/postgres/make-database.sh', [file]);
  expect(calls()).not.toContain(PASSWORD);
  expect(readFileSync(join(folder, 'input'), 'utf8')).toMatch(/^\\set password `cat "\$PASSWORD_FILE"`$/m);
});

test('make-secrets.sh makes a certificate for PostgreSQL, and a password that Redis reads from a file, once', () => {
  const deploy = join(folder, 'deploy');
  cpSync('deploy', deploy, { recursive: true, filter: (path) => !path.includes('/secrets') });
  const read = (name: string) => readFileSync(join(deploy, 'secrets', name), 'utf8').trim();
  run(join(deploy, 'make-secrets.sh'), []);
  const first = [read('redis_conf'), read('postgres/server.pem'), read('database_url')];
  expect(read('redis_conf')).toContain(`requirepass ${read('redis_password')}\n`);
  expect(read('redis_url')).toBe(`redis://:${read('redis_password')}@redis:6379`);
  expect(read('database_url')).toMatch(/\?sslmode=verify-full&sslrootcert=\/run\/secrets\/database_ca$/);
  const at = (name: string) => join(deploy, 'secrets/postgres', name);
  const verified = execFileSync(
    'openssl',
    ['verify', '-CAfile', at('ca.pem'), '-verify_hostname', 'postgres', at('server.pem')],
    { encoding: 'utf8' },
  );
  expect(verified).toContain('OK');
  run(join(deploy, 'make-secrets.sh'), []);
  expect([read('redis_conf'), read('postgres/server.pem'), read('database_url')]).toEqual(first);
});

test('no file of deploy has a secret among the arguments of a program', () => {
  const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(sh|yaml|service|cfg)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(9);
  for (const name of files) {
    const text = readFileSync(join('deploy', name), 'utf8');
    expect(text, name).not.toMatch(
      /--password[ =](?!file)|--pass(word)?=["$]|"\$DATABASE_URL"$|dbname="?\$DATABASE_URL|requirepass,|-a \$/m,
    );
    // The content of a secret is only assigned to a variable or printed by the shell itself.
    for (const line of text.split('\n').filter((each) => /\$\$?\(cat/.test(each))) {
      expect(line, name).toMatch(
        /^\s*(make |(\[ [^\]]+ \] \|\| )?printf |password=|[A-Z_]+=)|REDISCLI_AUTH=/,
      );
    }
  }
});
