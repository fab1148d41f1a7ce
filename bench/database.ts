import type { Sql, TransactionSql } from 'postgres';
import { openDatabase } from '../server/db/client.ts';
import { extendAnchors } from '../server/domain/list/anchors.ts';
import { subscriberResource } from '../server/domain/model/subscriber/resource.ts';
import { createPartner } from '../server/domain/partner/create.ts';
import { log } from '../server/log.ts';
import { startEmbedded } from '../server/postgres/embedded.ts';
import { migrate } from '../server/postgres/migrate.ts';
import { keepPartitions } from '../server/postgres/partitions.ts';

/** A provider and the headers of its requests. */
export type Account = { providerId: string; headers: Record<string, string>; subscribers: number };

/**
 * An embedded PostgreSQL as production has it (every commit waits for the disk) with one live provider for each
 * size, filled by SQL.
 */
export async function startDatabase(dataDir: string) {
  const embedded = await startEmbedded({ dataDir, log });
  await migrate(embedded.url);
  const database = openDatabase(embedded.url, 2);
  await keepPartitions(database.sql, new Date());
  return {
    url: embedded.url,
    sql: database.sql,
    /** A provider with so many subscribers, with anchors as the job would have set them long ago. */
    async account(name: string, subscribers: number): Promise<Account> {
      const partner = await createPartner({
        name,
        email: `${name.replaceAll(' ', '.')}@example.com`,
        livemode: true,
      });
      await fill(database.sql, partner.providerId, subscribers);
      await extendAnchors([subscriberResource], new Date());
      await requireTotal(database.sql, partner.providerId, subscribers);
      return {
        providerId: partner.providerId,
        headers: { 'x-access-id': partner.accessId, 'x-access-secret': partner.accessSecret },
        subscribers,
      };
    },
    async stop() {
      await database.close();
      await embedded.stop();
    },
  };
}

/** Inserts the subscribers with these numbers, made one a second since the start of 2025. */
export async function insertSubscribers(
  sql: Sql | TransactionSql,
  providerId: string,
  from: number,
  to: number,
): Promise<void> {
  await sql`
    insert into subscriber (
      id, provider_id, account_number, external_user_id, first_name, last_name, email, phone, street, city, postal_code, country,
      status, created_at, updated_at
    )
    select 'sub_' || lpad(n::text, 26, '0'), ${providerId}, (10000000 + n)::text, 'customer-' || n, 'Grace', 'Achieng ' || n,
      'grace.achieng.' || n || '@example.com', '+2547' || lpad(n::text, 8, '0'), 'Ngong Road ' || n % 500,
      'Nairobi', '00100', 'KE', 'active', '2025-01-01Z'::timestamptz + n * interval '1 second',
      '2025-01-01Z'::timestamptz + n * interval '1 second'
    from generate_series(${from}::int, ${to}::int) n`;
}

/** Subscribers made one a second, the last of them well in the past. Indexes are built afterwards, all at once. */
export async function fill(sql: Sql, providerId: string, subscribers: number): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = 'subscriber' and indexname <> 'subscriber_provider_id_id_pk'`;
  await sql.begin(async (tx) => {
    await tx`set local maintenance_work_mem = '512MB'`;
    for (const { name } of indexes) await tx.unsafe(`drop index "${name}"`);
    await insertSubscribers(tx, providerId, 1, subscribers);
    for (const { definition } of indexes) await tx.unsafe(definition);
  });
  await sql`vacuum analyze subscriber`;
}

/** The kept total has to be the true one: deep pages are reckoned from it. */
async function requireTotal(sql: Sql, providerId: string, subscribers: number): Promise<void> {
  const [row] = await sql<{ kept: number; counted: number }[]>`
    select
      (select sum(n)::int from row_count where provider_id = ${providerId} and resource = 'subscriber') as kept,
      (select count(*)::int from subscriber where provider_id = ${providerId}) as counted`;
  if (row?.kept !== subscribers || row.counted !== subscribers) {
    throw new Error(`${subscribers} subscribers were to be made, there are ${JSON.stringify(row)}`);
  }
}
