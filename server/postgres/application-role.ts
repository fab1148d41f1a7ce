import { withSessions } from '../db/driver/session.ts';
import { scramVerifier } from './scram.ts';

/** The role that the application connects as. */
export const APPLICATION_ROLE = 'demarc_app';

/**
 * Creates the application role of the embedded database, which is no superuser. It owns the database and may create roles,
 * for FreeRADIUS. It is safe to run at every start.
 * @param adminUrl the database, as its superuser
 */
export async function ensureApplicationRole(adminUrl: string, password: string): Promise<void> {
  const database = new URL(adminUrl).pathname.slice(1);
  await withSessions(adminUrl, {}, (sql) =>
    sql.begin(async (tx) => {
      const [known] = await tx`select from pg_roles where rolname = ${APPLICATION_ROLE}`;
      if (!known) await tx.unsafe(`create role ${APPLICATION_ROLE}`);
      await tx.unsafe(
        `alter role ${APPLICATION_ROLE} login createrole password '${scramVerifier(password)}'`,
      );
      await tx.unsafe(`alter database ${database} owner to ${APPLICATION_ROLE}`);
    }),
  );
}
