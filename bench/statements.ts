import { randomUUID } from 'node:crypto';
import { subscriberList } from '../server/contract/subscriber.ts';
import { database } from '../server/db/client.ts';
import { listSubscribers } from '../server/domain/subscriber/read.ts';

/** A statement as our server sends it. */
export type Statement = { text: string; params: (string | number)[] };

/** The statements of our list for the first 20 rows, recorded as it sends them: rows, then total. */
export async function statementsOfList(providerId: string): Promise<Statement[]> {
  const { db, sql } = database();
  const sent: Statement[] = [];
  const { unsafe } = sql;
  sql.unsafe = ((text: string, params: Statement['params'], options: object) => {
    sent.push({ text, params });
    return unsafe(text, params, options);
  }) as typeof unsafe;
  const caller = { type: 'system', name: 'benchmark' } as const;
  const scope = { providerId, livemode: true, caller, correlationId: randomUUID(), now: new Date(), db };
  await listSubscribers(scope, subscriberList.parse({ limit: 20 }));
  sql.unsafe = unsafe;
  // The statement of the rows is the longer one.
  return sent.toSorted((a, b) => b.text.length - a.text.length);
}
