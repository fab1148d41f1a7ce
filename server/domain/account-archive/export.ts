import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, link, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import { db } from '../../db/client.ts';
import { clientOf } from '../../db/driver/drizzle.ts';
import { audit } from '../../work/audit.ts';
import { asOperator } from '../partner/as-operator.ts';
import { showPartner } from '../partner/read.ts';
import { keysOfInstallation, MANIFEST, partName, proofsOf, SUMMARY, schemaOf } from './format.ts';
import { type Digest, digester, linesOf } from './read-rows.ts';
import { type AccountTable, accountTables } from './tables.ts';

/** Characters of a part after which the next one begins. */
const PART_SIZE = 4 * 1024 * 1024;

export type ExportedAccount = {
  file: string;
  /** The SHA-256 of the file, hex. */
  sha256: string;
  tables: Record<string, Digest>;
};

/**
 * Writes all rows of an account, as of one instant, to an archive: a tar file compressed by gzip, with a table a folder and a row a
 * line of JSON. The account may be in use. The file appears when it is complete; only its owner may read it, because it has
 * passwords. Contract: Operator.
 * @throws NOT_FOUND; CONFLICT for a file that exists; what the file system refuses
 */
export async function exportAccount(providerId: string, file: string): Promise<ExportedAccount> {
  const { name, livemode, status } = await showPartner(providerId);
  if (await exists(file)) throw refuse('CONFLICT', { message: `${file} exists.` });
  const unfinished = `${file}.${process.pid}.unfinished`;
  const archive = pack();
  const written = pipeline(
    archive,
    createGzip(),
    createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
  );
  // Awaited below. Until then a failure must not count as unhandled.
  written.catch(() => {});
  try {
    await asOperator(providerId, async (scope) =>
      audit(scope, 'provider.write_archive', { type: 'provider', id: providerId }),
    );
    const add = addTo(archive, written);
    const tables = await db().transaction(
      async (tx) => {
        const client = clientOf(tx);
        const head = asText({
          format: 'demarc-account',
          version: 1,
          account: { id: providerId, name, livemode, status },
          exportedAt: realNow().toISOString(),
          schema: await schemaOf(client),
          secretsKey: keysOfInstallation()[0],
        });
        await add(MANIFEST, head);
        const digests: Record<string, Digest> = {};
        for (const table of await accountTables(client)) {
          if (table.isArchived) digests[table.name] = await addTable(add, client, table, providerId);
        }
        await add(SUMMARY, asText({ tables: digests, proof: proofsOf(head, digests)[0] }));
        return digests;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    archive.finalize();
    await written;
    // Unlike a rename it never replaces a file.
    await link(unfinished, file);
    return { file, sha256: await sha256Of(file), tables };
  } catch (error) {
    archive.destroy();
    throw await written.then(
      () => error,
      // The cause of the file system, unless the archive was ended here.
      (cause: NodeJS.ErrnoException) => (cause.code === 'ERR_STREAM_PREMATURE_CLOSE' ? error : cause),
    );
  } finally {
    await rm(unfinished, { force: true });
  }
}

const asText = (content: object) => `${JSON.stringify(content, null, 2)}\n`;

type Add = (name: string, content: string) => Promise<void>;

/** Adds files to the archive, each when the one before has been taken. It fails when the archive cannot be written. */
function addTo(archive: Pack, written: Promise<void>): Add {
  return (name, content) => {
    const data = Buffer.from(content);
    const added = new Promise<void>((done, fail) => {
      const entry = archive.entry({ name, size: data.length, mode: 0o600, mtime: new Date(0) }, (error) =>
        error ? fail(error) : done(),
      );
      entry.end(data);
    });
    return Promise.race([added, written]);
  };
}

async function addTable(
  add: Add,
  client: ReturnType<typeof clientOf>,
  table: AccountTable,
  providerId: string,
): Promise<Digest> {
  const digest = digester();
  let part = 0;
  let lines: string[] = [];
  let size = 0;
  const flush = async () => {
    if (lines.length > 0) await add(partName(table.name, ++part), `${lines.join('\n')}\n`);
    lines = [];
    size = 0;
  };
  for await (const chunk of linesOf(client, table, providerId)) {
    digest.add(chunk);
    for (const line of chunk) {
      lines.push(line);
      size += line.length;
      if (size >= PART_SIZE) await flush();
    }
  }
  await flush();
  return digest.end();
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
