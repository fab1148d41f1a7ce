import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { unseal } from '../../sealed.ts';
import { sealedColumns } from './rotate.ts';

/** Whether the keys of this process open the secrets of a database; null when it has none. One secret is tried. */
export async function opensSecretsOf(on: Pick<Db, 'execute'>): Promise<boolean | null> {
  for (const { table, key, column, field, sealedFor = (_: string, id: string) => id } of sealedColumns) {
    const value: SQL = field
      ? sql`${sql.identifier(column)} ->> ${field}::text`
      : sql`${sql.identifier(column)}`;
    const rows = await on.execute<{ provider_id: string; key: string; text: string }>(sql`
      select provider_id, ${sql.identifier(key)} as key, ${value} as text from ${sql.identifier(table)}
      where ${value} like 'bound:%' limit 1`);
    const [row] = [...rows];
    if (!row) continue;
    try {
      unseal(row.text, sealedFor(row.provider_id, row.key));
      return true;
    } catch {
      return false;
    }
  }
  return null;
}
