import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { prepareRadiusRole } from '../../server/radius/database-role.ts';
import { freshDatabase } from '../fresh-database.ts';
import { type FreeRadius, startFreeRadius } from './freeradius.ts';

/** A FreeRADIUS on a database of its own, signed in by a role that can do what the product's own role can. */
export async function networkOf(): Promise<{
  url: string;
  sql: postgres.Sql;
  radius: FreeRadius;
  end: () => Promise<void>;
}> {
  const url = await freshDatabase();
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  const login = `radius_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await prepareRadiusRole(sql, password, login);
  const { hostname, port, pathname } = new URL(url);
  const radius = await startFreeRadius({ host: hostname, port, name: pathname.slice(1), login, password });
  return {
    url,
    sql,
    radius,
    async end() {
      await radius.stop();
      await sql.end();
    },
  };
}
