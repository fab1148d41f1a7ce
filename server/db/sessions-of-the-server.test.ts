import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Queries that are about the whole server, or about sessions that they name by pid or role. */
const ofTheServer = /pg_blocking_pids|where pid = |backend_type = 'client backend'|usename = 'demarc_radius'/;

/** The views list the sessions and locks of all databases, and copies of a template have equal oids. */
test('queries of sessions and locks are limited to their own database', () => {
  const files = ['server', 'test', 'e2e'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|tsx)$/.test(path))
      .map((path) => join(top, path)),
  );
  const queries = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/`[^`]*\bfrom pg_(?:locks|stat_activity)\b[^`]*`?/g),
    ].map(([query]) => `${file}: ${query}`),
  );
  expect(queries.length).toBeGreaterThan(15);
  expect(
    queries.filter((query) => !query.includes('current_database()') && !ofTheServer.test(query)),
  ).toEqual([]);
});
