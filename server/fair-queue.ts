/** For so many turns after its own an owner stands behind those who come meanwhile. */
const BEHIND = 100;

type Waiting<T> = {
  item: T;
  /** How many turns there were before it came, or was the next of its owner. */
  came: number;
};

/**
 * What waits, in a queue of each owner, first in, first out. The queues take turns, so that a long one does not delay the others. Some
 * dozens of owners with long queues do not delay one who comes now and then, because each of them has just had its turn; and any
 * number of owners who come once each delay one who comes again by `BEHIND` turns only.
 */
export class FairQueue<T> {
  private readonly queues = new Map<string, Waiting<T>[]>();
  /** By owner, in their order, the number of its last turn: of the last `BEHIND` turns only. */
  private readonly lastTurns = new Map<string, number>();
  private turns = 0;

  get isEmpty(): boolean {
    return this.queues.size === 0;
  }

  /** How many of an owner wait. */
  waitingOf(owner: string): number {
    return this.queues.get(owner)?.length ?? 0;
  }

  add(owner: string, item: T): void {
    const queue = this.queues.get(owner);
    const waiting = { item, came: this.turns };
    if (queue) queue.push(waiting);
    else this.queues.set(owner, [waiting]);
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
    while (hasRoom()) {
      const owner = this.nextOwner(mayStart);
      const queue = owner === null ? undefined : this.queues.get(owner);
      const next = queue?.shift();
      if (owner === null || next === undefined) return;
      if (queue?.length === 0) this.queues.delete(owner);
      this.remember(owner);
      // Otherwise the items of an owner whose turn is forgotten would all go before those of an owner who comes.
      const [following] = queue ?? [];
      if (following) following.came = this.turns;
      start(owner, next.item);
    }
  }

  /** Takes the next item. */
  shift(): T | undefined {
    let next: T | undefined;
    let hasRoom = true;
    this.take(
      () => hasRoom,
      () => true,
      (_, item) => {
        next = item;
        hasRoom = false;
      },
    );
    return next;
  }

  private nextOwner(mayStart: (owner: string, next: T) => boolean): string | null {
    let found: { owner: string; at: number } | null = null;
    for (const [owner, [next]] of this.queues) {
      if (next === undefined || !mayStart(owner, next.item)) continue;
      const last = this.lastTurns.get(owner);
      const at = last === undefined ? next.came : last + BEHIND;
      if (!found || at < found.at) found = { owner, at };
    }
    return found?.owner ?? null;
  }

  private remember(owner: string): void {
    this.turns += 1;
    this.lastTurns.delete(owner);
    this.lastTurns.set(owner, this.turns);
    for (const [other, last] of this.lastTurns) {
      if (last + BEHIND >= this.turns) break;
      this.lastTurns.delete(other);
    }
  }

  /** Takes all items that meet a condition, whatever their turn. */
  remove(isOver: (item: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [owner, queue] of this.queues) {
      removed.push(...queue.map(({ item }) => item).filter(isOver));
      const left = queue.filter(({ item }) => !isOver(item));
      if (left.length > 0) this.queues.set(owner, left);
      else this.queues.delete(owner);
    }
    return removed;
  }
}
