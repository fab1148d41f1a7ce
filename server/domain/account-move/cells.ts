import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import { type Database, openFurtherDatabase } from '../../db/client.ts';
import { requireClock } from '../../probes/clock-skew.ts';

/** Connections to each cell: one that holds a snapshot, and those that read and write. */
const CONNECTIONS = 6;

const cell = z.strictObject({
  /** Lower-case letters, digits and dashes: it is part of names in the router. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/),
  /** Of a role that may set session_replication_role. */
  databaseUrl: z.string().regex(/^postgres(ql)?:\/\//),
});

const file = z
  .strictObject({
    cells: z.array(cell).min(1),
    router: z
      .strictObject({
        /** The map from accounts to cells. */
        map: z.string(),
        /** The administration socket of a running HAProxy. */
        socket: z.string().optional(),
      })
      .optional(),
  })
  .refine(({ cells }) => new Set(cells.map(({ name }) => name)).size === cells.length, {
    message: 'Two cells have one name.',
  });

/** The cells of an installation and its router. */
export type Cells = z.infer<typeof file>;

/** A cell whose database is open. */
export type OpenCell = { name: string; database: Database };

/**
 * Reads the file of cells.
 * @throws CONFLICT with the fault; what the file system refuses
 */
export async function readCells(path: string): Promise<Cells> {
  const text = await readFile(path, 'utf8');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw refuse('CONFLICT', { message: `${path} is not JSON.` });
  }
  const read = file.safeParse(content);
  if (read.success) return read.data;
  const [{ path: place, message } = { path: [], message: '' }] = read.error.issues;
  throw refuse('CONFLICT', { message: `${path}: ${place.join('.')}: ${message}` });
}

/**
 * Runs work with the databases of all cells open.
 * @throws CONFLICT with the cell that does not answer, is not migrated or has another clock
 */
export async function withCells<T>({ cells }: Cells, work: (open: OpenCell[]) => Promise<T>): Promise<T> {
  const open = cells.map(({ name, databaseUrl }) => ({
    name,
    database: openFurtherDatabase(databaseUrl, CONNECTIONS),
  }));
  try {
    await Promise.all(open.map(requireDemarc));
    return await work(open);
  } finally {
    await Promise.all(open.map(({ database }) => database.close()));
  }
}

async function requireDemarc({ name, database: { sql } }: OpenCell): Promise<void> {
  const refused = (reason: string) => refuse('CONFLICT', { message: `The cell ${name}: ${reason}.` });
  const [found] = await requireClock(sql)
    .then(() => sql<{ isMigrated: boolean }[]>`select to_regclass('provider') is not null as "isMigrated"`)
    .catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw refused(reason);
    });
  if (!found?.isMigrated) throw refused('its database is not migrated. Run migrate with it');
}
