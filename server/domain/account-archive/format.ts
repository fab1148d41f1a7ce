import { z } from 'zod';
import type { Client } from '../../db/driver/drizzle.ts';
import { fingerprints } from '../../sealed.ts';

/** The first file of an archive. */
export const MANIFEST = 'manifest.json';
/** The last file: without it the archive is incomplete. */
export const SUMMARY = 'summary.json';
/** A part of a table: `tables/radius.radacct/000001.jsonl`, one row a line. */
export const PART = /^tables\/([a-z_.]+)\/\d{6}\.jsonl$/;

/** The name of a part; numbers start at 1. */
export const partName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.jsonl`;

/** The largest file in an archive, in bytes. */
export const MAX_FILE = 256 * 1024 * 1024;

export const manifest = z.object({
  format: z.literal('demarc-account'),
  version: z.literal(1),
  account: z.object({ id: z.string(), name: z.string(), livemode: z.boolean(), status: z.string() }),
  /** Real time, ISO 8601. */
  exportedAt: z.string(),
  schema: z.object({ migrations: z.number(), newest: z.string() }),
  /** Shows whether a database has the key that encrypted the secrets. */
  secretsKey: z.string(),
});

/** What each table has, and the proof of it. */
export const summary = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  proof: z.string(),
});

/**
 * The proofs, by the keys of this installation, that an installation with the key wrote an archive. Its rows are taken without
 * validation, so a file that was made otherwise is none. Contract: Operator.
 * @param head the text of the manifest
 */
export const proofsOf = (head: string, tables: z.infer<typeof summary>['tables']) =>
  fingerprints(`archive of an account ${head}${JSON.stringify(tables)}`);

/** What makes the tables of two databases equal: the number of their migrations and the hash of the newest one. */
export async function schemaOf(client: Pick<Client, 'unsafe'>): Promise<z.infer<typeof manifest>['schema']> {
  const [found] = await client.unsafe<[{ migrations: number; newest: string }]>(
    `select count(*)::int as migrations, (array_agg(hash order by created_at desc))[1] as newest
     from drizzle.__drizzle_migrations`,
  );
  return found as { migrations: number; newest: string };
}

/** Fingerprints of the keys of this installation: the present one, and during a rotation the one before. */
export const keysOfInstallation = () => fingerprints('archive of an account');
