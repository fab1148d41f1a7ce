import { sql } from 'drizzle-orm';
import { NO_LAST_NAME } from '../../../contract/full-name.ts';

/** `fullNameOf` of the one subscriber in a statement, as SQL. */
export const subscriberName = sql<string>`concat_ws(' ', first_name, nullif(last_name, ${sql.raw(`'${NO_LAST_NAME}'`)}))`;
