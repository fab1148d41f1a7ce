import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { and, eq, sql } from 'drizzle-orm';
import { provider } from '../../drizzle/schema/provider.ts';
import { radcheck } from '../../drizzle/schema/radius.ts';
import { webhook } from '../../drizzle/schema/webhook.ts';
import { arrayParameter } from '../db/statement.ts';
import { sealHeaders } from '../domain/model/webhook/resource.ts';
import { newPassword } from '../radius/credentials.ts';
import { newSigningSecret } from '../sealed.ts';
import type { WriteScope } from '../work/scope.ts';
import { webhookHeaders } from './systems.ts';
import { type Appointment, movedInTime } from './year-text.ts';

/** The rows of network users with their passwords. */
export const isPassword = eq(radcheck.attribute, 'Cleartext-Password');

/** The rows of a year that was played before, without secrets. */
export type PreparedYear = {
  /** The end of the year, ISO 8601. */
  now: string;
  providerId: string;
  steps: number;
  lastInvoiceNumber: number;
  appointments: Appointment[];
  /** The rows of each table as the text of a JSON array. */
  tables: { name: string; columns: string[]; rows: string }[];
};

/**
 * Loads a prepared year in the scope's transaction, moved in time so that it ends now, with new secrets. The connection has to be
 * a superuser's: the rows have been checked and counted when they were played, so triggers and foreign keys do not run again.
 * @param onDone called when the rows are loaded; an error that it throws fails the load
 * @returns the steps of the year
 */
export async function loadYear(
  scope: WriteScope,
  year: PreparedYear,
  onDone: (steps: number) => void = () => {},
): Promise<number> {
  const byMs = scope.now.getTime() - Date.parse(year.now);
  await scope.db.execute(sql`set local session_replication_role = replica`);
  for (const { name, columns, rows } of year.tables) {
    const own = movedInTime(rows, byMs, year.appointments).replaceAll(
      movedInTime(year.providerId, byMs),
      scope.providerId,
    );
    const list = sql.raw(columns.join(', '));
    await scope.db.execute(sql`
      insert into ${sql.raw(name)} (${list})
      select ${list} from json_populate_recordset(null::${sql.raw(name)}, ${own}::json)`);
  }
  await scope.db.execute(sql`set local session_replication_role = origin`);
  await setSequences(scope, year);
  await scope.db
    .update(provider)
    .set({ lastInvoiceNumber: year.lastInvoiceNumber })
    .where(eq(provider.id, scope.providerId));
  await renewSecrets(scope);
  await scope.db.execute(sql`analyze ${sql.raw(year.tables.map(({ name }) => name).join(', '))}`);
  onDone(year.steps);
  return year.steps;
}

/** Sets the sequences of the loaded tables behind their rows. */
async function setSequences({ db: on }: WriteScope, { tables }: PreparedYear): Promise<void> {
  const names = sql.param(arrayParameter(tables.map(({ name }) => name)));
  const serials = await on.execute<{ name: string; column: string; sequence: string }>(sql`
    select t.name, quote_ident(a.attname) as column, pg_get_serial_sequence(t.name, a.attname) as sequence
    from unnest(${names}::text[]) as t (name) join pg_attribute a on a.attrelid = t.name::regclass and a.attnum > 0
    where not a.attisdropped and pg_get_serial_sequence(t.name, a.attname) is not null`);
  for (const { name, column, sequence } of serials) {
    await on.execute(
      sql`select setval(${sequence}::regclass, (select max(${sql.raw(column)}) from ${sql.raw(name)}))`,
    );
  }
}

/** Gives network users new passwords, and webhooks new secrets. */
async function renewSecrets({ db: on, providerId }: WriteScope): Promise<void> {
  const users = await on
    .select({ id: radcheck.id })
    .from(radcheck)
    .where(and(isPassword, eq(radcheck.value, '')));
  const ids = sql.param(arrayParameter(users.map(({ id }) => id)));
  const passwords = sql.param(arrayParameter(users.map(newPassword)));
  await on.execute(sql`
    update radius.radcheck c set value = n.password
    from unnest(${ids}::int[], ${passwords}::text[]) as n (id, password) where c.id = n.id`);
  const ofPartner = eq(webhook.providerId, providerId);
  for (const { id } of await on.select({ id: webhook.id }).from(webhook).where(ofPartner)) {
    const { secret: _, ...kept } = newSigningSecret('whsec', id);
    const sealedHeaders = sealHeaders(id, webhookHeaders);
    await on
      .update(webhook)
      .set({ ...kept, sealedHeaders })
      .where(and(ofPartner, eq(webhook.id, id)));
  }
}

/** Reads the file of a year; null without one. */
export function readYear(file: string | URL): PreparedYear | null {
  return existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) : null;
}
