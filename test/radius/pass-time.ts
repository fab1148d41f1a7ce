import type { Sql } from 'postgres';

/** Tables of the domain that hold real times of accounting. */
const TABLES = String.raw`^public\.(network_.*|.*accounting.*)$`;

/**
 * Lets real time pass in which Demarc ran: shifts the stored times of accounting into the past. No packet arrives meanwhile, so the
 * rows of FreeRADIUS stay as they are.
 * Jobs leave marks of their last runs, which are set as if they had run each minute.
 */
export async function pass(sql: Sql, minutes: number): Promise<void> {
  const by = `${minutes} minutes`;
  const columns = await sql<{ name: string; assignments: string }[]>`
    select format('%I.%I', table_schema, table_name) as name,
      string_agg(case
        when table_name = 'network_listening' and column_name <> 'since' then format('%I = now()', column_name)
        when table_name = 'network_listening' then 'since = since - interval ''1 day'''
        else format('%1$I = %1$I - %2$L::interval', column_name, ${by}::text)
      end, ', ') as assignments
    from information_schema.columns join information_schema.tables using (table_catalog, table_schema, table_name)
    where table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and table_schema || '.' || table_name ~ ${TABLES}
    group by 1`;
  await sql.begin(async (tx) => {
    for (const { name, assignments } of columns) await tx.unsafe(`update ${name} set ${assignments}`);
    await tx`update subscription set network_changed_at = network_changed_at - ${by}::interval`;
  });
}
