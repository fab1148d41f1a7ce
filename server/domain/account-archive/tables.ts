import type { Client } from '../../db/driver/drizzle.ts';

/** A table with rows of an account. */
export type AccountTable = {
  /** As SQL names it: `subscriber`, `radius.radacct`. */
  name: string;
  /** The condition of the rows of the account; `$account` is its id as a literal. */
  rows: string;
  /** The columns in an archive, by name. Numbers that the database draws are not among them. */
  columns: string[];
  /** The primary key. */
  key: string[];
  /** The order of the rows, equal in all databases. */
  order: string[];
  /** Whether numbers that the database draws give the order. */
  isDrawn: boolean;
  /** Columns of drawn numbers without a unique index of their own: a copy may keep their values. */
  carried: string[];
  /** The columns that name a person of the staff. */
  people: string[];
  /** The tables of foreign keys that are checked at the commit. */
  targetsAtCommit: string[];
  /** Whether its rows may belong to other accounts as well: companies and people. */
  isShared: boolean;
  /**
   * For rows that belong to a company or a person: the table of that owner, and the column with its id. An import writes them only for
   * owners that it adds.
   */
  ofNew: { table: 'organisation' | 'staff_user'; column: string } | undefined;
  /** Whether triggers on other tables write it. */
  isTriggered: boolean;
  /** False for what belongs to the installation. It is erased with the account. */
  isArchived: boolean;
};

/** What a table without the key of an account is joined by. */
type Link = {
  rows: string;
  /** Tables that the condition reads, beside those that a foreign key names. */
  reads?: string[];
  isShared?: true;
  ofNew?: AccountTable['ofNew'];
};

const ORGANISATION = '(select organisation_id from provider where id = $account)';
const MEMBERS = `(select user_id from staff_member where organisation_id = ${ORGANISATION})`;
const USERS = `(select radius_username from subscription where provider_id = $account and radius_username is not null)`;
const SESSIONS = '(select acct_unique_id from network_session where provider_id = $account)';
const ofCompany: Link = {
  rows: `organisation_id = ${ORGANISATION}`,
  isShared: true,
  ofNew: { table: 'organisation', column: 'organisation_id' },
};
const ofPerson: Link = {
  rows: `user_id in ${MEMBERS}`,
  isShared: true,
  ofNew: { table: 'staff_user', column: 'user_id' },
};
const ofUser: Link = { rows: `username in ${USERS}`, reads: ['subscription'] };

/** Tables without `provider_id` that have rows of an account, and how. */
const links: Record<string, Link> = {
  provider: { rows: 'id = $account' },
  organisation: { rows: `id = ${ORGANISATION}`, isShared: true },
  organisation_logo: ofCompany,
  staff_user: { rows: `id in ${MEMBERS}`, isShared: true },
  staff_account: ofPerson,
  staff_two_factor: ofPerson,
  staff_member: ofCompany,
  staff_invitation: ofCompany,
  staff_session: { rows: `(active_provider_id = $account and user_id in ${MEMBERS})`, isShared: true },
  outward_key: { rows: 'id in (select key_id from mirror where provider_id = $account)', isShared: true },
  pending_accounting: {
    rows: `(username in ${USERS} or acct_unique_id in ${SESSIONS})`,
    reads: ['subscription', 'network_session'],
  },
  unclaimed_accounting: { rows: `acct_unique_id in ${SESSIONS}`, reads: ['network_session'] },
  accounting_fault: {
    rows: 'address in (select address from network_server where provider_id = $account)',
    reads: ['network_server'],
  },
  forged_accounting: { rows: '(provider_id = $account or server_provider_id = $account)' },
  'radius.radcheck': ofUser,
  'radius.radreply': ofUser,
  'radius.radusergroup': ofUser,
  'radius.radpostauth': ofUser,
  'radius.radacct': {
    rows: `(username in ${USERS} or acctuniqueid in ${SESSIONS})`,
    reads: ['subscription', 'network_session'],
  },
  'radius.nas': { rows: 'id in (select nas_id from network_server where provider_id = $account)' },
};

/** Rows about an account that stay with the installation, and why. They are erased with the account. */
export const notArchived: Record<string, string> = {
  accounting_fault: 'a log of the FreeRADIUS of this installation',
  forged_accounting: 'a log that names another account',
  former_network_server: 'addresses that the FreeRADIUS of this installation accepts until its restart',
  staff_session: 'people sign in again; it is deleted with the person',
  unclaimed_accounting: 'derived from radius.radacct by the sweep',
};

/** Tables of the installation, and why they have no rows of an account. */
export const ofInstallation: Record<string, string> = {
  attempt_window: 'attempts of the last minutes, by fingerprint',
  event_feed_head: 'the last place in the feed of all accounts',
  job_tick: 'when each job ran',
  network_listening: 'since when accounting arrives',
  schedule_d_row: 'the floors of all accounts',
  staff_verification: 'links in emails, which expire',
  'radius.nasreload': 'written by FreeRADIUS',
  'radius.radgroupcheck': 'groups of the operator',
  'radius.radgroupreply': 'groups of the operator',
};

/** Columns that hold numbers of one database, and the SQL for their values in another one; `r` is the row of the archive. */
const ofDatabase: Record<string, Record<string, string>> = {
  network_server: { nas_id: '(select max(n.id) from radius.nas n where n.nasname = r.address)' },
  // The count that follows sets it: any version differs from null.
  network_session: { row_version: 'null' },
  // Cells are those of one installation.
  provider: { move: 'null' },
};

