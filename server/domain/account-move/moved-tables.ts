import type { Client } from '../../db/driver/drizzle.ts';
import { ofAccount } from '../account-archive/read-rows.ts';
import { type AccountTable, accountTables, columnsOfDatabase } from '../account-archive/tables.ts';

/** A table of a move. `rows` names the account by its id instead of `$account`. */
export type MovedTable = AccountTable & {
  /** SQL for the 64-bit hash of a row: equal where the copied columns are equal. */
  hash: string;
  /** SQL for the values of the columns that are not copied, by column. */
  given: Record<string, string>;
  /** False where the target keeps its own version of a row, because other accounts there have that row too. */
  isExact: boolean;
};

/** Tables whose rows are not copied, and why. */
const leftBehind: Record<string, string> = {
  event_pending: 'its events get their places before the copy',
  pending_accounting: 'its packets are processed before the copy',
};

/** Tables with rows of people, and the column that names the person. */
const ofPeople: Record<string, string> = {
  staff_user: 'id',
  staff_account: 'user_id',
  staff_two_factor: 'user_id',
  staff_session: 'user_id',
};

/**
 * The tables of a move.
 * @param source the cell that the account leaves
 * @param target the cell that it goes to. A company with another account there and people of other companies there do not change.
 */
export async function movedTables(
  { source, target }: { source: Client; target: Pick<Client, 'unsafe'> },
  { providerId, from }: { providerId: string; from: string },
): Promise<MovedTable[]> {
  const tables = (await accountTables(source)).filter(
    ({ name, isArchived }) => (isArchived && !leftBehind[name]) || name === 'staff_session',
  );
  const types = await typesOf(
    source,
    tables.map(({ name }) => name),
  );
  const shared = await sharedAt(target, await companyOf(source, providerId), providerId);
  return tables.flatMap((table) => {
    const given = table.name === 'provider' ? providerGiven(from) : columnsOfDatabase(table.name);
    const columns = [...table.columns, ...table.carried].filter((column) => !(column in given));
    const rows = ofAccount(table.rows, providerId);
    const ofRow = (types.get(table.name) ?? []).filter(({ name }) => columns.includes(name));
    const all: MovedTable = { ...table, columns, rows, given, hash: hashOf(ofRow), isExact: true };
    if (!table.isShared) return [all];
    if (shared.hasCompany || table.name === 'outward_key') return [{ ...all, isExact: false }];
    const person = ofPeople[table.name];
    if (!person || shared.people.length === 0) return [all];
    const isElsewhere = `${person} = any('${arrayLiteral(shared.people)}'::text[])`;
    return [
      { ...all, rows: `(${rows} and not ${isElsewhere})` },
      { ...all, rows: `(${rows} and ${isElsewhere})`, isExact: false },
    ];
  });
}

/** The columns of the account in the target until the account starts there: a MOVED account with the name of its source. */
function providerGiven(from: string): Record<string, string> {
  return { status: `'MOVED'`, move: `'${JSON.stringify({ copyOf: from })}'::jsonb` };
}

/** An array of texts as PostgreSQL reads it in a literal. */
const arrayLiteral = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&').replaceAll("'", "''")}"`).join(',')}}`;

async function companyOf(client: Client, providerId: string): Promise<string> {
  const [row] = await client.unsafe(
    ofAccount('select organisation_id as id from provider where id = $account', providerId),
  );
  return row?.id;
}

/** What the target has of the company and its people that other accounts there use. */
async function sharedAt(client: Pick<Client, 'unsafe'>, company: string, providerId: string) {
  const [other] = await client.unsafe('select 1 from provider where organisation_id = $1 and id <> $2', [
    company,
    providerId,
  ]);
  const people = await client.unsafe<{ id: string }[]>(
    'select distinct user_id as id from staff_member where organisation_id <> $1',
    [company],
  );
  return { hasCompany: other !== undefined, people: people.map(({ id }) => id) };
}

type Column = { name: string; type: string; hasCollation: boolean };

async function typesOf(client: Client, tables: string[]): Promise<Map<string, Column[]>> {
  const rows = await client.unsafe<(Column & { table: string })[]>(
    `select c.name as "table", quote_ident(a.attname) as name, format_type(a.atttypid, null) as type,
       a.attcollation <> 0 as "hasCollation"
     from unnest($1::text[]) c (name) join pg_attribute a on a.attrelid = c.name::regclass
     where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attname collate "C"`,
    [tables as never],
  );
  const found = new Map<string, Column[]>();
  for (const { table, ...column } of rows) found.set(table, [...(found.get(table) ?? []), column]);
  return found;
}

/** Types whose values have several texts, or no hash. */
const asText = new Set(['json', 'numeric']);

/**
 * The hash of a row by the bytes of its values: texts by the collation "C", numbers with their scale. It is that of PostgreSQL for
 * records, which reads no text of a value, so it takes a third of the time of `md5`.
 */
function hashOf(columns: readonly Column[]): string {
  const values = columns.map(({ name, type, hasCollation }) =>
    asText.has(type) ? `${name}::text` : hasCollation ? `${name} collate "C"` : name,
  );
  return `hash_record_extended(row(${values.join(', ')}), 0)`;
}
