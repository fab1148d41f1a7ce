import postgres from 'postgres';
import { scramVerifier } from './scram.ts';

/** The role that the application connects as. */
export const APPLICATION_ROLE = 'demarc_app';

/**
 * Creates the application role of the embedded database, which is no superuser. It owns the database and may create roles,
 * for FreeRADIUS. It is safe to run at every start.
 * @param adminUrl the database, as its superuser
 */
export async function ensureApplicationRole(adminUrl: string, password: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connection: { TimeZone: 'UTC' } });
  const database = new URL(adminUrl).pathname.slice(1);
  try {
    await sql.begin(async (tx) => {
      const [known] = await tx`select from pg_roles where rolname = ${APPLICATION_ROLE}`;
      if (!known) await tx.unsafe(`create role ${APPLICATION_ROLE}`);
      await tx.unsafe(
        `alter role ${APPLICATION_ROLE} login createrole password '${scramVerifier(password)}'`,
      );
      await tx.unsafe(`alter database ${database} owner to ${APPLICATION_ROLE}`);
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
