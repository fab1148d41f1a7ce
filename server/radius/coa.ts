import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { bitsPerSecond, mikrotikRate, type Speed } from './desired.ts';
import {
  type Attribute,
  addressAttribute,
  decodeResponse,
  encodeRequest,
  numberAttribute,
  packetCodes,
  textAttribute,
} from './packet.ts';

/** The port of dynamic authorization (RFC 5176), where a NAS names no other. */
export const COA_PORT = 3799;

/** A network access server as it can be asked: its address or host name, its CoA port and the secret shared with it. */
export type Nas = { host: string; port: number; secret: string };

/** What tells a NAS which of its sessions is meant. Addresses are IPv4; others are left out. */
export type NasSession = {
  username: string;
  acctSessionId: string;
  nasIpAddress: string | null;
  framedIpAddress: string | null;
};

/** `nak`: the NAS refused, for a reason by the numbers of RFC 5176, section 3.5. */
export type NasAnswer =
  | { outcome: 'ack' }
  | { outcome: 'nak'; errorCause: number | null }
  | { outcome: 'timeout' };

/** When a request is sent, in ms from the first time on, and when its answer is not waited for any longer. */
const SENT_AT_MS = [0, 1_000, 2_500];
const GIVEN_UP_MS = 5_000;

const USER_NAME = 1;
const NAS_IP_ADDRESS = 4;
const FRAMED_IP_ADDRESS = 8;
const ACCT_SESSION_ID = 44;
const MIKROTIK = { vendor: 14988, rateLimit: 8 };
const WISPR = { vendor: 14122, maxUp: 7, maxDown: 8 };

/** Asks a NAS to end a session. Takes up to 5 s. @throws Error when the request cannot be sent at all */
export function disconnectSession(nas: Nas, session: NasSession): Promise<NasAnswer> {
  return ask(nas, packetCodes.disconnectRequest, identity(session));
}

/** Asks a NAS to give a running session another speed. Takes up to 5 s. @throws Error as `disconnectSession` */
export function changeSpeed(nas: Nas, session: NasSession, speed: Speed): Promise<NasAnswer> {
  const { downloadSpeedMbps: down, uploadSpeedMbps: up } = speed;
  return ask(nas, packetCodes.coaRequest, [
    ...identity(session),
    textAttribute(MIKROTIK.rateLimit, `${mikrotikRate(up)}/${mikrotikRate(down)}`, MIKROTIK.vendor),
    numberAttribute(WISPR.maxUp, bitsPerSecond(up), WISPR.vendor),
    numberAttribute(WISPR.maxDown, bitsPerSecond(down), WISPR.vendor),
  ]);
}

function identity({ username, acctSessionId, nasIpAddress, framedIpAddress }: NasSession): Attribute[] {
  const address = (type: number, value: string | null) =>
    value === null || isIPv6(value) ? [] : [addressAttribute(type, value)];
  return [
    textAttribute(USER_NAME, username),
    ...address(NAS_IP_ADDRESS, nasIpAddress),
    ...address(FRAMED_IP_ADDRESS, framedIpAddress),
    textAttribute(ACCT_SESSION_ID, acctSessionId),
  ];
}

/** A repeated request is the same packet, so that a NAS that heard the first one does not act twice. */
function ask(nas: Nas, code: number, attributes: Attribute[]): Promise<NasAnswer> {
  const request = encodeRequest(code, randomInt(256), attributes, nas.secret);
  const socket = createSocket(isIPv6(nas.host) ? 'udp6' : 'udp4');
  return new Promise<NasAnswer>((resolve, reject) => {
    const send = () => socket.send(request, nas.port, nas.host, (error) => error && reject(error));
    const timers = SENT_AT_MS.map((ms) => setTimeout(send, ms));
    timers.push(setTimeout(() => resolve({ outcome: 'timeout' }), GIVEN_UP_MS));
    socket.on('error', reject);
    socket.on('message', (datagram) => {
      const response = decodeResponse(datagram, request, nas.secret);
      // The codes of yes and no follow that of the request. Anything else is not from this NAS, or not for us.
      if (response?.code === code + 1) resolve({ outcome: 'ack' });
      if (response?.code === code + 2) resolve({ outcome: 'nak', errorCause: response.errorCause });
    });
    socket.once('close', () => {
      for (const timer of timers) clearTimeout(timer);
    });
  }).finally(() => socket.close());
}
