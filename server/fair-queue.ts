/**
 * What waits, in a queue of each owner. The queues take turns, so that a long one does not delay the others. Each is first in,
 * first out.
 */
export class FairQueue<T> {
  private readonly queues = new Map<string, T[]>();

  /** How many of an owner wait. */
  waitingOf(owner: string): number {
    return this.queues.get(owner)?.length ?? 0;
  }

  add(owner: string, item: T): void {
    const queue = this.queues.get(owner);
    if (queue) queue.push(item);
    else this.queues.set(owner, [item]);
  }

  /**
   * Takes items as long as there is room, one of each owner in turn.
   * @param mayStart whether the next item of an owner may start
   * @param start is called for each item that is taken
   */
  take(
    hasRoom: () => boolean,
    mayStart: (owner: string, next: T) => boolean,
    start: (owner: string, next: T) => void,
  ): void {
    // A queue moves to the end of the map after each start. The same loop reaches it again there.
    for (const [owner, queue] of this.queues) {
      if (!hasRoom()) return;
      const [next] = queue;
      if (next === undefined || !mayStart(owner, next)) continue;
      queue.shift();
      this.queues.delete(owner);
      if (queue.length > 0) this.queues.set(owner, queue);
      start(owner, next);
    }
  }

  /** Takes all items that meet a condition, whatever their turn. */
  remove(isOver: (item: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [owner, queue] of this.queues) {
      removed.push(...queue.filter(isOver));
      const left = queue.filter((item) => !isOver(item));
      if (left.length > 0) this.queues.set(owner, left);
      else this.queues.delete(owner);
    }
    return removed;
  }
}
