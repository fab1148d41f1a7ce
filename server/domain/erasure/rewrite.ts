import { type SQL, sql } from 'drizzle-orm';
import { mapInTurns } from '../../work/map-in-turns.ts';
import type { Scope } from '../../work/scope.ts';

/** A text column, and the rows in it. */
export type TextColumn = {
  table: string;
  /** The column that identifies a row within its provider. */
  key: string;
  column: string;
  /** Whether the column is `jsonb`. */
  isJson?: true;
  /** Selects rows of the provider. */
  where: SQL;
};

/**
 * Changes the texts of a column, in one statement. Other requests have a turn between two texts.
 * @param edit returns the same text for a row that stays as it is
 */
export async function rewrite(
  { db, providerId }: Scope,
  { table, key, column, isJson, where }: TextColumn,
  edit: (text: string, key: string) => string | null,
): Promise<void> {
  const [t, k, c] = [sql.identifier(table), sql.identifier(key), sql.identifier(column)];
  const rows = await db.execute<{ key: string; text: string }>(sql`
    select ${k} as key, ${c}::text as text from ${t} t where provider_id = ${providerId} and ${c} is not null and ${where}`);
  const edited = (
    await mapInTurns(rows, ({ key: id, text }) => ({ id, text, after: edit(text, id) }))
  ).filter(({ text, after }) => after !== text);
  if (edited.length === 0) return;
  await db.execute(sql`
    update ${t} t set ${c} = v.text::${sql.raw(isJson ? 'jsonb' : 'text')}
    from unnest(${sql.param(edited.map(({ id }) => id))}::text[], ${sql.param(edited.map(({ after }) => after))}::text[])
      v (key, text)
    where t.provider_id = ${providerId} and t.${k} = v.key`);
}
