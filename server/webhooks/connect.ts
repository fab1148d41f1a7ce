import { once } from 'node:events';
import type { LookupFunction, Socket } from 'node:net';
import { isIP, connect as openSocket } from 'node:net';
import { buildConnector } from 'undici';
import { LimitedConnection } from '../limited-connection.ts';
import { MAX_HANDSHAKE, outgoingTls } from '../outgoing-tls.ts';
import { type CostlyHandshakes, createCostlyHandshakes } from './costly-handshakes.ts';
import { type Address, isReachable, resolveHost } from './guard.ts';
import { dropInterimResponses } from './interim-responses.ts';
import { readInTurns } from './read-in-turns.ts';

/** Deliveries to this host are not allowed. */
class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

/** A host without an address. */
class NameNotResolved extends Error {
  readonly code = 'DNS_FAILURE';
}

/** The TCP connection was not made in time. */
class ConnectTimeout extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Of this process, to all hosts. */
const costlyHandshakes = createCostlyHandshakes();

const HANDSHAKE_LIMITS = { betweenWrites: MAX_HANDSHAKE, message: 'the TLS handshake is too long' };

type Choice = {
  /** The authorities of certificates; by default those of Node. */
  ca?: string;
  handshakes?: CostlyHandshakes;
};

/**
 * Opens connections to public addresses only, also if the name resolved to one at registration. A literal address needs no
 * look-up, so it is checked before. The connection uses the addresses that the look-up returned.
 * @param timeout ms
 */
export function guardedConnector(
  livemode: boolean,
  timeout: number,
  { ca, handshakes = costlyHandshakes }: Choice = {},
): buildConnector.connector {
  const lookup: LookupFunction = (hostname, { all, family }, done) => {
    addressesOf(hostname, livemode, family).then(
      (found) => {
        const [first] = found;
        if (all) done(null, found);
        else done(null, first?.address ?? '', first?.family);
      },
      (error) => done(error, ''),
    );
  };
  const connect = buildConnector({ timeout, lookup, ...outgoingTls, ca } as buildConnector.BuildOptions);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const connected: buildConnector.Callback = (...made) => {
      const [, socket] = made;
      if (socket) {
        dropInterimResponses(socket);
        readInTurns(socket);
      }
      callback(...made);
    };
    if (isIP(host) && !isReachable(host, [host], livemode)) callback(new AddressNotAllowed(host), null);
    else if (options.protocol !== 'https:') connect(options, connected);
    else {
      openTcp({ host, port: Number(options.port || 443), lookup }, timeout, handshakes).then(
        ({ socket, address }) => {
          const limited = new LimitedConnection(socket, HANDSHAKE_LIMITS);
          // The type requires a socket. TLS takes any stream.
          connect({ ...options, httpSocket: limited as unknown as Socket }, (...made) => {
            const [, tls] = made;
            // The part with the last bytes of the handshake may still be passed on.
            setImmediate(() => handshakes.took(address, limited.passedOnForMs));
            if (tls) limited.limitToData(tls);
            connected(...made);
          });
        },
        (error) => callback(error, null),
      );
    }
  };
}

/**
 * Opens a connection whose handshake may begin.
 * @param timeout ms, for the connection and for its turn
 */
async function openTcp(
  target: { host: string; port: number; lookup: LookupFunction },
  timeout: number,
  handshakes: CostlyHandshakes,
): Promise<{ socket: Socket; address: string }> {
  const socket = openSocket({ ...target, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
  const limit = setTimeout(() => socket.destroy(new ConnectTimeout(target.host)), timeout);
  socket.once('close', () => clearTimeout(limit));
  await once(socket, 'connect');
  const address = socket.remoteAddress ?? '';
  // While it waits, the socket has no other reader of its errors.
  const ended = once(socket, 'close').then(() => false);
  const hasTurn = await Promise.race([handshakes.turnOf(address, timeout), ended]);
  clearTimeout(limit);
  if (hasTurn) return { socket, address };
  socket.destroy();
  throw new ConnectTimeout(target.host);
}

async function addressesOf(
  name: string,
  livemode: boolean,
  family: number | string | undefined,
): Promise<Address[]> {
  const host = name.toLowerCase().replace(/\.$/, '');
  const found = await resolveHost(host, livemode).catch(() => {
    throw new NameNotResolved(host);
  });
  if (
    !isReachable(
      host,
      found.map(({ address }) => address),
      livemode,
    )
  ) {
    throw new AddressNotAllowed(host);
  }
  const wanted = family === 4 || family === 6 ? found.filter((one) => one.family === family) : found;
  if (wanted.length === 0) throw new NameNotResolved(host);
  return wanted;
}
