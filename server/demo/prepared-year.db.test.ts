import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { checkInvariants } from '../../test/invariants/check-invariants.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { unsealHeaders } from '../domain/model/webhook/resource.ts';
import { loadDefaultScheduleD } from '../domain/schedule-d/load.ts';
import { unseal } from '../sealed.ts';
import { firstStart } from './first-start.ts';
import { type PreparedYear, readYear } from './prepared-year.ts';
import { recordYear, writeYear } from './record-year.ts';
import { webhookHeaders } from './systems.ts';
import { movedInTime } from './year-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'demarc-year-'));
const choice = { log: { info: () => {} }, publicUrl: 'http://demarc.example:3000', enabled: true };
const MOVED_MS = -(37 * 3_600_000 + 123);

let recorded: PreparedYear;
let database: Database;
let cutOff: unknown;
let left: number;
/** The real time before and after the start that loaded the year. */
let loading: [from: number, to: number];

beforeAll(async () => {
  const source = openDatabase(await freshDatabase());
  await loadDefaultScheduleD();
  recorded = await recordYear();
  await source.close();
  writeYear(join(folder, 'year.gz'), aged(recorded));
  const year = readYear(join(folder, 'year.gz'));

  const admin = new URL(inject('adminUrl'));
  admin.pathname = new URL(await freshDatabase()).pathname;
  database = openDatabase(admin.href);
  await loadDefaultScheduleD();
  const onProgress = (steps: number) => {
    if (steps > 0) throw new Error('failed after the year');
  };
  cutOff = await firstStart({ ...choice, year, onProgress }).catch((reason: unknown) => reason);
  left = await figure('select count(*) from subscriber');
  const from = Date.now();
  await firstStart({ ...choice, year });
  loading = [from, Date.now()];
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** The year as it would be if it had been recorded some time before. */
function aged({ now, providerId, appointments, tables, ...year }: PreparedYear): PreparedYear {
  const moved = (text: string) => movedInTime(text, MOVED_MS);
  return {
    ...{ ...year, now: moved(now), providerId: moved(providerId) },
    appointments: JSON.parse(moved(JSON.stringify(appointments))),
    tables: tables.map((table) => ({ ...table, rows: moved(table.rows) })),
  };
}

async function figure(query: string): Promise<number> {
  const [row] = await database.sql.unsafe(query);
  return Number(row ? Object.values(row)[0] : Number.NaN);
}

test('a first start that fails behind the year leaves none of it', () => {
  expect(String(cutOff)).toBe('Error: failed after the year');
  expect(left).toBe(0);
});

test('a loaded year has the rows of the recorded one, and what the start adds', async () => {
  expect(recorded.tables.map(({ name }) => name)).toContain('service_period');
  for (const { name, rows } of recorded.tables) {
    const n = JSON.parse(rows).length;
    // The network and the systems add events, totals, sessions and more.
    expect(await figure(`select count(*) from ${name}`), name).toBeGreaterThanOrEqual(n);
  }
  for (const name of [
    'subscriber',
    'subscription',
    'billing_cycle',
    'invoice',
    'payment',
    'charge',
    'radius.radcheck',
  ]) {
    const { rows } = recorded.tables.find((table) => table.name === name) as { rows: string };
    expect(await figure(`select count(*) from ${name}`), name).toBe(JSON.parse(rows).length);
  }
  expect(await figure('select count(*) from network_session')).toBeGreaterThan(0);
  expect(await figure('select count(*) from staff_member')).toBe(6);
});

test('a loaded year keeps all invariants', async () => {
  expect(await checkInvariants(database.db)).toEqual([]);
});

test('a loaded year ends now, and nothing of it has the ids of the recorded one', async () => {
  expect(await figure('select count(*) from event where occurred_at > now()')).toBe(0);
  expect(await figure(`select count(*) from event where occurred_at < now() - interval '366 days'`)).toBe(0);
  expect(
    await figure(`select count(*) from event where occurred_at > now() - interval '1 day'`),
  ).toBeGreaterThan(20);
  const missed = `select count(*) from billing_cycle where status = 'ACTIVE' and expires_at <= now() - interval '5 minutes'`;
  expect(await figure(missed)).toBe(0);
  expect(await figure(`select count(*) from provider`)).toBe(1);
  const others = recorded.tables.map(
    ({ name }) => `select count(*) as n from ${name} t where to_json(t)::text like any (array[
      '%${recorded.providerId}%', '%${movedInTime(recorded.providerId, MOVED_MS)}%'])`,
  );
  expect(await figure(`select sum(n) from (${others.join(' union all ')}) found`)).toBe(0);
  const misfits = `select count(*) from event e where e.body::json->>'id' is distinct from e.id`;
  expect(await figure(misfits)).toBe(0);
});

test('a loaded year is moved to the instant of the start', async () => {
  const { rows } = recorded.tables.find(({ name }) => name === 'subscriber') as { rows: string };
  const created = JSON.parse(rows).map((row: { created_at: string }) => Date.parse(row.created_at));
  const first = await figure('select extract(epoch from min(created_at)) * 1000 from subscriber');
  const end = Date.parse(recorded.now) + first - Math.min(...created);
  expect(end).toBeGreaterThanOrEqual(loading[0]);
  expect(end).toBeLessThanOrEqual(loading[1]);
});

test('invoice numbers go on behind those of a loaded year, and so do sequences', async () => {
  expect(await figure('select last_invoice_number - (select count(*) from invoice) from provider')).toBe(0);
  const next = `select nextval(pg_get_serial_sequence('radius.radreply', 'id')) - max(id) from radius.radreply`;
  expect(await figure(next)).toBe(1);
});

test('appointments of a loaded year are at full working hours, and no visit ended after its report', async () => {
  const odd = `select count(*) from installation where scheduled_at is not null and (
    extract(hour from scheduled_at) not between 5 and 14 or date_trunc('hour', scheduled_at) <> scheduled_at)`;
  expect(await figure(odd)).toBe(0);
  expect(await figure('select count(*) from installation where scheduled_at > now()')).toBeGreaterThan(0);
  expect(await figure('select count(*) from installation where installed_at > updated_at')).toBe(0);
});

test('a recorded year has no secrets, and a loaded one has its own', async () => {
  const rowsOf = (name: string) =>
    JSON.parse((recorded.tables.find((table) => table.name === name) as { rows: string }).rows);
  const users = rowsOf('radius.radcheck').filter(
    (row: { attribute: string }) => row.attribute === 'Cleartext-Password',
  );
  expect(new Set(users.map(({ value }: { value: string }) => value))).toEqual(new Set(['']));
  for (const { sealed_secret, sealed_headers } of rowsOf('webhook'))
    expect(sealed_secret + sealed_headers).toBe('');

  const passwords = await database.sql<{ value: string }[]>`
    select value from radius.radcheck where attribute = 'Cleartext-Password'`;
  expect(new Set(passwords.map(({ value }) => value)).size).toBe(users.length);
  for (const { value } of passwords) expect(value).toHaveLength(16);
  const webhooks = await database.sql<{ id: string; secret: string; headers: string; last4: string }[]>`
    select id, sealed_secret as secret, sealed_headers as headers, secret_last4 as last4 from webhook`;
  expect(webhooks).toHaveLength(2);
  for (const { id, secret, headers, last4 } of webhooks) {
    expect(unseal(secret, id)).toMatch(/^whsec_.{43}$/);
    expect(unseal(secret, id).slice(-4)).toBe(last4);
    expect(unsealHeaders({ id, sealedHeaders: headers })).toEqual(webhookHeaders);
  }
});
