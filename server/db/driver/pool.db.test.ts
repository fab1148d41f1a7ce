import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../../test/fixtures/certificate.ts';
import { type DatabaseProxy, type Mode, startDatabaseProxy } from '../../../test/fixtures/database-proxy.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { requireMigrated } from '../../postgres/migrate.ts';
import { type Database, openDatabase, send, type Tx } from '../client.ts';
import { isDatabaseUnavailable } from '../errors.ts';
import { checkPooler } from '../pooler.ts';

const direct = useDatabase({ checked: 'never' });
let proxy: DatabaseProxy;
let lossy: Database;

async function openThrough(opened: DatabaseProxy, url = opened.url): Promise<void> {
  proxy = opened;
  lossy = openDatabase(url, 4);
}

beforeEach(async () => {
  await direct.current.sql`create table if not exists line (text text)`;
  await direct.current.sql`truncate line`;
});
afterEach(async () => {
  await lossy.close();
  await proxy.close();
});

const lines = async () =>
  (await direct.current.sql`select text from line order by text`).map((row) => row.text);

/** Repeats a statement until the database is back. */
async function recovered(): Promise<void> {
  await expect.poll(() => lossy.sql`select 1`.then(() => 'ok', String)).toBe('ok');
}

describe('a transaction whose connection is lost', () => {
  beforeEach(async () => openThrough(await startDatabaseProxy(direct.current.url)));
  const write = (tx: Tx, text: string) => tx.execute(sql`insert into line values (${text})`);

  const continuations: Record<string, (tx: Tx) => Promise<unknown>> = {
    'goes on after the error': async (tx) => {
      await write(tx, '2').catch(() => {});
      await write(tx, '3').catch(() => {});
      await pause(100);
      await write(tx, '4');
    },
    'returns without another statement': () => pause(100),
    'returns after the error': (tx) => write(tx, '2').catch(() => {}),
    'fails without another statement': async () => {
      await pause(100);
      throw new Error('of the work');
    },
    'is in a savepoint': async (tx) => {
      await tx.transaction((inner) => write(inner, '2')).catch(() => {});
      await write(tx, '3');
    },
    'has sent statements together': async (tx) => {
      await Promise.allSettled([write(tx, '2'), write(tx, '3'), pause(100)]);
      await write(tx, '4');
    },
  };

  describe.each(['end', 'reset'] as const)('by %s', (how) => {
    test.each(Object.keys(continuations))('fails and stores nothing when its work %s', async (name) => {
      const work = lossy.db.transaction(async (tx) => {
        await write(tx, '1');
        proxy.cut(how);
        await continuations[name]?.(tx);
      });
      // The server is back at once, so that other statements get new sessions meanwhile.
      const others = Promise.allSettled(Array.from({ length: 8 }, () => lossy.sql`select 1`));
      await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
      await others;
      await recovered();
      expect(await lines()).toEqual([]);
    });
  });

  test('does not touch the transactions on other connections, which are closed afterwards', async () => {
    let cut = () => {};
    const isCut = new Promise<void>((done) => {
      cut = done;
    });
    const pidOf = async (tx: Tx) =>
      (await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid ?? 0;
    const other = lossy.db.transaction(async (tx) => {
      await write(tx, 'other');
      await isCut;
      await write(tx, 'other again');
      return pidOf(tx);
    });
    const killed = lossy.db.transaction(async (tx) => {
      await write(tx, 'killed');
      await direct.current.sql`select pg_terminate_backend(${await pidOf(tx)})`;
      await tx.execute(sql`select 1`);
    });
    await expect(killed).rejects.toSatisfy(isDatabaseUnavailable);
    cut();
    const pid = await other;
    expect(await lines()).toEqual(['other', 'other again']);
    await expect
      .poll(() => direct.current.sql`select from pg_stat_activity where pid = ${pid}`)
      .toHaveLength(0);
  });
});

test('a statement gets its own answer or none while connections are cut', async () => {
  await openThrough(await startDatabaseProxy(direct.current.url));
  let isOver = false;
  let answered = 0;
  const client = async (id: number) => {
    for (let n = id; !isOver; n += 20) {
      const rows = await lossy.sql`select ${n}::int as n`.catch((error) => {
        if (!isDatabaseUnavailable(error)) throw error;
        return null;
      });
      if (rows) {
        expect([...rows]).toEqual([{ n }]);
        answered++;
      } else await pause(5);
    }
  };
  const clients = Promise.all(Array.from({ length: 20 }, (_, id) => client(id)));
  for (let n = 0; n < 10; n++) {
    await pause(50);
    proxy.cut(n % 2 ? 'end' : 'reset');
  }
  await recovered();
  isOver = true;
  await clients;
  expect(answered).toBeGreaterThan(0);
});

test.each<Mode>(['refuse', 'close', 'start up', 'hang', 'freeze'])(
  'statements fail while the server does: %s; it is dialled seldom and used again',
  async (mode) => {
    await openThrough(await startDatabaseProxy(direct.current.url));
    await recovered();
    await proxy.become(mode);
    const before = proxy.accepted();
    const statements = 200;
    // The first one in a hang waits until the server is found to be away.
    for (let n = 0; n < statements; n++) {
      await expect(lossy.sql`select 1`).rejects.toSatisfy(isDatabaseUnavailable);
    }
    expect(proxy.accepted() - before).toBeLessThan(statements / 2);
    await proxy.become('pass');
    await recovered();
  },
);

test('statements that are sent while a frozen server is probed fail with the ones before', async () => {
  await openThrough(await startDatabaseProxy(direct.current.url));
  // Each transaction opens a connection of its own.
  await Promise.all([1, 2].map(() => lossy.db.transaction((tx) => tx.execute(sql`select pg_sleep(0.05)`))));
  const failure = () => lossy.sql`select 1`.then(String, () => 'failed');
  await proxy.become('freeze');
  const before = proxy.accepted();
  const first = failure();
  await expect.poll(proxy.accepted, { interval: 10 }).toBeGreaterThan(before);
  const second = failure();
  expect(await first).toBe('failed');
  // A probe of its own would take longer.
  expect(await Promise.race([second, pause(1_000, 'waits')])).toBe('failed');
});

test('a server is probed while a statement runs, not while all are answered', async () => {
  await openThrough(await startDatabaseProxy(direct.current.url));
  // Statements that are sent ahead, and one that fails.
  await lossy.db.transaction((tx) => Promise.all(Array.from({ length: 5 }, () => tx.execute(sql`select 1`))));
  await expect(lossy.sql`select from unknown`).rejects.toThrow('does not exist');
  const before = proxy.accepted();
  await pause(1_000);
  expect(proxy.accepted()).toBe(before);
  await lossy.sql`select pg_sleep(1)`;
  expect(proxy.accepted()).toBeGreaterThan(before);
});

test('a server that answers is not away because this process was busy during a probe', async () => {
  await openThrough(await startDatabaseProxy(direct.current.url));
  await recovered();
  // Longer than a probe has time, right after the timer that begins one.
  const busy = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_400), 250);
  try {
    await expect(lossy.sql`select pg_sleep(5)`).resolves.toHaveLength(1);
  } finally {
    clearInterval(busy);
  }
});

