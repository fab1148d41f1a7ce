import { sql } from 'drizzle-orm';
import type { Client } from '../../db/driver/drizzle.ts';
import { drizzleOn } from '../../db/driver/drizzle.ts';
import { rowVersion } from '../network/row-version.ts';
import { ofAccount } from './read-rows.ts';

/** Notes the versions that rows of accounting have in this database: a session that silence has ended continues with the next one. */
export async function adoptSessions(client: Client, providerId: string): Promise<void> {
  await drizzleOn(client).execute(sql`
    update network_session s set row_version = ${rowVersion} from radius.radacct a
    where s.provider_id = ${providerId} and a.acctuniqueid = s.acct_unique_id and not s.is_superseded and s.ended_at is not null`);
}

/** Moves the head of the feed behind all places of an account. The clock of the other database may be ahead. */
export async function raiseFeedHead(client: Client, providerId: string): Promise<void> {
  await client.unsafe(
    ofAccount(
      `update event_feed_head set position = f.position
       from (select max(position) as position from event_feed where provider_id = $account) f
       where event_feed_head.position < f.position`,
      providerId,
    ),
  );
}
