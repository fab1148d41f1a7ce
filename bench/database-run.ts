// The database of a checkout in a process of its own: started, migrated and filled by the code of that checkout.
import { answer } from './answer.ts';
import { type Account, startDatabase } from './database.ts';
import { databaseCpu } from './database-cpu.ts';
import { fillDue } from './renewal-rows.ts';
import { statementsOfList } from './statements.ts';

export type DatabaseOrder =
  | { do: 'start'; dataDir: string }
  | { do: 'account'; name: string; subscribers: number }
  | { do: 'fillDue'; providerId: string }
  | { do: 'statements'; providerId: string }
  | { do: 'cpu' };

let database: Awaited<ReturnType<typeof startDatabase>> | undefined;

async function execute(order: DatabaseOrder): Promise<unknown> {
  if (order.do === 'start') {
    database = await startDatabase(order.dataDir);
    return database.url;
  }
  if (!database) throw new Error('The database has not been started');
  if (order.do === 'cpu') return databaseCpu(database.sql);
  if (order.do === 'account')
    return database.account(order.name, order.subscribers) satisfies Promise<Account>;
  if (order.do === 'fillDue') return fillDue(database.sql, order.providerId);
  return statementsOfList(order.providerId);
}

answer(execute, async () => database?.stop());
// Ctrl-C reaches the whole group; the parent ends this process when the servers have left the database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
