import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import postgres, { type Sql } from 'postgres';
import { monotonicMs } from '../../clock.ts';
import { metrics } from '../../metrics.ts';
import { type Answers, followAnswers } from './answers.ts';
import { arrayTypes } from './array-types.ts';
import { readInTurns } from './read-in-turns.ts';
import { withTls } from './tls.ts';
import { adaptPool, connectionLost } from './transactions.ts';

/** Period of the check of all connections, in ms. A server that is away is dialled once in each. */
const CHECK_MS = 250;
/**
 * Time without an answer after which the server is probed, in ms. With two checks and ANSWER_MS a request waits less than two
 * seconds for a server that froze.
 */
const SUSPECT_MS = 200;
/** A server that answered a probe is not probed at the next check, because each probe costs it a process; in ms. */
const TRUSTED_MS = 300;
/** Time in which the server accepts a connection, and answers a probe, in ms. A lost first packet is repeated after one second. */
const ANSWER_MS = 1_250;
/** Steps in which this time is counted. */
const ANSWER_STEPS = 5;
/** Time in which a session is ready, in s. */
const SESSION_S = 10;

/** Statements on one connection that have no answer yet: more than there ever are. */
const MAX_PIPELINE = 1_000_000;

/** PostgreSQL's SSLRequest. The answer is one byte, before authentication and even while the server starts up. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const SSL_ACCEPTED = 0x53;
/** The first byte of a session that is refused, as while the server starts up. */
const ERROR_RESPONSE = 0x45;

type Options = postgres.Options<Record<string, postgres.PostgresType>> & {
  /** Called for each NOTIFY of a channel to which a connection listens. The types of the driver lack it. */
  onnotify?: (channel: string, payload: string) => void;
};

/** The parsed address of a server. The types of the driver do not name what it takes from the query of the URL. */
type Address = {
  host: string[];
  port: number[];
  path: string | false;
  ssl: boolean | 'require' | 'allow' | 'prefer' | 'verify-full' | object;
  sslnegotiation: 'direct' | null;
};

/** A pool of the driver that is used until it loses a connection. */
type Generation = { sql: Sql; isLost: boolean };

/**
 * A pool of connections that survives the loss of its server. While the server is away, statements fail at once with an
 * error for which `isDatabaseUnavailable` holds. All statements are prepared.
 *
 * The driver does not clean a connection that the server closed: the next session can get statements of a lost transaction,
 * outside any transaction, and answers can reach the wrong statement. A pool that lost a connection is therefore replaced;
 * what runs on its other connections finishes there (docs/decisions/0042-lost-connections.md).
 */
export function openPool(location: string, options: Options): Sql {
  const { url, ...tls } = withTls(location);
  // This pool never connects. drizzle sets its parsers in the parsed options, which all generations share. The types of the
  // driver differ for options as given and as parsed.
  const parsed = postgres(url, {
    ...options,
    ...tls,
    ...{ fetch_types: false, types: arrayTypes, backoff: 0, connect_timeout: SESSION_S },
  } as unknown as Options).options;
  const address = parsed as unknown as Address;
  const sockets = new Map<Socket, Answers>();
  /** Why the server is away; undefined while it is not. */
  let away: Error | undefined;
  let isProbing = false;
  /** Until when the last answer to a probe counts; ms of the monotonic clock. */
  let trustedUntil = 0;
  let current = nextGeneration();

  function nextGeneration(): Generation {
    const generation = { isLost: false } as Generation;
    const own = {
      socket: () => open(generation),
      ssl: false,
      // With several hosts the driver would repeat a failed connection without a pause.
      ...{ host: address.host.slice(0, 1), port: address.port.slice(0, 1) },
      // See `reservable`. Slots limit the statements that are under way.
      max_pipeline: MAX_PIPELINE,
      // They are among the parsers already. The driver would copy them for each transaction.
      types: {},
    };
    generation.sql = adaptPool(postgres({ ...parsed, ...own } as unknown as Options) as Sql, () =>
      lose(generation),
    );
    return generation;
  }

  function lose(generation: Generation): void {
    if (generation.isLost) return;
    generation.isLost = true;
    if (current === generation) current = nextGeneration();
    // Connections that the driver lost never end, so nothing waits for this.
    void generation.sql.end();
  }

  async function open(generation: Generation): Promise<Duplex> {
    if (generation.isLost) return brokenSocket(connectionLost());
    if (away) return brokenSocket(away);
    let socket: Socket;
    try {
      socket = reservable(await dial(address));
    } catch (error) {
      away = connectionLost(error);
      return brokenSocket(away);
    }
    // A server that froze still accepts connections.
    if (away) {
      socket.destroy();
      return brokenSocket(away);
    }
    let isAccepted = false;
    socket.once('data', (data: Buffer) => {
      isAccepted = data[0] !== ERROR_RESPONSE;
    });
    // The driver connects again without a pause when the server closes without an error.
    socket.on('end', () => socket.writableEnded || socket.destroy(connectionLost()));
    socket.on('error', (error) => {
      if (!isAccepted) away = connectionLost(error);
      lose(generation);
    });
    socket.on('close', () => {
      sockets.delete(socket);
      metrics.connectionClosed();
    });
    metrics.connectionOpened();
    sockets.set(socket, followAnswers(socket));
    readInTurns(socket);
    return socket;
  }

  /** Whether statements have had no answer for so long that the server may be away. */
  function isSuspect(): boolean {
    const before = monotonicMs() - SUSPECT_MS;
    return [...sockets.values()].some(({ waitsSince }) => waitsSince !== null && waitsSince < before);
  }

  /** Ends the connections of a server that answers neither them nor a probe, and finds out when it is back. */
  async function check(): Promise<void> {
    const began = monotonicMs();
    if (isProbing || !(away || (began > trustedUntil && isSuspect()))) return;
    isProbing = true;
    try {
      await probe(address);
      away = undefined;
      trustedUntil = monotonicMs() + TRUSTED_MS;
    } catch (error) {
      away = connectionLost(error);
      // Also those that began to wait meanwhile. Each would otherwise wait for a probe of its own.
      for (const [socket, { waitsSince, heardAt }] of sockets) {
        if (waitsSince !== null && heardAt < began) socket.destroy(away);
      }
    }
    isProbing = false;
  }
  const checking = setInterval(() => void check(), CHECK_MS).unref();

  async function end(options?: { timeout?: number }): Promise<void> {
    clearInterval(checking);
    await current.sql.end(options);
    for (const socket of sockets.keys()) socket.destroy(connectionLost());
  }

  // The target is a function, because only then the proxy can be called like the driver.
  return new Proxy((() => {}) as unknown as Sql, {
    apply: (_, __, args) => Reflect.apply(current.sql, undefined, args),
    get: (_, name) => (name === 'end' ? end : Reflect.get(current.sql, name)),
  });
}

