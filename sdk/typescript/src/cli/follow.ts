import type { Demarc } from '../client.ts';
import type { WebhookEvent } from '../events.ts';
import { isBefore, Journal, type Place } from './journal.ts';

/** A small page tells whether anything happened. */
const GLANCE = 10;
const PAGE = 100;

/** How many events a new journal knows by id. */
const RECENT = 1_000;

export const placeOf = ({ occurredAt, id }: WebhookEvent): Place => ({ at: occurredAt, id });

/**
 * Finds the events that a journal does not know, by paging `GET /v1/events` from the newest one down until as many are found
 * as the total says. A time would not do as a cursor: the work of a billing run is dated when it was due, and an advance of
 * the test clock dates its events over weeks, so an event can appear before others that are already there.
 */
export class EventFollower {
  readonly #demarc: Demarc;
  readonly #warn: (text: string) => void;
  #journal: Journal | null;
  readonly #path: string;

  /** @param path the file of the journal */
  constructor(demarc: Demarc, path: string, warn: (text: string) => void) {
    this.#demarc = demarc;
    this.#path = path;
    this.#warn = warn;
    this.#journal = Journal.load(path);
  }

  /** Whether a journal of an earlier run is continued. */
  get isResuming(): boolean {
    return this.#journal !== null;
  }

  /** Makes every event of now known, so that only later ones are new. */
  async startNow(): Promise<void> {
    const { total, recent } = await this.#recent();
    this.#journal = Journal.start(this.#path, total, recent);
  }

  /** The new events, oldest first. Each is new until it is `handled`. */
  async poll(): Promise<WebhookEvent[]> {
    const journal = this.#journal;
    if (!journal) throw new Error('The follower has not started.');
    const glance = await this.#demarc.events.list({ limit: GLANCE });
    const missing = glance.meta.total - journal.total;
    if (missing < 0) return this.#afterRetention(journal);
    const found = new Map<string, WebhookEvent>();
    const take = (events: WebhookEvent[]) => {
      for (const event of events) if (journal.isNew(placeOf(event))) found.set(event.id, event);
    };
    if (missing > 0) take(glance.data);
    let isOver = glance.meta.totalPages <= 1;
    for (let page = 1; found.size < missing && !isOver; page++) {
      const { data, meta } = await this.#demarc.events.list({ limit: PAGE, page });
      take(data);
      const last = data.at(-1);
      isOver = !last || page >= meta.totalPages || journal.isOlder(placeOf(last));
    }
    if (found.size < missing) {
      const lost = missing - found.size;
      journal.count(lost);
      this.#warn(
        `${lost} of the new events ${lost === 1 ? 'is' : 'are'} dated before the ${RECENT} events that were there at the ` +
          'start, and cannot be told apart from older ones. They are in GET /v1/events.',
      );
    }
    return [...found.values()].sort((one, other) => (isBefore(placeOf(one), placeOf(other)) ? -1 : 1));
  }

  /** Records that an event needs nothing more. */
  handled(event: WebhookEvent): void {
    this.#journal?.add(placeOf(event));
  }

  /** The server has dropped events past their retention time, so the numbers no longer agree. */
  async #afterRetention(journal: Journal): Promise<WebhookEvent[]> {
    const { total, recent, events } = await this.#recent();
    const found = events.filter((event) => journal.isNew(placeOf(event)));
    const isNew = new Set(found.map(({ id }) => id));
    journal.rebase(
      total - found.length,
      recent.filter(({ id }) => !isNew.has(id)),
    );
    return found.reverse();
  }

  async #recent(): Promise<{ total: number; recent: Place[]; events: WebhookEvent[] }> {
    const events = new Map<string, WebhookEvent>();
    let total: number | undefined;
    for (let page = 1; page <= RECENT / PAGE; page++) {
      const { data, meta } = await this.#demarc.events.list({ limit: PAGE, page });
      // That of the first page: what comes later is new.
      total ??= meta.total;
      for (const event of data) events.set(event.id, event);
      if (page >= meta.totalPages) break;
    }
    const all = [...events.values()];
    return { total: total ?? 0, recent: all.map(placeOf), events: all };
  }
}
