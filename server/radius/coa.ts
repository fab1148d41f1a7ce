import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isIPv4, isIPv6 } from 'node:net';
import { standInOf } from '../stand-ins.ts';
import { bitsPerSecond, mikrotikRate, type Speed } from './desired.ts';
import { isAddress } from './no-address.ts';
import {
  type Attribute,
  addressAttribute,
  decodeResponse,
  encodeRequest,
  numberAttribute,
  packetCodes,
  textAttribute,
} from './packet.ts';

/** The default port of dynamic authorization (RFC 5176). */
export const COA_PORT = 3799;

/** A NAS as the target of requests: address or host name, CoA port, and shared secret. */
export type Nas = { host: string; port: number; secret: string };

/** The attributes that identify a session to its NAS. `framedIpAddress` is left out of the request unless it is IPv4. */
export type NasSession = {
  username: string;
  /** The bytes that the NAS sent. */
  acctSessionId: string | Buffer;
  framedIpAddress: string | null;
};

/** `nak`: the NAS refused. `errorCause` is a number of RFC 5176, section 3.5. */
export type NasAnswer =
  | { outcome: 'ack' }
  | { outcome: 'nak'; errorCause: number | null }
  | { outcome: 'timeout' };

/** When the packet is sent, in ms from the start. */
const SEND_AT_MS = [0, 1_000, 2_500];
/** When the request times out, in ms from the start. */
const TIMEOUT_MS = 5_000;

/** Datagrams that are no answer to a request. After so many the NAS counts as one that does not answer. */
const MAX_IGNORED = 100;

const USER_NAME = 1;
const FRAMED_IP_ADDRESS = 8;
const ACCT_SESSION_ID = 44;
const MIKROTIK = { vendor: 14988, rateLimit: 8 };
const WISPR = { vendor: 14122, maxUp: 7, maxDown: 8 };

/** Sends a Disconnect-Request for a session. Takes up to 5 s. @throws Error when the packet cannot be sent */
export function disconnectSession(nas: Nas, session: NasSession): Promise<NasAnswer> {
  return exchange(nas, packetCodes.disconnectRequest, identity(session));
}

/** Sends a CoA-Request with a new speed for a session. Takes up to 5 s. @throws Error when the packet cannot be sent */
export function changeSpeed(nas: Nas, session: NasSession, speed: Speed): Promise<NasAnswer> {
  const { downloadSpeedMbps: down, uploadSpeedMbps: up } = speed;
  return exchange(nas, packetCodes.coaRequest, [
    ...identity(session),
    textAttribute(MIKROTIK.rateLimit, `${mikrotikRate(up)}/${mikrotikRate(down)}`, MIKROTIK.vendor),
    numberAttribute(WISPR.maxUp, bitsPerSecond(up), WISPR.vendor),
    numberAttribute(WISPR.maxDown, bitsPerSecond(down), WISPR.vendor),
  ]);
}

/**
 * NAS-IP-Address is left out: a router behind NAT has another address than the source of its packets, and refuses a request
 * that names one. Contract: RADIUS.
 */
function identity({ username, acctSessionId, framedIpAddress }: NasSession): Attribute[] {
  const hasAddress = framedIpAddress !== null && isIPv4(framedIpAddress) && isAddress(framedIpAddress);
  return [
    textAttribute(USER_NAME, username),
    ...(hasAddress ? [addressAttribute(FRAMED_IP_ADDRESS, framedIpAddress)] : []),
    textAttribute(ACCT_SESSION_ID, acctSessionId),
  ];
}

/** Sends a request and waits for its answer. A repetition is the same packet, which a NAS recognises as a duplicate. */
function exchange(nas: Nas, code: number, attributes: Attribute[]): Promise<NasAnswer> {
  const request = encodeRequest(code, randomInt(256), attributes, nas.secret);
  const { host, port } = addressOf(nas);
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  return new Promise<NasAnswer>((resolve, reject) => {
    const send = () => socket.send(request, port, host, (error) => error && reject(error));
    const timers = SEND_AT_MS.map((ms) => setTimeout(send, ms));
    timers.push(setTimeout(() => resolve({ outcome: 'timeout' }), TIMEOUT_MS));
    socket.on('error', reject);
    let received = 0;
    socket.on('message', (datagram) => {
      const response = decodeResponse(datagram, request, nas.secret);
      if (response?.isAck) resolve({ outcome: 'ack' });
      else if (response) resolve({ outcome: 'nak', errorCause: response.errorCause });
      else if (++received === MAX_IGNORED) resolve({ outcome: 'timeout' });
    });
    socket.once('close', () => {
      for (const timer of timers) clearTimeout(timer);
    });
  }).finally(() => socket.close());
}

/** Where requests go: to the NAS, or to the stand-in of the demo's network servers. */
function addressOf({ host, port, secret }: Nas): Pick<Nas, 'host' | 'port'> {
  const standIn = standInOf(secret);
  if (standIn === undefined) return { host, port };
  const url = new URL(standIn);
  return { host: url.hostname, port: Number(url.port) };
}
