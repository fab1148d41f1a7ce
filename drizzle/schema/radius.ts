import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  inet,
  integer,
  pgSchema,
  serial,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * The tables that FreeRADIUS 3.2 ships for PostgreSQL, column for column, so that its stock queries run on them. They
 * have no provider column: user names are unique across providers.
 */
export const radius = pgSchema('radius');

const attribute = (defaultOp: string) => ({
  attribute: text('attribute').notNull().default(''),
  op: varchar('op', { length: 2 }).notNull().default(defaultOp),
  value: text('value').notNull().default(''),
});

export const radcheck = radius.table(
  'radcheck',
  { id: serial('id').primaryKey(), username: text('username').notNull().default(''), ...attribute('==') },
  (t) => [index('radcheck_username').on(t.username, t.attribute)],
);

export const radreply = radius.table(
  'radreply',
  { id: serial('id').primaryKey(), username: text('username').notNull().default(''), ...attribute('=') },
  (t) => [index('radreply_username').on(t.username, t.attribute)],
);

export const radgroupcheck = radius.table(
  'radgroupcheck',
  { id: serial('id').primaryKey(), groupname: text('groupname').notNull().default(''), ...attribute('==') },
  (t) => [index('radgroupcheck_groupname').on(t.groupname, t.attribute)],
);

export const radgroupreply = radius.table(
  'radgroupreply',
  { id: serial('id').primaryKey(), groupname: text('groupname').notNull().default(''), ...attribute('=') },
  (t) => [index('radgroupreply_groupname').on(t.groupname, t.attribute)],
);

export const radusergroup = radius.table(
  'radusergroup',
  {
    id: serial('id').primaryKey(),
    username: text('username').notNull().default(''),
    groupname: text('groupname').notNull().default(''),
    priority: integer('priority').notNull().default(0),
  },
  (t) => [index('radusergroup_username').on(t.username)],
);

export const radacct = radius.table(
  'radacct',
  {
    radacctid: bigserial('radacctid', { mode: 'number' }).primaryKey(),
    acctsessionid: text('acctsessionid').notNull(),
    acctuniqueid: text('acctuniqueid').notNull(),
    username: text('username'),
    groupname: text('groupname'),
    realm: text('realm'),
    nasipaddress: inet('nasipaddress').notNull(),
    nasportid: text('nasportid'),
    nasporttype: text('nasporttype'),
    acctstarttime: instant('acctstarttime'),
    acctupdatetime: instant('acctupdatetime'),
    acctstoptime: instant('acctstoptime'),
    acctinterval: bigint('acctinterval', { mode: 'number' }),
    acctsessiontime: bigint('acctsessiontime', { mode: 'number' }),
    acctauthentic: text('acctauthentic'),
    connectinfo_start: text('connectinfo_start'),
    connectinfo_stop: text('connectinfo_stop'),
    acctinputoctets: bigint('acctinputoctets', { mode: 'number' }),
    acctoutputoctets: bigint('acctoutputoctets', { mode: 'number' }),
    calledstationid: text('calledstationid'),
    callingstationid: text('callingstationid'),
    acctterminatecause: text('acctterminatecause'),
    servicetype: text('servicetype'),
    framedprotocol: text('framedprotocol'),
    framedipaddress: inet('framedipaddress'),
    framedipv6address: inet('framedipv6address'),
    framedipv6prefix: inet('framedipv6prefix'),
    framedinterfaceid: text('framedinterfaceid'),
    delegatedipv6prefix: inet('delegatedipv6prefix'),
    class: text('class'),
  },
  // FreeRADIUS uses ON CONFLICT (AcctUniqueId), which needs a plain unique index on exactly this column.
  (t) => [
    uniqueIndex('radacct_acctuniqueid').on(t.acctuniqueid),
    index('radacct_open')
      .on(t.radacctid)
      .where(sql`${t.acctstoptime} is null or not isfinite(${t.acctstoptime})`),
    // For the query of Accounting-On and -Off, as in the schema of FreeRADIUS.
    index('radacct_bulk_close').on(t.nasipaddress, t.acctstarttime).where(sql`${t.acctstoptime} is null`),
  ],
);

/** Sign-ins, kept for 30 days. A trigger empties `pass`, because FreeRADIUS may write it. */
export const radpostauth = radius.table('radpostauth', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  username: text('username').notNull(),
  pass: text('pass'),
  reply: text('reply'),
  calledstationid: text('calledstationid'),
  callingstationid: text('callingstationid'),
  authdate: instant('authdate').notNull().default(sql`now()`),
  class: text('class'),
});

export const nas = radius.table(
  'nas',
  {
    id: serial('id').primaryKey(),
    nasname: text('nasname').notNull(),
    shortname: text('shortname').notNull(),
    type: text('type').notNull().default('other'),
    ports: integer('ports'),
    secret: text('secret').notNull(),
    server: text('server'),
    community: text('community'),
    description: text('description'),
  },
  (t) => [index('nas_nasname').on(t.nasname)],
);

export const nasreload = radius.table('nasreload', {
  nasipaddress: inet('nasipaddress').primaryKey(),
  reloadtime: instant('reloadtime').notNull(),
});