test.each(['plain', 'encrypted'])(
  'a transaction that begins behind many or large statements is one: %s',
  async (kind) => {
    const opened = await startDatabaseProxy(direct.current.url, kind === 'plain' ? undefined : certificate());
    await openThrough(opened, kind === 'plain' ? opened.url : `${opened.url}?sslmode=require`);
    const read = (size: number) => send(lossy.db, 'select length($1) as n', ['x'.repeat(size)]).execute();
    for (let n = 0; n < 3; n++) await Promise.all(Array.from({ length: 8 }, () => read(1)));
    const beginsBehind = async (...before: Promise<unknown>[]) => {
      const failed = lossy.db.transaction(async (tx) => {
        await tx.execute(sql`insert into line values ('of a transaction')`);
        throw new Error('of the work');
      });
      await expect(failed).rejects.toThrow('of the work');
      await Promise.all(before);
    };
    // The driver collects up to 1,024 bytes. The BEGIN is what makes it write them, to a socket whose buffer is nearly full.
    for (const large of [16_000, 65_000]) {
      for (let small = 950; small < 990; small += 2) {
        await beginsBehind(...[large, small].flatMap((size) => Array.from({ length: 4 }, () => read(size))));
      }
    }
    // The driver sends at most 100 statements ahead on each of the 4 connections.
    for (let many = 395; many < 406; many++)
      await beginsBehind(...Array.from({ length: many }, () => read(1)));
    await lossy.sql`insert into line values ('alone')`;
    expect(await lines()).toEqual(['alone']);
  },
);

