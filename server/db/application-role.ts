import postgres from 'postgres';
import { scramVerifier } from './scram.ts';

/** The role that the application connects as. */
export const APPLICATION_ROLE = 'demarc_app';

/** A role that an earlier version made as superuser, and that the application manages. Contract: RADIUS. */
const MANAGED_ROLE = 'demarc_radius';

/**
 * What the superuser owns in this database beside the system and its extensions, as statements that hand it over.
 * Sequences of columns and row types follow their tables.
 */
const OWNED = `
  with superuser as (select oid from pg_roles where rolname = current_user),
  schemas as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  members as (select classid, objid from pg_depend where deptype = 'e')
  select format('alter schema %I owner to ${APPLICATION_ROLE}', nspname) as statement
  from pg_namespace where oid in (select oid from schemas) and nspowner in (select oid from superuser)
  union all
  select format('alter table %s owner to ${APPLICATION_ROLE}', oid::regclass)
  from pg_class c where relnamespace in (select oid from schemas) and relowner in (select oid from superuser)
    and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and not exists (select from members where classid = 'pg_class'::regclass and objid = c.oid)
    and not (relkind = 'S' and exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')))
  union all
  select format('alter routine %s owner to ${APPLICATION_ROLE}', oid::regprocedure)
  from pg_proc p where pronamespace in (select oid from schemas) and proowner in (select oid from superuser)
    and not exists (select from members where classid = 'pg_proc'::regclass and objid = p.oid)
  union all
  select format('alter type %s owner to ${APPLICATION_ROLE}', oid::regtype)
  from pg_type t where typnamespace in (select oid from schemas) and typowner in (select oid from superuser)
    and (typtype in ('d', 'e', 'r') or exists (select from pg_class where oid = t.typrelid and relkind = 'c'))
    and not exists (select from members where classid = 'pg_type'::regclass and objid = t.oid)`;

/**
 * Gives the embedded database an application role that is no superuser: it owns the database with all in it and may
 * make roles, for FreeRADIUS. A data folder of an earlier version, where the superuser owns everything, is handed over.
 * Safe to run at every start.
 * @param adminUrl the database for its superuser
 */
export async function ensureApplicationRole(adminUrl: string, password: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connection: { TimeZone: 'UTC' } });
  const database = new URL(adminUrl).pathname.slice(1);
  try {
    await sql.begin(async (tx) => {
      const run = (statement: string) => tx.unsafe(statement);
      const roles = await tx<{ name: string }[]>`
        select rolname as name from pg_roles where rolname in (${APPLICATION_ROLE}, ${MANAGED_ROLE})`;
      const isThere = (name: string) => roles.some((role) => role.name === name);
      if (!isThere(APPLICATION_ROLE)) await run(`create role ${APPLICATION_ROLE}`);
      await run(`alter role ${APPLICATION_ROLE} login createrole password '${scramVerifier(password)}'`);
      if (isThere(MANAGED_ROLE)) {
        await run(`grant ${MANAGED_ROLE} to ${APPLICATION_ROLE} with admin true, inherit false, set false`);
      }
      await run(`alter database ${database} owner to ${APPLICATION_ROLE}`);
      for (const { statement } of await tx.unsafe<{ statement: string }[]>(OWNED)) await run(statement);
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
