import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { SECOND_MS } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { Cells, OpenCell } from './cells.ts';

/** The limit of one command of HAProxy with its answer, in ms. */
const COMMAND_MS = 10 * SECOND_MS;

/** Entries that one command of HAProxy takes: it reads commands of less than 16 KB. */
const ENTRIES = 150;

/** The SHA-256 of a text, as HAProxy writes it. The map is a file on the proxy, and some keys are secrets. */
const hashed = (text: string) => `upper(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'))`;

/**
 * Whatever names an account in a request: access ids, integrations, addresses of gateways. Links of payers and customers, and sessions of
 * staff, have the host name of the cell that made them, so only those of accounts that came from another cell are keys.
 */
const KEYS = `
  with account as (select id, move ? 'from' as came from provider where status <> 'MOVED')
  select ${hashed('c.access_id')} as key from access_credential c join account a on a.id = c.provider_id
  union all select ${hashed('i.id')} from integration i join account a on a.id = i.provider_id
  union all select ${hashed('g.token')} from gateway_account g join account a on a.id = g.provider_id
  union all select ${hashed('m.token')} from message_account m join account a on a.id = m.provider_id
  union all select ${hashed('k.token')} from checkout k join account a on a.id = k.provider_id where a.came
  union all select ${hashed('p.token')} from prompt p join account a on a.id = p.provider_id where a.came
  union all select upper(l.token_hash) from customer_page l join account a on a.id = l.provider_id where a.came
  union all select ${hashed('s.token')} from staff_session s join account a on a.id = s.active_provider_id where a.came
  order by key`;

/** The keys of each cell. Contract: Operator. */
export async function readMap(cells: OpenCell[]): Promise<{ cell: string; keys: string[] }[]> {
  return Promise.all(
    cells.map(async ({ name, database: { sql } }) => {
      const rows = await sql.unsafe<{ key: string }[]>(KEYS);
      return { cell: name, keys: rows.map(({ key }) => key) };
    }),
  );
}

/**
 * Writes the map from accounts to cells for the router, and loads it into the running HAProxy where a socket is configured: requests see
 * the old map or the new one. Contract: Operator.
 * @returns the number of keys
 * @throws CONFLICT without a router, when the file cannot be written, or when HAProxy refuses it
 */
export async function writeMap(cells: OpenCell[], { router }: Cells): Promise<number> {
  if (!router) throw refuse('CONFLICT', { message: 'The file of the cells names no router.' });
  const entries = (await readMap(cells)).flatMap(({ cell, keys }) => keys.map((key) => `${key} ${cell}`));
  await replaceFile(router.map, `${entries.join('\n')}\n`).catch((error: Error) => {
    throw refuse('CONFLICT', { message: `The map of the router cannot be written: ${error.message}.` });
  });
  if (router.socket) await load(router.socket, router.map, entries);
  return entries.length;
}

/** The file is complete at each moment. */
async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.unfinished`;
  let file: FileHandle | undefined;
  try {
    file = await open(unfinished, 'w', 0o644);
    await file.writeFile(text);
    await file.sync();
    await rename(unfinished, path);
  } finally {
    await file?.close();
    await rm(unfinished, { force: true });
  }
}

/** Replaces the map of a running HAProxy in one step. */
async function load(socket: string, map: string, entries: string[]): Promise<void> {
  const [, version] = /New version created: (\d+)/.exec(await command(socket, `prepare map ${map}`)) ?? [];
  if (version === undefined) throw refused('it does not use this map');
  for (let from = 0; from < entries.length; from += ENTRIES) {
    const answer = await command(
      socket,
      `add map @${version} ${map} <<\n${entries.slice(from, from + ENTRIES).join('\n')}\n`,
    );
    if (answer) throw refused(answer);
  }
  const answer = await command(socket, `commit map @${version} ${map}`);
  if (answer) throw refused(answer);
}

const refused = (reason: string) =>
  refuse('CONFLICT', {
    message: `The map is written, and HAProxy did not load it: ${reason}. Reload HAProxy.`,
  });

/** Sends a command to HAProxy. @returns the answer, without blank lines */
function command(path: string, text: string): Promise<string> {
  return new Promise((done, fail) => {
    let answer = '';
    const socket = connect({ path, signal: AbortSignal.timeout(COMMAND_MS) });
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => done(answer.trim()));
    socket.on('error', ({ message }) => fail(refused(message)));
    socket.end(`${text}\n`);
  });
}