/** The condition of the rows of an account in a table; `$account` is its id. */
export const accountRows = (table: string): string => links[table]?.rows ?? 'provider_id = $account';

/** The SQL for the columns of a table whose values are numbers of this database. */
export function columnsOfDatabase(table: string): Record<string, string> {
  return ofDatabase[table] ?? {};
}

/**
 * Tables that triggers write when rows of others are inserted. An import writes them last and replaces what the triggers wrote.
 * `webhook` and `mirror` are among them because triggers read them: without them events queue no deliveries.
 */
const triggered = [
  'balance_transaction',
  'credit',
  'delivery',
  'event_pending',
  'mirror',
  'mirrored_service',
  'month_figures',
  'pending_accounting',
  'row_count',
  'service_period',
  'service_total',
  'webhook',
];

type Found = {
  name: string;
  columns: string[];
  key: string[];
  /** The key, with columns whose order depends on the locale sorted by their bytes. */
  sorted: string[];
  /** Columns whose numbers the database draws. */
  drawn: string[];
  carried: string[];
  isOfProvider: boolean;
  /** The tables that its foreign keys name. */
  targets: string[];
  targetsAtCommit: string[];
  people: string[];
};

/** The tables of `public` and `radius` as the database has them. */
const CATALOGUE = `
  select format(case when n.nspname = 'public' then '%2$I' else '%1$I.%2$I' end, n.nspname, c.relname) as name,
    array(
      select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and not is_drawn(a)
      order by a.attname collate "C") as columns,
    array(
      select quote_ident(a.attname) from pg_index i cross join unnest(i.indkey::int[]) with ordinality k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
    array(
      select quote_ident(a.attname) || case when a.attcollation = 'pg_catalog."default"'::regcollation then ' collate "C"' else '' end
      from pg_index i cross join unnest(i.indkey::int[]) with ordinality k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary order by k.place) as sorted,
    array(
      select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and is_drawn(a)) as drawn,
    array(
      select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and is_drawn(a)
        and not exists (
          select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey::text = a.attnum::text)) as carried,
    exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'provider_id' and not a.attisdropped) as "isOfProvider",
    array(
      select distinct format(case when m.nspname = 'public' then '%2$I' else '%1$I.%2$I' end, m.nspname, t.relname)
      from pg_constraint f join pg_class t on t.oid = f.confrelid join pg_namespace m on m.oid = t.relnamespace
      where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0 and not f.condeferred and f.confrelid <> c.oid) as targets,
    array(
      select distinct format(case when m.nspname = 'public' then '%2$I' else '%1$I.%2$I' end, m.nspname, t.relname)
      from pg_constraint f join pg_class t on t.oid = f.confrelid join pg_namespace m on m.oid = t.relnamespace
      where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0 and f.condeferred and f.confrelid <> c.oid) as "targetsAtCommit",
    array(
      select quote_ident(a.attname) from pg_constraint f
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
      where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0 and f.confrelid = 'staff_user'::regclass) as people
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'radius') and c.relkind in ('r', 'p') and not c.relispartition
  order by n.nspname, c.relname`.replaceAll(
  'is_drawn(a)',
  `(a.attidentity <> '' or exists (
        select from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum
          and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'))`,
);

/**
 * The tables with rows of an account, each after those that it refers to. They come from the catalogue of the database, so a new
 * table with `provider_id` is among them; a test knows the tables that are not.
 */
export async function accountTables(client: Client): Promise<AccountTable[]> {
  const found = await client.unsafe<Found[]>(CATALOGUE);
  const tables = found.filter(
    ({ name, isOfProvider }) => links[name] || (isOfProvider && !ofInstallation[name]),
  );
  const readers = tables.filter(
    ({ isOfProvider, people, name }) => isOfProvider && !links[name] && people.length > 0,
  );
  const named = readers.flatMap(({ name, people }) =>
    people.map((column) => `select ${column} from ${name} where provider_id = $account`),
  );
  return inOrder(tables).map(({ name, columns, key, sorted, drawn, carried, people, targetsAtCommit }) => {
    const { rows = 'provider_id = $account', isShared = false, ofNew } = links[name] ?? {};
    return {
      name,
      // A former member stays in the rows that name the person.
      rows:
        name === 'staff_user' ? `(${[rows, ...named.map((ids) => `id in (${ids})`)].join(' or ')})` : rows,
      columns: columns.filter((column) => !(column in columnsOfDatabase(name))),
      key,
      order: drawn.length > 0 ? drawn : sorted,
      isDrawn: drawn.length > 0,
      carried,
      people,
      targetsAtCommit,
      isShared,
      ofNew,
      isTriggered: triggered.includes(name),
      isArchived: !(name in notArchived),
    };
  });
}

/** Sorts tables so that each comes after those that it refers to or reads, and those that triggers write come as late as possible. */
function inOrder(tables: Found[]): Found[] {
  const sorted: Found[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  // Triggers check that the account of a row exists where no key does.
  const needs = ({ name, targets, isOfProvider }: Found) => [
    ...targets,
    ...(links[name]?.reads ?? []),
    ...(isOfProvider && !links[name]?.isShared ? ['provider'] : []),
  ];
  const isFree = (table: Found) => !needs(table).some((other) => left.has(other));
  while (left.size > 0) {
    const free = [...left.values()].filter(isFree);
    const next = free.find(({ name }) => !triggered.includes(name)) ?? free[0];
    if (!next) throw new Error(`Foreign keys of ${[...left.keys()].join(', ')} form a circle.`);
    left.delete(next.name);
    sorted.push(next);
  }
  return sorted;
}
