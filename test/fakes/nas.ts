import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import {
  encodeNasAnswer,
  type NasReply,
  type NasRequest,
  readNasRequest,
} from '../../server/demo/nas-packet.ts';

/**
 * A network server that accepts CoA and Disconnect requests over real UDP (RFC 5176), on a loopback address of its own.
 * @param reply the answer to a valid request; by default it obeys
 */
export async function startFakeNas(secret: string, reply: (request: NasRequest) => NasReply = () => 'ack') {
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const received: string[] = [];
  const read: NasRequest[] = [];
  const socket = createSocket('udp4');
  let packets = 0;
  socket.on('message', (packet, { port, address: from }) => {
    packets++;
    const request = readNasRequest(packet, secret);
    if (!request) return;
    const { name } = request;
    const { 'Mikrotik-Rate-Limit': speed, ...attributes } = request.attributes;
    received.push(speed ? `${name} ${speed}` : name);
    read.push({ name, attributes });
    const answer = reply({ name, attributes });
    if (answer !== 'silence') socket.send(encodeNasAnswer(packet, answer, secret), port, from);
  });
  await new Promise<void>((done) => socket.bind(0, address, done));
  return {
    address,
    port: (socket.address() as AddressInfo).port,
    secret,
    /** The valid requests in order, each with its rate limit, if any. */
    received,
    /** The valid requests in order, with the attributes that identify the session and the server. */
    read,
    /** The number of packets, valid or not. */
    packets: () => packets,
    close: () => new Promise<void>((done) => socket.close(done)),
  };
}

export type FakeNas = Awaited<ReturnType<typeof startFakeNas>>;
