import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import { Refusal, refuse } from '../../contract/errors.ts';
import { db, type Tx } from '../../db/client.ts';
import { type Client, clientOf } from '../../db/driver/drizzle.ts';
import { audit } from '../../work/audit.ts';
import { emptyOutbox } from '../../work/scope.ts';
import { flush } from '../../work/write-out.ts';
import { operator } from '../partner/as-operator.ts';
import { adoptSessions, raiseFeedHead } from './adopt.ts';
import {
  keysOfInstallation,
  MANIFEST,
  MAX_FILE,
  manifest,
  PART,
  proofsOf,
  SUMMARY,
  schemaOf,
  summary,
} from './format.ts';
import { insertArchivedRows } from './insert-rows.ts';
import { type Digest, digester, digestOf, ofAccount } from './read-rows.ts';
import { type AccountTable, accountTables } from './tables.ts';

export type ImportedAccount = {
  providerId: string;
  name: string;
  /** Whether its secrets have the key before the present one. */
  hasPreviousKey: boolean;
  tables: Record<string, Digest>;
};

type Manifest = z.infer<typeof manifest>;
type Files = ReturnType<Extract[typeof Symbol.asyncIterator]>;

/**
 * Reads an archive of `exportAccount` into this database, in one transaction. Afterwards each table is read again, and must equal the
 * archive byte by byte, whatever the triggers did. The account is paused, so that it never runs in two databases; a closed one stays
 * closed. Companies and people that exist stay as they are. Contract: Operator.
 * @throws CONFLICT with the reason: no archive, an incomplete or changed one, another schema, another key of the secrets, an id that
 *   exists. Then nothing has changed.
 */
export async function importAccount(file: string): Promise<ImportedAccount> {
  // The reason of the file system comes before any work.
  await (await open(file)).close();
  const archive = extract();
  const read = pipeline(createReadStream(file), createGunzip(), archive);
  // The iteration below fails for the same reason.
  read.catch(() => {});
  const files = archive[Symbol.asyncIterator]();
  try {
    return await db().transaction((tx) => importFrom(files, tx));
  } catch (error) {
    throw reasonOf(error);
  } finally {
    archive.destroy();
    await read.catch(() => {});
  }
}

async function importFrom(files: Files, tx: Tx): Promise<ImportedAccount> {
  const client = clientOf(tx);
  const first = await nextFile(files);
  if (first?.name !== MANIFEST) throw conflict('This is no archive of an account.');
  const head = parsed(manifest, first.text);
  await checkManifest(client, head);
  await client.unsafe(`select set_config('demarc.importing', 'on', true)`);
  const providerId = head.account.id;
  const tables = await accountTables(client);
  const found = await loadTables(client, files, tables, { providerId, head: first.text });
  for (const table of tables.filter(({ isArchived, isShared }) => isArchived && !isShared)) {
    const { sha256 } = await digestOf(client, table, providerId);
    if (sha256 !== found[table.name]?.sha256)
      throw conflict(`The rows of ${table.name} are not those of the archive.`);
  }
  await finish(tx, head);
  return {
    ...{ providerId, name: head.account.name, tables: found },
    hasPreviousKey: head.secretsKey !== keysOfInstallation()[0],
  };
}

async function checkManifest(client: Client, { account, schema, secretsKey }: Manifest): Promise<void> {
  const here = await schemaOf(client);
  if (schema.newest !== here.newest) {
    throw conflict(
      `The archive has the schema of ${schema.migrations} migrations, this database that of ${here.migrations}. Export and import with one release.`,
    );
  }
  if (!keysOfInstallation().includes(secretsKey)) {
    throw conflict(
      'The secrets of the archive have another key. Set SECRETS_KEY_PREVIOUS to SECRETS_KEY of the installation that exported it, import, and rotate the secrets.',
    );
  }
  const [known] = await client.unsafe(ofAccount('select 1 from provider where id = $account', account.id));
  if (known) throw conflict(`The account ${account.id} exists in this database.`);
}

