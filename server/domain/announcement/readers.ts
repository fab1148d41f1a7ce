import { sql } from 'drizzle-orm';
import { arrayParameter } from '../../db/statement.ts';
import type { Scope } from '../../work/scope.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';

/** A subscriber to whom an announcement goes. */
export type AnnouncementReader = Pick<
  SubscriberRow,
  'id' | 'firstName' | 'lastName' | 'accountNumber' | 'contactPreferences'
>;

/** Subscribers to whom an announcement goes: those given, each once and in the order given, without the terminated ones. */
export async function readReaders(
  { db, providerId }: Scope,
  subscriberIds: readonly string[],
): Promise<AnnouncementReader[]> {
  const ids = arrayParameter([...new Set(subscriberIds)]);
  return db.execute<AnnouncementReader>(sql`
    select s.id, s.first_name as "firstName", s.last_name as "lastName", s.account_number as "accountNumber",
      s.contact_preferences as "contactPreferences"
    from unnest(${sql.param(ids)}::text[]) with ordinality as r (id, n)
    join subscriber s on s.provider_id = ${providerId} and s.id = r.id
    where s.status <> 'terminated' order by r.n`);
}
