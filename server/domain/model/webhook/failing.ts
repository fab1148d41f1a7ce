import { type SQL, sql } from 'drizzle-orm';
import { webhook } from '../../../../drizzle/schema/webhook.ts';

/** Whether a webhook fails: its deliveries have failed since the last success, or Demarc disabled it because they did. */
export const isFailing: SQL<boolean> = sql`(${webhook.status} = 'ACTIVE' and ${webhook.failingSince} is not null
  or ${webhook.status} = 'DISABLED' and ${webhook.disabledReason} in ('GONE', 'FAILING'))`;
