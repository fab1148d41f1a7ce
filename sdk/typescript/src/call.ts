import type { WebhookEvent } from './events.ts';
import type { Incoming, ResponseInfo } from './transport.ts';

/** What a dry run would have done. Ids, references and numbers in `data` are provisional. */
export type DryRun<T> = {
  data: T;
  /** The number of events that the real request would emit. */
  eventCount: number;
  /** The first 1,000 of them, in order. */
  events: WebhookEvent[];
};

/** One page of a list. */
export type Page<T> = {
  data: T[];
  meta: {
    page: number;
    limit: number;
    total: number;
    totalPages: number;
    /** What to give as `after` for the items behind; null at the end. Only of a list that is sorted by `createdAt`. */
    next?: string | null;
  };
};

/** A promise of the data of an answer. `withResponse` also gives status, headers and correlation id. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: () => Promise<Incoming>;
  readonly #dataOf: (body: unknown) => T;

  /**
   * @param answer the request; a function that starts it at its first use
   * @param dataOf what the caller gets of the answer's body
   */
  constructor(answer: Promise<Incoming> | (() => Promise<Incoming>), dataOf: (body: unknown) => T) {
    this.#answer = typeof answer === 'function' ? answer : () => answer;
    this.#dataOf = dataOf;
  }

  // biome-ignore-start lint/suspicious/noExplicitAny: as in Promise
  // biome-ignore lint/suspicious/noThenProperty: a Call is a promise, whose request fails as unhandled only once
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer()
      .then(({ body }) => this.#dataOf(body))
      .then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected);
  }

  // biome-ignore-end lint/suspicious/noExplicitAny: as in Promise

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }

  /** The data with facts about the answer. */
  async withResponse(): Promise<{ data: T; response: ResponseInfo }> {
    const { body, info } = await this.#answer();
    return { data: this.#dataOf(body), response: info };
  }
}

/** Reads a page of a list, the first one by default. `limit` is what the caller did not set. */
type ReadPage = (query: { page?: number; after?: string; limit?: number }) => Promise<Incoming>;

/** The largest page. */
const MAX_LIMIT = 100;

/**
 * A list. Awaited it is one page; `for await` goes over the items of all pages. It sends its first request when it is used.
 */
export class List<T extends object> extends Call<Page<T>> implements AsyncIterable<T> {
  readonly #readPage: ReadPage;

  constructor(readPage: ReadPage) {
    let first: Promise<Incoming> | undefined;
    super(
      () => {
        first ??= readPage({});
        return first;
      },
      (body) => pageOf<T>(body),
    );
    this.#readPage = readPage;
  }

  /**
   * All items, from the wanted page on. A list that is sorted by `createdAt`, as lists are by default, is read by cursors: no item is
   * missing or comes twice, whatever is created or changed meanwhile. In another sort, items that are created or changed meanwhile may
   * be missing; none comes twice.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const seen = new Set<unknown>();
    for (let place: { page?: number; after?: string } = {}; ; ) {
      const { data, meta } = pageOf<T>((await this.#readPage({ ...place, limit: MAX_LIMIT })).body);
      if (meta.next !== undefined) {
        yield* data;
        if (meta.next === null) return;
        place = { after: meta.next };
        continue;
      }
      // A new item moves the last ones of a page to the next page, and more than a page of them moves those of earlier pages.
      for (const item of data) {
        const key = keyOf(item);
        if (seen.has(key)) continue;
        seen.add(key);
        yield item;
      }
      place = { page: meta.page + 1 };
      if (meta.page >= meta.totalPages) return;
    }
  }

  /** All items, as `for await` over the list has them. */
  autoPaging(): AsyncGenerator<T, void, undefined> {
    return this[Symbol.asyncIterator]();
  }

  /**
   * The items as an array.
   * @param options `limit` is the greatest number of items
   */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<T[]> {
    const items: T[] = [];
    if (limit <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }
}

/** Events of the feed, and the cursor behind them. */
export type FeedPage = {
  events: WebhookEvent[];
  /** What to give as `after` next time. */
  cursor: string;
  /** Whether the event of the former cursor was lost with a restored backup, or is not kept any more. */
  resumed: boolean;
};

/**
 * The feed of events, in the order in which they became visible. It has no end: it waits for the next event.
 *
 * ```ts
 * for await (const { events, cursor } of demarc.events.feed({ after: await load() }).pages()) {
 *   await apply(events, cursor);
 * }
 * ```
 */
export class Feed implements AsyncIterable<WebhookEvent> {
  readonly #read: ReadFeed;
  #cursor: string | undefined;

  /** @param after the cursor to begin behind */
  constructor(read: ReadFeed, after?: string) {
    this.#read = read;
    this.#cursor = after;
  }

  /**
   * The cursor behind all events of this moment, without reading them. A first copy begins with it, so that no change falls between the
   * copy and the feed.
   */
  async end(): Promise<string> {
    // An answer with a type examines thousands of events and returns those of the type, which are few of this one.
    const passing = { type: 'subscriber.deleted', limit: MAX_LIMIT, wait: 0 };
    for (let after = this.#cursor; ; ) {
      const { meta } = (await this.#read({ ...passing, after })).body as FeedAnswer;
      // At the end the cursor stays.
      if (meta.next === after) return after;
      after = meta.next;
    }
  }

  /**
   * The cursor to store. Behind it are all events that the loop has not finished with, and the one that it works on; those of one
   * answer share it, so after a stop some may come again. `pages` has no such repetition.
   */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** The events of each answer with the cursor behind them, to be stored together. An answer without events has a cursor too. */
  async *pages(): AsyncGenerator<FeedPage, void, undefined> {
    for (let after = this.#cursor; ; ) {
      const { data, meta } = (await this.#read({ after })).body as FeedAnswer;
      after = meta.next;
      yield { events: data, cursor: after, resumed: meta.resumed === true };
      this.#cursor = after;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WebhookEvent, void, undefined> {
    for await (const { events } of this.pages()) yield* events;
  }
}

/** Reads events behind a cursor. What is given here replaces what the caller set. */
type ReadFeed = (query: {
  after: string | undefined;
  type?: string;
  limit?: number;
  wait?: number;
}) => Promise<Incoming>;

type FeedAnswer = { data: WebhookEvent[]; meta: { next: string; resumed?: true } };

function keyOf(item: object): unknown {
  return 'id' in item ? item.id : item;
}

function pageOf<T>(body: unknown): Page<T> {
  const { data, meta } = body as Page<T>;
  return { data, meta };
}
