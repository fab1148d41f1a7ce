import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { auditEntry, provider } from '../../drizzle/schema/provider.ts';
import { radcheck } from '../../drizzle/schema/radius.ts';
import { webhook } from '../../drizzle/schema/webhook.ts';
import { realNow } from '../clock.ts';
import { db } from '../db/client.ts';
import { createPartner } from '../domain/partner/create.ts';
import { transaction } from '../work/transaction.ts';
import { demoHistory, playHistory } from './history.ts';
import { isPassword, type PreparedYear } from './prepared-year.ts';
import type { Appointment } from './year-text.ts';

/**
 * Plays the year in an empty database and reads its rows. Secrets are left out: `loadYear` makes new ones.
 * @throws the refusal of a verb
 */
export async function recordYear(): Promise<PreparedYear> {
  const now = realNow();
  const { providerId } = await createPartner({
    name: 'Demo',
    email: 'demo@demo-isp.example',
    livemode: false,
    now,
  });
  // Whoever loads the year creates a partner as well, which has such an entry of its own.
  await db().transaction(async (tx) => {
    await tx.execute(sql`set local demarc.audit_may_go = 'on'`);
    await tx.delete(auditEntry).where(eq(auditEntry.providerId, providerId));
  });
  const before = await filledTables();
  const caller = { type: 'system', name: 'demo' } as const;
  const steps = await transaction({ providerId, caller, correlationId: randomUUID(), now }, (scope) =>
    playHistory(scope, demoHistory(now)),
  );
  await db().update(radcheck).set({ value: '' }).where(isPassword);
  await db().update(webhook).set({ sealedSecret: '', sealedHeaders: '', secretLast4: '' });
  const names = (await filledTables()).filter((name) => !before.includes(name));
  const tables = await Promise.all(names.map(rowsOf));
  const [partner] = await db().select({ last: provider.lastInvoiceNumber }).from(provider);
  const appointments = await db().execute<Appointment>(sql`
    select to_json(scheduled_at) #>> '{}' as "scheduledAt", to_json(installed_at) #>> '{}' as "installedAt" from installation where scheduled_at is not null`);
  return {
    ...{ now: now.toISOString(), providerId, steps, lastInvoiceNumber: partner?.last ?? 0 },
    ...{ appointments: [...appointments], tables },
  };
}

/** The tables with rows, partitions left out, as SQL names them. */
async function filledTables(): Promise<string[]> {
  const tables = await db().execute<{ name: string }>(sql`
    select format(case when n.nspname = 'public' then '%2$I' else '%1$I.%2$I' end, n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'radius') and c.relkind in ('r', 'p') and not c.relispartition order by name`);
  const filled = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await db().execute<{ any: boolean }>(
        sql`select exists (select from ${sql.raw(name)}) as any`,
      );
      return row?.any ? [name] : [];
    }),
  );
  return filled.flat();
}

async function rowsOf(name: string): Promise<PreparedYear['tables'][number]> {
  const columns = await db().execute<{ name: string }>(sql`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`);
  const list = columns.map((column) => column.name);
  const [found] = await db().execute<{ rows: string }>(sql`
    select json_agg(t)::text as rows from (select ${sql.raw(list.join(', '))} from ${sql.raw(name)}) t`);
  return { name, columns: list, rows: found?.rows ?? '[]' };
}

/** Writes a year to a file, compressed. */
export function writeYear(file: string, year: PreparedYear): void {
  writeFileSync(file, gzipSync(JSON.stringify(year)));
}
