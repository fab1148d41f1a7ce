import { sql } from 'drizzle-orm';

/**
 * The version of a row `a` of `radius.radacct`. Each statement of FreeRADIUS that writes to the row changes it, also with equal
 * values: 32 bits of the transaction, 31 of the command in it.
 */
export const rowVersion = sql.raw('((a.xmin::text::bigint << 31) | (a.cmin::text::bigint & 2147483647))');
