import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { PersonalDataFile, subscriberId } from '../../contract/subscriber.ts';
import { find, presentOne } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { readChanges } from './erase-history.ts';
import { knownOf } from './names.ts';
import { personalData, readPerson, rowsAbout } from './personal-data.ts';

/** The name of the format, for programs that read the file. */
const FORMAT = 'demarc.personal-data.1';

type Row = Record<string, unknown>;

/**
 * All that is stored about a subscriber, as one JSON file: the subscriber, and the rows of each table. Secrets are left out, and so
 * are answers to requests about several subscribers. It is recorded in the audit trail. Portal only. Contract: Subscriber.
 * @throws NOT_FOUND
 */
export async function exportData(
  scope: WriteScope,
  { id }: z.output<typeof subscriberId>,
): Promise<PersonalDataFile> {
  const row = await find(scope, subscriberResource, id);
  const { externalUserId } = knownOf(row, await readChanges(scope, id));
  const person = await readPerson(scope, id, externalUserId);
  const data: Record<string, Row[]> = {};
  for (const [table, about] of Object.entries(personalData)) {
    if ('none' in about) continue;
    const rows = await scope.db.execute<{ row: Row }>(sql`
      select to_jsonb(t) - ${sql.param(['provider_id', ...(about.omit ?? [])])}::text[] as row
      from ${sql.raw(qualified(table))} t where ${rowsAbout(person, table)}`);
    if (rows.length > 0) data[table] = rows.map((found) => readable(found.row, about.json ?? []));
  }
  audit(scope, 'subscriber.export', { type: 'subscriber', id });
  const file = {
    format: FORMAT,
    exportedAt: scope.now.toISOString(),
    subscriber: await presentOne(scope, subscriberResource, row),
    data,
  };
  return {
    fileName: `personal-data-${id}.json`,
    content: Buffer.from(`${JSON.stringify(file, null, 2)}\n`),
  };
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
