import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { arch, cpus, freemem, loadavg, platform, release, totalmem, uptime } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Sql } from '../db/driver/session.ts';
import type { Env } from '../env.ts';
import { type Variable, variables } from '../env-variables.ts';
import type { Context, Result } from './check.ts';

/**
 * Writes what support needs to an archive: the results, the settings, the machine, and sizes and settings of the database. No
 * credential and no row of a partner is in it. Contract: Operator.
 * @param file must not exist
 * @throws what the file system refuses
 */
export async function writeBundle(
  file: string,
  { env, sql, now }: Context,
  results: readonly Result[],
): Promise<void> {
  const contents: Record<string, unknown> = {
    'results.json': { at: now().toISOString(), results },
    'settings.json': settingsOf(env),
    'machine.json': machine(),
    ...(sql instanceof Error ? {} : await databaseOf(sql)),
  };
  const archive = pack();
  for (const [name, content] of Object.entries(contents)) {
    archive.entry({ name, mode: 0o600 }, `${JSON.stringify(content, null, 2)}\n`);
  }
  archive.finalize();
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(archive, createGzip(), output);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true });
    throw error;
  }
}

/** The settings by name; of a credential only whether it is set. */
function settingsOf(env: Env): Record<string, unknown> {
  const names = Object.entries<Variable>(variables);
  return Object.fromEntries(
    names.map(([name, { isCredential }]) => {
      const value = env[name as keyof Env];
      return [name, isCredential ? (value === undefined ? 'unset' : 'set') : (value ?? 'unset')];
    }),
  );
}

function machine(): object {
  return {
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memory: { totalMiB: Math.round(totalmem() / 2 ** 20), freeMiB: Math.round(freemem() / 2 ** 20) },
    load: loadavg(),
    uptimeSeconds: Math.round(uptime()),
  };
}

/** Settings that may have an address with a password, or a command with one. */
const WITHOUT = 'conninfo|passfile|command|passphrase|_file$';

async function databaseOf(sql: Sql): Promise<Record<string, unknown>> {
  const [settings, tables, migrations, activity] = await Promise.all([
    sql`
      select name, setting, unit, source from pg_settings
      where source not in ('default', 'override', 'client', 'session') and name !~ ${WITHOUT} order by name`,
    sql`
      select n.nspname || '.' || c.relname as name, c.reltuples::bigint::text as rows,
        pg_total_relation_size(c.oid)::text as bytes, s.n_dead_tup::text as dead, s.last_autovacuum as "lastAutovacuum"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
      where n.nspname in ('public', 'radius') and c.relkind = 'r' order by pg_total_relation_size(c.oid) desc`,
    sql`select to_timestamp(created_at / 1000.0) as at, hash from drizzle.__drizzle_migrations order by created_at`,
    sql`
      select application_name as program, state, wait_event_type as waits, count(*)::int as n,
        max(extract(epoch from now() - xact_start))::int as "longestSeconds"
      from pg_stat_activity where backend_type = 'client backend' group by 1, 2, 3 order by n desc`,
  ]);
  return { 'database.json': { settings, tables, migrations, activity } };
}
