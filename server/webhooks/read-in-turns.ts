import type { Socket } from 'node:net';
import { isTurnUsed, nextTurn } from '../turn.ts';

/** Bytes that are parsed at a time. */
const PART = 4 * 1024;

/**
 * Limits the time for which undici parses what a connection receives. It reads all that has arrived, and parses on once it has ended the
 * connection: thousands of lines behind a body, or chunks of one byte, of many connections would all be parsed in one turn of the event
 * loop.
 */
export function readInTurns(socket: Socket): void {
  const { read } = socket;
  let isWaiting = false;

  async function readOn(): Promise<void> {
    isWaiting = true;
    await nextTurn();
    isWaiting = false;
    socket.emit('readable');
  }

  socket.read = (size?: number) => {
    if (socket.destroyed) return null;
    if (size !== undefined || socket.readableLength === 0) return read.call(socket, size);
    if (isWaiting) return null;
    if (!isTurnUsed()) return read.call(socket, Math.min(socket.readableLength, PART));
    readOn();
    return null;
  };
}
