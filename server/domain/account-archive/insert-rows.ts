import type { Client } from '../../db/driver/drizzle.ts';
import { type AccountTable, columnsOfDatabase } from './tables.ts';

/**
 * Inserts rows of a table, each a line of JSON. A row of a company or a person that exists stays.
 * @param given the SQL for columns whose values are not those of the lines; `r` is the row of a line
 * @param which the condition of the rows that are inserted
 */
export async function insertArchivedRows(
  client: Client,
  { name, columns, key, isShared }: Pick<AccountTable, 'name' | 'columns' | 'key' | 'isShared'>,
  lines: readonly string[],
  given: Record<string, string> = columnsOfDatabase(name),
  which = 'true',
): Promise<void> {
  const names = [...columns, ...Object.keys(given)].join(', ');
  const values = [...columns.map((column) => `r.${column}`), ...Object.values(given)].join(', ');
  await client.unsafe(
    `insert into ${name} (${names}) overriding system value
     select ${values} from json_populate_recordset(null::${name}, $1::text::json) r where ${which}
     ${isShared ? `on conflict (${key.join(', ')}) do nothing` : ''}`,
    [`[${lines.join(',')}]`],
  );
}
