import type { Socket } from 'node:net';
import { isTurnUsed, nextTurn } from '../../turn.ts';

/**
 * Holds a connection while long works have used the time of a turn. The driver makes rows of what arrives together, and the system
 * hands over up to 2 MB of each connection in one turn of the event loop.
 */
export function readInTurns(socket: Socket): void {
  let isHeld = false;
  socket.on('data', () => {
    if (isHeld || !isTurnUsed()) return;
    isHeld = true;
    socket.pause();
    void nextTurn().then(() => {
      isHeld = false;
      socket.resume();
    });
  });
}
