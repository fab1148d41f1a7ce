import { once } from 'node:events';
import { openDatabase } from '../db/client.ts';
import { firstStart } from '../demo/first-start.ts';
import type { DemoOrder } from '../demo/in-own-process.ts';
import { readYear } from '../demo/prepared-year.ts';
import { log } from '../log.ts';

// The server begins this process and says when the database is there. It is no command of its own.
if (!process.send) throw new Error('The server starts this file.');
// Without the server no process waits for the demo. PostgreSQL rolls it back.
process.once('disconnect', () => process.exit(1));

const ordered = once(process, 'message') as Promise<[DemoOrder]>;
const year = readYear(new URL('../demo-year.json.gz', import.meta.url));
const [{ databaseUrl, adminUrl, ...order }] = await ordered;
const database = openDatabase(year ? adminUrl : databaseUrl, 3);
const result = await firstStart({ ...order, year, log, enabled: true });
await database.close();
process.send({ result }, () => process.exit(0));