/** Inserts the parts of all tables. @returns what the archive says it has, when that is what was read */
async function loadTables(
  client: Client,
  files: Files,
  tables: AccountTable[],
  { providerId, head }: { providerId: string; head: string },
): Promise<Record<string, Digest>> {
  const digests = new Map(
    tables.filter(({ isArchived }) => isArchived).map((table) => [table.name, digester()]),
  );
  // Rows that triggers write are replaced by those of the archive, also by none.
  const triggered = new Set(tables.filter(({ isTriggered }) => isTriggered));
  const clear = async (table: AccountTable) => {
    if (triggered.delete(table))
      await client.unsafe(ofAccount(`delete from ${table.name} where ${table.rows}`, providerId));
  };
  for (;;) {
    const file = await nextFile(files);
    if (!file) throw conflict('The archive is incomplete.');
    if (file.name === SUMMARY) {
      for (const table of triggered) await clear(table);
      const said = parsed(summary, file.text);
      for (const [name, digest] of digests) {
        if (JSON.stringify(digest.end()) !== JSON.stringify(said.tables[name]))
          throw conflict(`${name} in the archive was changed.`);
      }
      if (!proofsOf(head, said.tables).includes(said.proof))
        throw conflict('The archive was changed, or no installation with the key of its secrets wrote it.');
      return said.tables;
    }
    const name = PART.exec(file.name)?.[1] ?? '';
    const table = tables.find((each) => each.name === name);
    const digest = digests.get(name);
    if (!table || !digest) throw conflict(`The archive has an unknown file: ${file.name}`);
    await clear(table);
    const lines = file.text.split('\n').slice(0, -1);
    digest.add(lines);
    await insertArchivedRows(client, table, lines, undefined, table.ofNew && isOfImport(table.ofNew));
  }
}

/** Whether the row that `r` names was inserted by this transaction. */
const isOfImport = ({ table, column }: NonNullable<AccountTable['ofNew']>) =>
  `exists (select from ${table} t where t.id = r.${column} and t.xmin = pg_current_xact_id()::xid)`;

/** What the rows of the archive cannot say: versions of rows, places in the feed, and that the account is paused. */
async function finish(tx: Tx, { account: { id: providerId, livemode } }: Manifest): Promise<void> {
  const client = clientOf(tx);
  const run = (sql: string) => client.unsafe(ofAccount(sql, providerId));
  const taken = await run(`
    select n.nasname from radius.nas n join network_server s on s.address = n.nasname
    where s.provider_id = $account group by n.nasname having count(*) > 1`);
  if (taken[0]) throw conflict(`The network server ${taken[0].nasname} exists in this database.`);
  const ahead = await run(`
    select 1 from event_feed where provider_id = $account
      and position > (extract(epoch from clock_timestamp()) + ${MAX_AHEAD_S}) * 1000000 limit 1`);
  if (ahead[0]) throw conflict('The clock of the database that exported it is more than an hour ahead.');
  await adoptSessions(client, providerId);
  await run(`update provider set status = 'PAUSED' where id = $account and status <> 'CLOSED'`);
  const now = realNow();
  const correlationId = randomUUID();
  const scope = { providerId, livemode, caller: operator, correlationId, now, db: tx, outbox: emptyOutbox() };
  audit(scope, 'provider.read_archive', { type: 'provider', id: providerId });
  await flush(scope);
  // Last, because all events wait for this row.
  await raiseFeedHead(client, providerId);
}

/** How far the places of its events may be ahead of the clock, in seconds: all accounts continue behind them. */
const MAX_AHEAD_S = 60 * 60;

type File = { name: string; text: string };

/** The next file of an archive, or undefined at its end. */
async function nextFile(files: Files): Promise<File | undefined> {
  const { value: entry, done } = await files.next();
  if (done) return undefined;
  const { name, size = 0 } = entry.header;
  if (size > MAX_FILE) throw conflict(`${name} in the archive is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return { name, text: Buffer.concat(chunks).toString('utf8') };
}

function parsed<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw conflict('This is no archive of an account, or one of another release.');
  }
}

function conflict(message: string): Refusal {
  return refuse('CONFLICT', { message });
}

/** The refusal for what the file or the database does not take. */
function reasonOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const { code = '', table_name: table, detail, message } = error as Partial<Violation> & Error;
  if (code === '23505') return conflict(`A row of ${table} exists in this database. ${detail}`);
  if (code.startsWith('23') || code.startsWith('22'))
    return conflict(`A row of ${table ?? 'the archive'} is refused: ${message}`);
  const isDamaged = code.startsWith('Z_') || /tar header|end of data|unexpected end/i.test(message);
  return isDamaged ? conflict('The archive is incomplete or damaged.') : error;
}

/** An error of PostgreSQL about a constraint. */
type Violation = { code: string; table_name: string; detail: string };
