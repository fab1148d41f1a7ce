import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { PersonalDataFile } from '../../contract/portal/subscriber.ts';
import type { subscriberId } from '../../contract/subscriber.ts';
import { find, presentOne } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import { mapInTurns } from '../../work/map-in-turns.ts';
import type { WriteScope } from '../../work/scope.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { readAuditedChanges } from './erase-history.ts';
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
  const { externalUserId } = knownOf(row, await readAuditedChanges(scope, id));
  const person = await readPerson(scope, id, externalUserId);
  const tables: string[] = [];
  for (const [table, about] of Object.entries(personalData)) {
    if ('none' in about) continue;
    const rows = await scope.db.execute<{ row: Row }>(sql`
      select to_jsonb(t) - ${sql.param(['provider_id', ...(about.omit ?? [])])}::text[] as row
      from ${sql.raw(qualified(table))} t where ${rowsAbout(person, table)}`);
    const written = await mapInTurns(rows, ({ row: found }) =>
      indented(readable(found, about.json ?? []), 3),
    );
    if (written.length > 0) tables.push(`    ${JSON.stringify(table)}: [\n${written.join(',\n')}\n    ]`);
  }
  audit(scope, 'subscriber.export', { type: 'subscriber', id });
  const start = {
    format: FORMAT,
    exportedAt: scope.now.toISOString(),
    subscriber: await presentOne(scope, subscriberResource, row),
  };
  const data = tables.length > 0 ? `{\n${tables.join(',\n')}\n  }` : '{}';
  const text = `${JSON.stringify(start, null, 2).slice(0, -2)},\n  "data": ${data}\n}\n`;
  return { fileName: `personal-data-${id}.json`, content: Buffer.from(text) };
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
