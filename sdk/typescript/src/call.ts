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
  meta: { page: number; limit: number; total: number; totalPages: number };
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
type ReadPage = (query: { page?: number; limit?: number }) => Promise<Incoming>;

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
   * The items of all pages, from the wanted page on. Items that are created meanwhile may be missing; none comes twice.
   * Items that stop matching a filter meanwhile move others to pages that were read: to change what a filter selects,
   * collect the items first.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const seen = new Set<unknown>();
    for (let page: number | undefined, totalPages = Number.POSITIVE_INFINITY; ; ) {
      const read = pageOf<T>((await this.#readPage({ page, limit: MAX_LIMIT })).body);
      // A new item moves the last ones of a page to the next page, and more than a page of them moves those of earlier pages.
      for (const item of read.data) {
        const key = keyOf(item);
        if (seen.has(key)) continue;
        seen.add(key);
        yield item;
      }
      page = read.meta.page + 1;
      totalPages = read.meta.totalPages;
      if (page > totalPages) return;
    }
  }

  /** The items of all pages as an array. */
  async toArray(): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

function keyOf(item: object): unknown {
  return 'id' in item ? item.id : item;
}

function pageOf<T>(body: unknown): Page<T> {
  const { data, meta } = body as Page<T>;
  return { data, meta };
}
