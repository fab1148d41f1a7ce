import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { insertRow } from '../../../test/fixtures/filled-account.ts';
import { freshDatabase } from '../../../test/fixtures/fresh-database.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { openDatabase } from '../../db/client.ts';
import { freePort } from '../../postgres/embedded-postmaster.ts';
import type { OpenCell } from './cells.ts';
import { readMap, writeMap } from './map.ts';

const HAPROXY = '/usr/sbin/haproxy';
const folder = mkdtempSync(join(tmpdir(), 'demarc-map-'));
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase();

let one: OpenCell;
let two: OpenCell;

/** An account with one of each name by which a request finds it; all end in the same text. */
async function account(
  { database }: OpenCell,
  end: string,
  move: object | null,
  status = 'ACTIVE',
): Promise<void> {
  const { sql } = database;
  const { providerId } = await newProvider(database);
  const own = { provider_id: providerId };
  await sql.begin(async (tx) => {
    const row = (table: string, given: object) =>
      insertRow({ sql: tx } as never, table, { ...own, ...given });
    await row('access_credential', { id: `acc_${end}`, access_id: `ak_${end}` });
    await row('integration', { id: `int_${end}`, adapter: 'splynx', signing: 'none', status: 'ACTIVE' });
    await row('gateway_account', { id: `gwa_${end}`, gateway: 'paystack', token: `gateway-${end}` });
    await row('message_account', {
      id: `msa_${end}`,
      gateway: 'twilio',
      channel: 'SMS',
      token: `sms-${end}`,
    });
    await tx`insert into staff_user (id, name, email) values (${end}, 'Ada', ${`${end}@isp.example`})`;
    await tx`
      insert into staff_session (id, token, user_id, expires_at, active_provider_id)
      values (${end}, ${`session ${end}`}, ${end}, now(), ${providerId})`;
  });
  // Links, without the payments and the subscriber that they are for.
  const links = postgres(asAdmin(sql), { max: 1, connection: { session_replication_role: 'replica' } });
  const link = (table: string, given: object) =>
    insertRow({ sql: links } as never, table, { ...own, ...given });
  await link('checkout', { payment_id: `pay_${end}`, token: `checkout-${end}` });
  await link('prompt', {
    payment_id: `pay_${end}`,
    account_id: `gwa_${end}`,
    status: 'OVER',
    token: `prompt-${end}`,
  });
  await link('customer_page', {
    subscriber_id: `sub_${end}`,
    token_hash: hashOf(`page-${end}`).toLowerCase(),
  });
  await links.end();
  await sql`
    update provider set status = ${status}, move = ${move && JSON.stringify(move)}::text::jsonb where id = ${providerId}`;
}

/** The database of a connection, as a superuser. */
function asAdmin(sql: OpenCell['database']['sql']): string {
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${sql.options.database}`;
  return url.href;
}

const keysOf = (end: string) => [`ak_${end}`, `int_${end}`, `gateway-${end}`, `sms-${end}`].map(hashOf);
const linksOf = (end: string) =>
  [`checkout-${end}`, `prompt-${end}`, `page-${end}`, `session ${end}`].map(hashOf);

beforeAll(async () => {
  one = { name: 'one', database: openDatabase(await freshDatabase(), 2) };
  two = { name: 'two', database: openDatabase(await freshDatabase(), 2) };
  await account(one, 'stays', null);
  await account(one, 'moved', { to: 'two', isDone: true, status: 'ACTIVE' }, 'MOVED');
  await account(two, 'moved', { from: 'one' });
  await account(two, 'copy', { copyOf: 'one' }, 'MOVED');
});
afterAll(async () => {
  for (const { database } of [one, two]) await database.close();
  rmSync(folder, { recursive: true });
});

test('a cell has the keys of the accounts that run in it, as hashes, and the links and sessions of those that came', async () => {
  const [here, there] = await readMap([one, two]);
  expect(here?.keys.sort()).toEqual(keysOf('stays').sort());
  expect(there?.keys.sort()).toEqual([...keysOf('moved'), ...linksOf('moved')].sort());
});

test.skipIf(!existsSync(HAPROXY))(
  'HAProxy finds the cell of an account by the file of deploy/cells, and loads a new map',
  async () => {
    const port = await freePort(0);
    const [map, socket] = [join(folder, 'cells.map'), join(folder, 'cells.sock')];
    const text = readFileSync(new URL('../../../deploy/cells/haproxy.cfg', import.meta.url), 'utf8')
      .replace(/bind 10\.0\.0\.10:443.*/, `bind 127.0.0.1:${port}`)
      .replace('/run/haproxy/cells.sock', socket)
      .replaceAll('/etc/haproxy/', `${folder}/`)
      // Each backend answers with its name.
      .replace(
        /^backend (\w+)\n(?: {2}.*\n)+/gm,
        'backend $1\n  http-request return status 200 content-type text/plain string "$1"\n',
      );
    writeFileSync(join(folder, 'haproxy.cfg'), text);
    writeFileSync(map, '');
    writeFileSync(join(folder, 'hosts.map'), 'one.example one\ntwo.example two\n');
    const child = spawn(HAPROXY, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
    const cellOf = (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers }).then((answer) => answer.text());
    try {
      await expect.poll(() => cellOf('/').catch(() => null)).toBe('one');
      // Before the map is loaded the host name decides.
      expect(await cellOf('/v1/plans', { 'x-access-id': 'ak_moved' })).toBe('one');
      await writeMap([one, two], { cells: [], router: { map, socket } });
      const found = [
        await cellOf('/v1/plans', { 'x-access-id': 'ak_moved' }),
        await cellOf('/v1/plans', { 'x-access-id': 'ak_stays' }),
        await cellOf('/v1/integrations/int_moved/webhooks'),
        await cellOf('/v1/integrations/int_moved/webhooks', { 'x-access-id': 'ak_stays' }),
        await cellOf('/hooks/splynx/int_moved'),
        await cellOf('/hooks/stripe/gateway-moved'),
        await cellOf('/hooks/paystack/gateway-moved'),
        await cellOf('/hooks/paystack/gateway-stays'),
        await cellOf('/hooks/pay/prompt-moved'),
        await cellOf('/hooks/sms/sms-moved'),
        await cellOf('/pay/checkout-moved'),
        await cellOf('/c/page-moved'),
        await cellOf('/c/page-moved/invoices'),
        await cellOf('/subscribers', { cookie: '__Host-demarc.session_token=session moved.c2ln' }),
        await cellOf('/sign-in'),
      ];
      const ofPaths = ['two', 'two', 'one', 'two', 'two', 'two', 'two', 'two'];
      expect(found).toEqual(['two', 'one', 'two', 'two', 'two', ...ofPaths, 'two', 'one']);
      for (const inside of ['/metrics', '/metrics?x', '/api/inngest', '/api/inngest/x'])
        expect([inside, (await fetch(`http://127.0.0.1:${port}${inside}`)).status]).toEqual([inside, 404]);
    } finally {
      child.kill('SIGKILL');
    }
  },
);
