import type { Demarc } from '../client.ts';
import type { ApiRequest } from '../generated/openapi.ts';

export type RequestFilters = NonNullable<Parameters<Demarc['requests']['list']>[0]>;

/** The size of the page that shows whether there is a new call. */
const GLANCE = 10;
const PAGE = 100;

/** How many calls are known at the start. One that is written late is missed only if it is older than all of these. */
const RECENT = 500;

/** The highest exact total of the log. */
const COUNTED_TO = 10_000;

/** More known calls than these are forgotten, so that the total of what is read stays exact. */
const WINDOW = 5_000;

/** The place of a call in the log: by time, then by id. */
type Place = { at: string; id: string };

function isBefore(one: Place, other: Place): boolean {
  return one.at === other.at ? one.id < other.id : one.at < other.at;
}

const placeOf = ({ createdAt, id }: ApiRequest): Place => ({ at: createdAt, id });

/**
 * Finds the calls that are new in the request log. A call is written after its answer, so a long one appears after shorter ones
 * that came later, and no time is a cursor. The total since the oldest known call shows how many are missing, and pages
 * from the newest one down find them.
 */
export class RequestFollower {
  readonly #demarc: Demarc;
  readonly #filters: RequestFilters;
  readonly #window: number;
  /** The calls that count, by id. */
  #known = new Map<string, Place>();
  /** Those and others that were returned: a replica may lack a call that an earlier answer had. */
  #returned = new Set<string>();
  /** Only calls from this instant on count. Undefined while all of them do. */
  #since: string | undefined;

  constructor(demarc: Demarc, filters: RequestFilters = {}, window = WINDOW) {
    this.#demarc = demarc;
    this.#filters = filters;
    this.#window = window;
  }

  /**
   * Makes the calls of now known.
   * @returns the newest of those that were not, oldest first
   */
  async start(): Promise<ApiRequest[]> {
    this.#since = undefined;
    const found = new Map<string, ApiRequest>();
    let isWhole = false;
    for (let page = 1; !isWhole && page <= RECENT / PAGE; page++) {
      const { data } = await this.#page(page, PAGE);
      for (const call of data) found.set(call.id, call);
      isWhole = data.length < PAGE;
    }
    const calls = inOrder(found);
    // More calls may have the instant of the oldest one.
    const oldest = calls[0]?.createdAt;
    const counted = isWhole ? calls : calls.filter(({ createdAt }) => createdAt !== oldest);
    if (!isWhole) this.#since = counted[0]?.createdAt;
    this.#known = new Map(counted.map((call) => [call.id, placeOf(call)]));
    return this.#unreturned(calls);
  }

  /** The calls that are new, oldest first. */
  async poll(): Promise<ApiRequest[]> {
    const { data, meta } = await this.#page(1, GLANCE);
    // The server has dropped calls past their retention time.
    if (meta.total < this.#known.size) return this.start();
    const missing = meta.total - this.#known.size;
    const found = new Map<string, ApiRequest>();
    const take = (calls: ApiRequest[]) => {
      const more = calls.filter(({ id }) => !this.#known.has(id));
      for (const call of more) found.set(call.id, call);
      return more.length;
    };
    if (missing > 0) take(data);
    let isOver = data.length < GLANCE;
    for (let page = 1; found.size < missing && !isOver; page++) {
      const { data: calls } = await this.#page(page, PAGE);
      const more = take(calls);
      isOver = calls.length < PAGE || (meta.total > COUNTED_TO && more === 0);
    }
    const calls = inOrder(found);
    for (const call of calls) this.#known.set(call.id, placeOf(call));
    const others = this.#unreturned(calls);
    if (this.#known.size > this.#window) this.#forget();
    return others;
  }

  #page(page: number, limit: number) {
    const since = this.#since === undefined ? {} : { createdAfter: this.#since };
    return this.#demarc.requests.list({ ...this.#filters, ...since, page, limit });
  }

  #unreturned(calls: ApiRequest[]): ApiRequest[] {
    const others = calls.filter(({ id }) => !this.#returned.has(id));
    for (const { id } of others) this.#returned.add(id);
    return others;
  }

  /** Keeps the newer half, and what has the instant of the oldest of it. */
  #forget(): void {
    const places = [...this.#known.values()].sort((one, other) => (isBefore(one, other) ? 1 : -1));
    const since = places[Math.floor(this.#window / 2)]?.at ?? '';
    this.#since = since;
    this.#known = new Map(places.filter(({ at }) => at >= since).map((place) => [place.id, place]));
    this.#returned = new Set(this.#known.keys());
  }
}

function inOrder(calls: ReadonlyMap<string, ApiRequest>): ApiRequest[] {
  return [...calls.values()].sort((one, other) => (isBefore(placeOf(one), placeOf(other)) ? -1 : 1));
}
