import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { ownerOf } from '../networks.ts';
import { onEnd } from './answer-made.ts';

/**
 * Limits the answers that clients have not read yet, which stay in the memory of the process. An address has one limit for all of
 * its connections; beyond it the connection ends.
 * @param maxBytes of one address
 * @returns a function that watches an answer from its start on
 */
export function unreadLimit(maxBytes: number) {
  const unread = new Map<string, number>();

  return (req: IncomingMessage, res: ServerResponse): void => {
    const { socket } = req;
    const address = clientAddress(req);
    onEnd(res, () => {
      const size = res.writableLength;
      if (size === 0 || res.closed) return;
      const owner = ownerOf(address);
      const others = unread.get(owner) ?? 0;
      unread.set(owner, others + size);
      res.once('close', () => {
        const left = (unread.get(owner) ?? 0) - size;
        if (left > 0) unread.set(owner, left);
        else unread.delete(owner);
      });
      // A file alone may be larger.
      if (others > 0 && others + size > maxBytes) socket.destroy();
    });
  };
}