/**
 * The driver does not reserve the connection of a BEGIN when the socket reports a full buffer, or when many statements wait on it.
 * The transaction then stays open, and statements of others become part of it.
 */
function reservable(socket: Socket): Socket {
  const { write } = socket;
  socket.write = (...args: unknown[]) => {
    Reflect.apply(write, socket, args);
    return true;
  };
  return socket;
}

/** Opens a connection, encrypted if the address says so. */
function dial(address: Address): Promise<Socket> {
  return withConnection(address, async (socket, host) =>
    address.ssl ? encrypt(socket, address, host) : socket,
  );
}

/** Resolves when the server answers. */
async function probe(address: Address): Promise<void> {
  await withConnection(address, async (socket) => {
    await firstByte(socket);
    socket.destroy();
  });
}

type Work<T> = (socket: Socket, host: string) => Promise<T>;

/** Does `work` on a connection to the first host on which it succeeds. */
async function withConnection<T>({ path, host, port }: Address, work: Work<T>): Promise<T> {
  let failure: unknown;
  for (const [n, name] of host.entries()) {
    const socket = path ? connect(path) : connect(port[n] as number, name);
    try {
      return await withinLimit(socket, () => work(socket, name));
    } catch (error) {
      failure = error;
      socket.on('error', () => {}).destroy();
    }
  }
  throw failure;
}

/** Waits for the connection and does `work`, both within ANSWER_MS; else the connection ends. */
async function withinLimit<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  const fail = () => socket.destroy(connectionLost());
  let isDone = false;
  let steps = 0;
  // A process that is busy reads nothing. However long it is, it counts as one step, and what has arrived is read before the end.
  const limit = setInterval(() => {
    steps++;
    if (steps === ANSWER_STEPS) setImmediate(() => isDone || fail());
  }, ANSWER_MS / ANSWER_STEPS);
  socket.once('end', fail);
  try {
    await once(socket, 'connect');
    return await work();
  } finally {
    isDone = true;
    clearInterval(limit);
    socket.off('end', fail);
  }
}

async function firstByte(socket: Socket): Promise<number | undefined> {
  socket.write(SSL_REQUEST);
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data[0];
}

/** The modes of libpq that encrypt without a check of the certificate. */
const unverified = new Set<unknown>(['require', 'allow', 'prefer']);

/** The driver's own encryption removes the listeners that detect a loss. */
async function encrypt(socket: Socket, { ssl, sslnegotiation }: Address, host: string): Promise<Socket> {
  const isDirect = sslnegotiation === 'direct';
  if (!isDirect && (await firstByte(socket)) !== SSL_ACCEPTED) {
    if (ssl === 'prefer') return socket;
    throw new Error('the database does not offer TLS');
  }
  const secure = connectTls({
    socket,
    ...(isIP(host) ? {} : { servername: host }),
    ...(isDirect && { ALPNProtocols: ['postgresql'] }),
    ...(typeof ssl === 'object' ? ssl : { rejectUnauthorized: !unverified.has(ssl) }),
  });
  await once(secure, 'secureConnect');
  return secure;
}

/** The driver does not expect that opening a socket fails. This one fails when it is used. */
function brokenSocket(error: Error): Duplex {
  const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done(error) });
  // A connection that was lost before may never write again.
  setTimeout(() => socket.destroy(error), CHECK_MS).unref();
  return socket;
}
