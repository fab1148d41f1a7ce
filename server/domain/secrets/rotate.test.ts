import { readdirSync } from 'node:fs';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { sealedColumns } from './rotate.ts';

const folder = new URL('../../../drizzle/schema/', import.meta.url);

test('each column with sealed texts is rotated', async () => {
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(/* @vite-ignore */ new URL(file, folder).pathname)),
  );
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
  const sealed = tables.flatMap((table) =>
    getTableConfig(table as PgTable)
      .columns.filter(({ name }) => name.startsWith('sealed_'))
      .map(({ name }) => `${getTableName(table as PgTable)}.${name}`),
  );
  const rotated = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  // Columns of texts that are sealed at times.
  expect(rotated.filter((name) => !sealed.includes(name))).toEqual(['mail.facts', 'idempotency_key.body']);
  expect(sealed.filter((name) => !rotated.includes(name))).toEqual([]);
});
