import { readdirSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

const folder = new URL('../../drizzle/schema/', import.meta.url);
const modules = await Promise.all(
  readdirSync(folder).map((file) => import(/* @vite-ignore */ new URL(file, folder).href)),
);
const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
const dialect = new PgDialect();

test('the check of a column with known values has each of them', () => {
  const checked = tables.flatMap((table) => {
    const { name, columns, checks } = getTableConfig(table);
    return checks
      .filter((check) => check.name.endsWith('_known'))
      .map((check) => {
        const text = dialect.sqlToQuery(check.value).sql;
        const column = columns.find((each) => text.startsWith(`"${name}"."${each.name}"`));
        return { check: check.name, text, values: column?.enumValues ?? [] };
      });
  });
  expect(checked.length).toBeGreaterThan(15);
  const missing = checked.flatMap(({ check, text, values }) =>
    values.filter((value) => !text.includes(`'${value}'`)).map((value) => `${check}: ${value}`),
  );
  expect(missing).toEqual([]);
});
