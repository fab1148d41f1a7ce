import { readdirSync } from 'node:fs';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { personalData } from './personal-data.ts';

const folder = new URL('../../../drizzle/schema/', import.meta.url);

test('each table is listed, so that neither the export nor the erasure of a person can forget it', async () => {
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(/* @vite-ignore */ new URL(file, folder).pathname)),
  );
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
  expect(tables.length).toBeGreaterThan(60);
  expect(tables.map((table) => getTableName(table as PgTable)).sort()).toEqual(
    Object.keys(personalData).sort(),
  );
});
