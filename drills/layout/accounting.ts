import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../server/db/driver/session.ts';
import { decodeResponse, encodeRequest, numberAttribute, textAttribute } from '../../server/radius/packet.ts';

/** The secret of the client `localhost` in FreeRADIUS's stock configuration. */
const SECRET = 'testing123';
const ACCOUNTING_REQUEST = 4;
/** As a router: three tries, two seconds each, then the next server. After the last one the packet is lost. */
const TRIES = 3;
const ANSWERED_WITHIN_MS = 2_000;
/** A session starts this often, in ms. */
const EVERY_MS = 500;
/** How long sessions last in turn, in ms: some end while their start waits on a disk, some after it was read. */
const LASTS_MS = [3_000, 60_000];

/** A session whose start was acknowledged. `octets` is null unless its end was acknowledged too. */
type Session = { id: string; octets: number | null };

/**
 * A router that starts and ends sessions of a user at several servers, until it is stopped. Each session begins with the next server.
 * @param userName of a subscription in service
 */
export function startRouter(servers: string[], userName: string) {
  const sessions: Session[] = [];
  let unanswered = 0;
  let isOver = false;
  let next = 0;
  const open = new Set<Promise<void>>();

  async function account(attributes: ReturnType<typeof textAttribute>[], from: number): Promise<boolean> {
    for (let turn = 0; turn < servers.length; turn++) {
      const server = servers[(from + turn) % servers.length] as string;
      if (await send(server, encodeRequest(ACCOUNTING_REQUEST, next++ % 256, attributes, SECRET)))
        return true;
    }
    unanswered++;
    return false;
  }

  async function session(number: number): Promise<void> {
    const id = `drill-${number}`;
    const octets = 1_000 + number;
    const named = [textAttribute(1, userName), textAttribute(44, id)];
    if (!(await account([...named, numberAttribute(40, 1)], number))) return;
    const made: Session = { id, octets: null };
    sessions.push(made);
    const lastsMs = LASTS_MS[number % LASTS_MS.length] as number;
    await sleep(lastsMs);
    const counters = [
      numberAttribute(42, octets),
      numberAttribute(43, octets),
      numberAttribute(46, lastsMs / 1_000),
    ];
    if (await account([...named, numberAttribute(40, 2), ...counters], number)) made.octets = octets;
  }

  const all = (async () => {
    for (let number = 0; !isOver; number++) {
      const one = session(number).finally(() => open.delete(one));
      open.add(one);
      await sleep(EVERY_MS);
    }
  })();

  return {
    sessions,
    unanswered: () => unanswered,
    async stop() {
      isOver = true;
      await all;
      await Promise.all(open);
    },
  };
}

/** Sends a packet as a router does. Returns whether the server answered it. */
async function send(server: string, packet: Buffer): Promise<boolean> {
  const socket: Socket = createSocket('udp4');
  try {
    let isAnswered = false;
    socket.on('message', (answer) => {
      if (decodeResponse(answer, packet, SECRET)) isAnswered = true;
    });
    // A closed port; the next try follows.
    socket.on('error', () => {});
    for (let tried = 0; tried < TRIES && !isAnswered; tried++) {
      socket.send(packet, 1_813, server, () => {});
      for (let waited = 0; waited < ANSWERED_WITHIN_MS && !isAnswered; waited += 20) await sleep(20);
    }
    return isAnswered;
  } finally {
    socket.close();
  }
}

/** Acknowledged accounting that is not in the database, or not as it was sent. */
export async function missingAccounting(sql: Sql, sessions: readonly Session[]): Promise<string[]> {
  const rows = await sql<{ id: string; octets: string | null; ended: boolean }[]>`
    select acctsessionid as id, acctinputoctets as octets, acctstoptime is not null as ended
    from radius.radacct where acctsessionid like 'drill-%'`;
  const known = new Map(rows.map((row) => [row.id, row]));
  const absent = sessions.filter(({ id }) => !known.has(id));
  const open = sessions.filter(({ id, octets }) => {
    const row = known.get(id);
    return row && octets !== null && (!row.ended || Number(row.octets) !== octets);
  });
  return [
    ...(absent.length > 0
      ? [`${absent.length} sessions of ${sessions.length} are missing: ${listed(absent)}`]
      : []),
    ...(open.length > 0
      ? [`${open.length} ends of ${sessions.length} sessions are missing: ${listed(open)}`]
      : []),
    ...(rows.length > known.size ? [`${rows.length - known.size} sessions are there twice`] : []),
  ];
}

const listed = (sessions: Session[]) =>
  sessions
    .slice(0, 9)
    .map(({ id }) => id)
    .join(', ');