describe('TLS', () => {
  test('an encrypted connection that is lost is opened again', async () => {
    const opened = await startDatabaseProxy(direct.current.url, certificate());
    await openThrough(opened, `${opened.url}?sslmode=require`);
    for (const how of ['end', 'reset'] as const) {
      await recovered();
      proxy.cut(how);
      await expect(lossy.sql`select 1`).rejects.toSatisfy(isDatabaseUnavailable);
    }
    await recovered();
  });

  test('a certificate that is not trusted is refused with sslmode=verify-full', async () => {
    const opened = await startDatabaseProxy(direct.current.url, certificate());
    await openThrough(opened, `${opened.url}?sslmode=verify-full`);
    await expect(lossy.sql`select 1`).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
  });

  /** A CA in a file, and a server's certificate of it for the names. */
  function authority(names: string) {
    const folder = mkdtempSync(join(tmpdir(), 'demarc-ca-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = (name: string) => join(folder, name);
    const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=a test'];
    openssl('req', '-x509', ...key, '-keyout', file('ca.key'), '-out', file('ca.pem'), '-days', '1');
    openssl('req', '-new', ...key, '-keyout', file('key'), '-out', file('request'));
    writeFileSync(file('names'), `subjectAltName = ${names}\n`);
    const signed = [
      '-CA',
      file('ca.pem'),
      '-CAkey',
      file('ca.key'),
      '-CAcreateserial',
      '-extfile',
      file('names'),
    ];
    openssl('x509', '-req', '-in', file('request'), ...signed, '-days', '1', '-out', file('certificate'));
    return {
      ca: file('ca.pem'),
      server: { key: readFileSync(file('key'), 'utf8'), cert: readFileSync(file('certificate'), 'utf8') },
    };
  }

  test('verify-full takes the certificate of the CA for the name of the host alone, in every kind of connection', async () => {
    await openThrough(await startDatabaseProxy(direct.current.url));
    const [byName, byIp, other] = [
      authority('DNS:localhost'),
      authority('IP:127.0.0.1'),
      authority('DNS:localhost'),
    ];
    const outcomes = async (served: ReturnType<typeof authority>, host: string, query: string) => {
      const opened = await startDatabaseProxy(direct.current.url, served.server);
      const url = `${opened.url.replace(/localhost|127\.0\.0\.1/, host)}?${query}`;
      const own = openDatabase(url, 1);
      const refusal = (error: unknown) => {
        const { code, cause } = error as { code?: string; cause?: { code?: string } };
        return cause?.code ?? code;
      };
      const all = [
        await own.sql`select 1`.then(() => 'ok', refusal),
        await checkPooler(url).then(() => 'ok', refusal),
        await requireMigrated(url).then(() => 'ok', refusal),
      ];
      await own.close();
      await opened.close();
      expect(new Set(all).size, JSON.stringify(all)).toBe(1);
      return all[0];
    };
    const full = (ca: string) => `sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`;
    expect(await outcomes(byName, 'localhost', full(byName.ca))).toBe('ok');
    expect(await outcomes(byIp, '127.0.0.1', full(byIp.ca))).toBe('ok');
    // An IP address is not checked as if it were `localhost`.
    expect(await outcomes(byName, '127.0.0.1', full(byName.ca))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await outcomes(byIp, 'localhost', full(byIp.ca))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await outcomes(byName, 'localhost', full(other.ca))).toMatch(/SIGNATURE|SELF_SIGNED|UNABLE_TO/);
    expect(await outcomes(byName, 'localhost', 'sslmode=verify-full')).toMatch(/SELF_SIGNED|UNABLE_TO/);
    for (const mode of ['verify-ca', 'require']) {
      const chain = (ca: string) => `sslmode=${mode}&sslrootcert=${encodeURIComponent(ca)}`;
      expect(await outcomes(byName, '127.0.0.1', chain(byName.ca))).toBe('ok');
      expect(await outcomes(byName, '127.0.0.1', chain(other.ca))).toMatch(/SIGNATURE|SELF_SIGNED|UNABLE_TO/);
    }
  });

  test('sslrootcert with a mode that checks nothing, and a file that is not there, are refused', async () => {
    await openThrough(await startDatabaseProxy(direct.current.url));
    const { url } = direct.current;
    for (const mode of ['sslmode=prefer&', 'sslmode=disable&', '']) {
      expect(() => openDatabase(`${url}?${mode}sslrootcert=/etc/hostname`, 1)).toThrow('sslmode=verify-full');
    }
    expect(() => openDatabase(`${url}?sslmode=verify-full&sslrootcert=/nowhere`, 1)).toThrow('ENOENT');
  });

  test('a server without TLS is used with sslmode=prefer and refused with sslmode=require', async () => {
    await openThrough(await startDatabaseProxy(direct.current.url));
    for (const [mode, isUsed] of [
      ['prefer', true],
      ['require', false],
    ] as const) {
      const own = openDatabase(`${direct.current.url}?sslmode=${mode}`, 1);
      expect(
        await own.sql`select 1`.then(
          () => true,
          () => false,
        ),
      ).toBe(isUsed);
      await own.close();
    }
  });
});

test('of several hosts the first that accepts a connection is used', async () => {
  const opened = await startDatabaseProxy(direct.current.url);
  const { host } = new URL(opened.url);
  await openThrough(opened, opened.url.replace(host, `127.0.0.1:1,${host}`));
  expect(await lossy.sql`select 1 as n`).toEqual([{ n: 1 }]);
  proxy.cut();
  await recovered();
});
