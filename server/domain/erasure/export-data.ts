import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { PersonalDataFile } from '../../contract/portal/subscriber.ts';
import type { subscriberId } from '../../contract/subscriber.ts';
import { inParts, withLiterals } from '../../db/cursor.ts';
import { clientOf } from '../../db/driver/drizzle.ts';
import { find, presentOne } from '../../state/resource.ts';
import { writeTemporaryFile } from '../../temporary-file.ts';
import { audit } from '../../work/audit.ts';
import { mapInTurns } from '../../work/map-in-turns.ts';
import type { WriteScope } from '../../work/scope.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { readAuditedChanges } from './erase-history.ts';
import { knownOf } from './names.ts';
import { type Person, type PersonalTable, personalData, readPerson, rowsAbout } from './personal-data.ts';

/** The name of the format, for programs that read the file. */
const FORMAT = 'demarc.personal-data.1';

/** `Retry-After` in seconds during another export. */
const RETRY_AFTER = 10;

/** Bodies are long, and a part of them is in memory at a time. */
const ROWS_AT_A_TIME = 20;

type Row = Record<string, unknown>;

/**
 * All that is stored about a subscriber, as one JSON file: the subscriber, and the rows of each table. Secrets are left out, and so
 * are answers to requests about several subscribers. It is recorded in the audit trail. Portal only. Contract: Subscriber.
 * @throws NOT_FOUND; RATE_LIMITED while another export of the account is under way
 */
export async function exportData(
  scope: WriteScope,
  { id }: z.output<typeof subscriberId>,
): Promise<PersonalDataFile> {
  await requireAlone(scope);
  const row = await find(scope, subscriberResource, id);
  const { externalUserId } = knownOf(row, await readAuditedChanges(scope, id));
  const person = await readPerson(scope, id, externalUserId);
  audit(scope, 'subscriber.export', { type: 'subscriber', id });
  const start = {
    format: FORMAT,
    exportedAt: scope.now.toISOString(),
    subscriber: await presentOne(scope, subscriberResource, row),
  };
  const content = await writeTemporaryFile(textOf(scope, person, start));
  return { fileName: `personal-data-${id}.json`, content };
}

/** An export may take a minute and as much of the disk as there is data. */
async function requireAlone({ db, providerId }: WriteScope): Promise<void> {
  const [lock] = await db.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('personal data of ' || ${providerId}::text, 0)) as taken`,
  );
  if (!lock?.taken) throw refuse('RATE_LIMITED', { retryAfter: RETRY_AFTER });
}

/** The JSON of the file, in parts. */
async function* textOf(scope: WriteScope, person: Person, start: object): AsyncGenerator<string> {
  yield `${JSON.stringify(start, null, 2).slice(0, -2)},\n  "data": {`;
  let tables = 0;
  for (const [table, about] of Object.entries(personalData)) {
    if ('none' in about) continue;
    let rows = 0;
    for await (const part of rowsOf(scope, person, table, about)) {
      const written = await mapInTurns(part, ({ row }) => indented(readable(row, about.json ?? []), 3));
      const before = rows === 0 ? `${tables++ === 0 ? '' : ','}\n    ${JSON.stringify(table)}: [\n` : ',\n';
      rows += part.length;
      yield before + written.join(',\n');
    }
    if (rows > 0) yield '\n    ]';
  }
  yield tables > 0 ? '\n  }\n}\n' : '}\n}\n';
}

function rowsOf(scope: WriteScope, person: Person, table: string, { omit = [] }: PersonalTable) {
  const query = sql`
    select to_jsonb(t) - ${sql.param(['provider_id', ...omit])}::text[] as row
    from ${sql.raw(qualified(table))} t where ${rowsAbout(person, table)}`;
  return inParts<{ row: Row }>(clientOf(scope.db), withLiterals(query), ROWS_AT_A_TIME);
}

/** A value as JSON of some levels of a longer text. All of a person's data in one go would hold up other requests. */
function indented(value: unknown, levels: number): string {
  const margin = '  '.repeat(levels);
  return `${margin}${JSON.stringify(value, null, 2).replaceAll('\n', `\n${margin}`)}`;
}

/** The tables of FreeRADIUS have a schema of their own. */
function qualified(table: string): string {
  return table.startsWith('rad') ? `radius.${table}` : table;
}

/** Parses texts of JSON, and decodes raw bytes, which PostgreSQL writes in hex. */
function readable(row: Row, json: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (typeof value !== 'string') return [column, value];
      if (json.includes(column)) return [column, JSON.parse(value)];
      return [
        column,
        column === 'body' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex').toString() : value,
      ];
    }),
  );
}
