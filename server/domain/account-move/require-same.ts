import { refuse } from '../../contract/errors.ts';
import { databaseError } from '../../db/errors.ts';
import { schemaOf } from '../account-archive/format.ts';
import { opensSecretsOf } from '../secrets/opens-secrets.ts';
import type { OpenCell } from './cells.ts';
import { withoutTriggers } from './copy-table.ts';

/** A row whose hash differs where two servers hash values differently. */
const PROBE = `select hash_record_extended(row('demarc'::text collate "C", 1::bigint, '2026-01-01'::timestamptz, '{"a": [1]}'::jsonb), 0)::text as hash`;

/**
 * Checks that rows of a cell can be copied to another one.
 * @throws CONFLICT with the reason and the remedy
 */
export async function requireSame(source: OpenCell, target: OpenCell): Promise<void> {
  const [here, there] = await Promise.all([source, target].map(({ database }) => schemaOf(database.sql)));
  if (here?.newest !== there?.newest) {
    throw conflict(
      `The cell ${source.name} has the schema of ${here?.migrations} migrations, ${target.name} that of ${there?.migrations}. Run one release in both.`,
    );
  }
  const [ours, theirs] = await Promise.all(
    [source, target].map(({ database }) => database.sql.unsafe(PROBE)),
  );
  if (ours?.[0]?.hash !== theirs?.[0]?.hash)
    throw conflict('The PostgreSQL of both cells must have one major version and one architecture.');
  await target.database.sql.begin(withoutTriggers).catch((error: unknown) => {
    if (databaseError(error)?.code !== '42501') throw error;
    throw conflict(
      `The role of the cell ${target.name} may not write as replication does. As a superuser there: grant set on parameter session_replication_role to the role (PostgreSQL 15 and newer).`,
    );
  });
  for (const { name, database } of [source, target]) {
    if ((await opensSecretsOf(database.db)) === false)
      throw conflict(`SECRETS_KEY does not open the secrets of the cell ${name}. All cells need one key.`);
  }
}

const conflict = (message: string) => refuse('CONFLICT', { message });
