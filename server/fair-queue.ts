/** The most owners of which the last start is remembered. */
const MAX_REMEMBERED = 10_000;

/**
 * What waits, in a queue of each owner, first in, first out. The next turn is that of the owner whose last one is longest ago, so that a
 * long queue does not delay the others, and many owners with long queues do not delay one who comes now and then.
 */
export class FairQueue<T> {
  private readonly queues = new Map<string, T[]>();
  /** By owner, in their order, the number of its last start. */
  private readonly lastStarts = new Map<string, number>();
  private starts = 0;

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
    while (hasRoom()) {
      const owner = this.nextOwner(mayStart);
      const queue = owner === null ? undefined : this.queues.get(owner);
      const next = queue?.shift();
      if (owner === null || next === undefined) return;
      if (queue?.length === 0) this.queues.delete(owner);
      this.remember(owner);
      start(owner, next);
    }
  }

  private nextOwner(mayStart: (owner: string, next: T) => boolean): string | null {
    let found: { owner: string; last: number } | null = null;
    for (const [owner, [next]] of this.queues) {
      const last = this.lastStarts.get(owner) ?? 0;
      if ((found && found.last <= last) || next === undefined || !mayStart(owner, next)) continue;
      if (last === 0) return owner;
      found = { owner, last };
    }
    return found?.owner ?? null;
  }

  private remember(owner: string): void {
    this.lastStarts.delete(owner);
    this.lastStarts.set(owner, ++this.starts);
    const [oldest] = this.lastStarts.keys();
    if (this.lastStarts.size > MAX_REMEMBERED && oldest !== undefined) this.lastStarts.delete(oldest);
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
