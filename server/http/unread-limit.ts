import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { ownerOf } from '../networks.ts';
import { onEnd } from './answer-made.ts';

export type UnreadLimits = {
  /** Bytes of one address. */
  ofOwner: number;
  /** Bytes of all addresses. */
  ofAll: number;
};

/**
 * Limits the answers that clients have not read yet, which stay in the memory of the process. An address has one limit for all of
 * its connections; beyond it the connection ends. Where all addresses have used theirs, one may leave its even share unread.
 * @returns a function that watches an answer from its start on
 */
export function unreadLimit({ ofOwner, ofAll }: UnreadLimits) {
  const unread = new Map<string, number>();
  let all = 0;

  return (req: IncomingMessage, res: ServerResponse): void => {
    const { socket } = req;
    const address = clientAddress(req);
    onEnd(res, () => {
      const size = res.writableLength;
      if (size === 0 || res.closed) return;
      const owner = ownerOf(address);
      const others = unread.get(owner) ?? 0;
      unread.set(owner, others + size);
      all += size;
      res.once('close', () => {
        const left = (unread.get(owner) ?? 0) - size;
        if (left > 0) unread.set(owner, left);
        else unread.delete(owner);
        all -= size;
      });
      const isOver = all > ofAll && others + size > ofAll / unread.size;
      // A file alone may be larger.
      if (others > 0 && (isOver || others + size > ofOwner)) socket.destroy();
    });
  };
}
