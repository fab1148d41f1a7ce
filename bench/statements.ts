import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { subscriberList } from '../server/contract/subscriber.ts';
import { database } from '../server/db/client.ts';
import { subscriberResource } from '../server/domain/model/subscriber/resource.ts';
import { listSubscribers } from '../server/domain/subscriber/read.ts';
import { columnsOf } from '../server/state/resource.ts';

/** A statement as a server sends it. */
export type Statement = { text: string; params: (string | number)[] };

/** The first 20 rows of the list with the total, in two forms. */
export type ListStatements = {
  /** As our server sends them. */
  ours: Statement[];
  /** Rows and total apart, as most servers send them. */
  apart: Statement[];
};

/** The statements of our list, recorded as it sends them, and the same rows and total in two statements. */
export async function statementsOfList(providerId: string): Promise<ListStatements> {
  const { sql } = database();
  const ours: Statement[] = [];
  const send = (text: string, params: Statement['params'], options: object) => {
    ours.push({ text, params });
    return sql.unsafe(text, params, options);
  };
  const db = drizzle(
    new Proxy(sql, { get: (on, name) => (name === 'unsafe' ? send : Reflect.get(on, name)) }),
  );
  const caller = { type: 'system', name: 'benchmark' } as const;
  const scope = { providerId, livemode: true, caller, correlationId: randomUUID(), now: new Date(), db };
  await listSubscribers(scope, subscriberList.parse({ limit: 20 }));

  const { table } = subscriberResource;
  const rows = db
    .select(columnsOf(subscriberResource))
    .from(table)
    .where(eq(table.providerId, providerId))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(20)
    .toSQL();
  const apart = [
    { text: rows.sql, params: rows.params as Statement['params'] },
    {
      text: 'select sum(n) as total from row_count where provider_id = $1 and resource = $2',
      params: [providerId, 'subscriber'],
    },
  ];
  return { ours, apart };
}
