import { sql } from 'drizzle-orm';
import type { WriteScope } from '../work/scope.ts';

/** Removes the RADIUS rows of all users of the account, so that FreeRADIUS refuses them. Contract: RADIUS. */
export async function removeUsersOfAccount(scope: WriteScope): Promise<void> {
  for (const table of ['radcheck', 'radreply', 'radusergroup']) {
    await scope.db.execute(sql`
      delete from ${sql.identifier('radius')}.${sql.identifier(table)} where username in (
        select radius_username from subscription
        where provider_id = ${scope.providerId} and radius_username is not null)`);
  }
}
