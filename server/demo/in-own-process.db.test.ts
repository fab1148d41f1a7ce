import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundled } from '../../test/fixtures/bundled.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { loadDefaultScheduleD } from '../domain/schedule-d/load.ts';
import { beginDemoProcess } from './in-own-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'demarc-demo-process-'));
let databaseUrl: string;
let database: Database;

beforeAll(async () => {
  databaseUrl = await freshDatabase();
  database = openDatabase(databaseUrl, 2);
  await loadDefaultScheduleD();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

async function rowsOf(table: string): Promise<number> {
  const [row] = await database.sql.unsafe<[{ n: string }]>(`select count(*) as n from ${table}`);
  return Number(row?.n);
}

test('a process that is ended while it creates the demo leaves no history, and the next one creates it', async () => {
  const program = await bundled(new URL('../cli/demo-create.ts', import.meta.url));
  const order = { databaseUrl, adminUrl: databaseUrl, dataDir, publicUrl: 'http://demarc.example:3000' };
  const cutOff = beginDemoProcess(program);
  const failure = expect(cutOff.create(order)).rejects.toThrow(
    'The process that creates the demo partner ended with SIGTERM',
  );
  await eventually(async () => expect(await rowsOf('provider')).toBe(1));
  cutOff.end();
  await failure;
  expect(await rowsOf('subscriber')).toBe(0);

  const result = await beginDemoProcess(program).create(order);
  expect(result).toMatchObject({ isNew: true, credentials: { ownerEmail: 'owner@demo-isp.example' } });
  expect(await rowsOf('provider')).toBe(1);
  expect(await rowsOf('subscriber')).toBe(137);
});
