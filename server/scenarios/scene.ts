import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { auditBooks } from '../../test/books/check.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { WriteScope } from '../db/scope.ts';
import type { Origin } from '../db/transaction.ts';
import { withAnnouncedRefusals } from '../state/announced-refusal.ts';

/**
 * A database of this file's own, open while its tests run. After each test its books have to be in order.
 * @param audited false where tests write into tables past the domain
 */
export function useDatabase({ audited = true } = {}): { current: Database } {
  const held = {} as { current: Database };
  beforeAll(async () => {
    held.current = openDatabase(await freshDatabase());
  });
  afterEach(async () => {
    if (audited) expect(await auditBooks(held.current.db)).toEqual([]);
  });
  afterAll(async () => {
    await held.current?.close();
  });
  return held;
}

/** A sandbox provider with nothing in it, and a way to act for it at an instant. */
export async function newProvider({ sql }: Database, { livemode = false, taxRate = '0' } = {}) {
  const at = new Date('2026-01-01T00:00:00.000Z');
  const iso = at.toISOString();
  const organisationId = newId('organisation', at);
  const providerId = newId('provider', at);
  await sql`insert into organisation (id, name, created_at, updated_at) values (${organisationId}, 'Test', ${iso}, ${iso})`;
  await sql`
    insert into provider (id, organisation_id, name, livemode, tax_rate, created_at, updated_at)
    values (${providerId}, ${organisationId}, 'Test', ${livemode}, ${taxRate}, ${iso}, ${iso})`;
  const origin = (now?: Date): Origin => ({
    providerId,
    caller: { type: 'system', name: 'scenario' },
    correlationId: randomUUID(),
    now,
  });
  return {
    providerId,
    /** Runs one unit of work at an instant of the provider's time. */
    at: <T>(now: Date, work: (scope: WriteScope) => Promise<T>) => withAnnouncedRefusals(origin(now), work),
  };
}
