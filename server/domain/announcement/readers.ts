import { sql } from 'drizzle-orm';
import { arrayParameter } from '../../db/statement.ts';
import type { Scope } from '../../work/scope.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';

/** A subscriber to whom an announcement goes. */
export type AnnouncementReader = Pick<
  SubscriberRow,
  'id' | 'firstName' | 'lastName' | 'accountNumber' | 'contactPreferences'
>;

/** Subscribers that one statement reads. The driver parses its answer without a turn for other requests. */
const CHUNK = 2_000;

/** Subscribers to whom an announcement goes: those given, each once and in the order given, without the terminated ones. */
export async function readReaders(
  { db, providerId }: Scope,
  subscriberIds: readonly string[],
): Promise<AnnouncementReader[]> {
  const ids = [...new Set(subscriberIds)];
  const readers: AnnouncementReader[] = [];
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = sql.param(arrayParameter(ids.slice(from, from + CHUNK)));
    const found = await db.execute<AnnouncementReader>(sql`
      select s.id, s.first_name as "firstName", s.last_name as "lastName", s.account_number as "accountNumber",
        s.contact_preferences as "contactPreferences"
      from unnest(${chunk}::text[]) with ordinality as r (id, n)
      join subscriber s on s.provider_id = ${providerId} and s.id = r.id
      where s.status <> 'terminated' order by r.n`);
    readers.push(...found);
  }
  return readers;
}
