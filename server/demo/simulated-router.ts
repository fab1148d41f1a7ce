import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { SECOND_MS } from '../clock.ts';
import { db } from '../db/client.ts';
import { encodeNasAnswer, type NasReply, type NasRequest, readNasRequest } from './nas-packet.ts';
import { SERVERS, simulateMinute } from './simulated-network.ts';

/** The time in which the router of a disconnected customer dials in again, in ms. */
const RETURN_MS = 5 * SECOND_MS;

/** Error-Cause 503: the session is not there (RFC 5176, section 3.5). */
const NO_SESSION = { errorCause: 503 };

type Options = {
  /** The demo's provider. */
  providerId: string;
  /** The shared secret of the demo's network servers. */
  secret: string;
  log: Pick<Logger, 'warn'>;
};

/**
 * The network servers of the demo, as one that receives the requests for all of them over real UDP. A Disconnect-Request ends the
 * session with the Stop that a router would send, and the customer dials in again some seconds later, unless RADIUS refuses the user. A
 * CoA-Request is accepted, because the simulated traffic follows the speed of the subscription.
 */
export async function startRouter({ providerId, secret, log }: Options) {
  const socket = createSocket('udp4');
  const returns = new Set<NodeJS.Timeout>();
  const warn = (err: unknown) => log.warn({ err }, 'the demo router failed');
  socket.on('error', warn);
  socket.on('message', (packet, { port, address }) => {
    const request = readNasRequest(packet, secret);
    if (!request) return;
    answerOf(request)
      .then((reply) => {
        socket.send(encodeNasAnswer(packet, reply, secret), port, address);
      })
      .catch(warn);
  });

  async function answerOf({ name, attributes }: NasRequest): Promise<Exclude<NasReply, 'silence'>> {
    const session = { user: attributes['User-Name'] ?? '', id: attributes['Acct-Session-Id'] ?? '' };
    if (name !== 'Disconnect-Request') return (await isOpen(providerId, session)) ? 'ack' : NO_SESSION;
    if (!(await endSession(providerId, session))) return NO_SESSION;
    const timer = setTimeout(() => {
      returns.delete(timer);
      simulateMinute(providerId).catch(warn);
    }, RETURN_MS).unref();
    returns.add(timer);
    return 'ack';
  }

  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return {
    address: `udp://127.0.0.1:${(socket.address() as AddressInfo).port}`,
    stop: () => {
      for (const timer of returns) clearTimeout(timer);
      socket.close();
    },
  };
}

type Session = { user: string; id: string };

/** The condition of an open session of the demo, of `radius.radacct a`. */
const openSession = (providerId: string, { user, id }: Session) => sql`
  a.username = ${user} and a.acctsessionid = ${id} and a.acctstoptime is null and a.nasipaddress << ${SERVERS}
    and exists (select from subscription s where s.provider_id = ${providerId} and s.radius_username = a.username)`;

async function isOpen(providerId: string, session: Session): Promise<boolean> {
  const found = await db().execute(
    sql`select from radius.radacct a where ${openSession(providerId, session)} limit 1`,
  );
  return found.length > 0;
}

/** @returns false without such a session */
async function endSession(providerId: string, session: Session): Promise<boolean> {
  const ended = await db().execute(sql`
    update radius.radacct a set acctstoptime = now(), acctupdatetime = now(), acctterminatecause = 'Admin-Reset',
      acctsessiontime = extract(epoch from now() - a.acctstarttime)
    where ${openSession(providerId, session)} returning 1`);
  return ended.length > 0;
}
