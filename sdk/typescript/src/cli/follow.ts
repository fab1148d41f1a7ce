import { appendFileSync, readFileSync } from 'node:fs';
import type { FeedPage } from '../call.ts';
import type { Demarc } from '../client.ts';
import { DemarcError } from '../errors.ts';
import type { WebhookEvent } from '../events.ts';
import type { Io } from './command.ts';
import { writePrivately } from './settings.ts';
import { untilConnected } from './until-connected.ts';

/** How long a request waits for the next event, in seconds. */
const WAIT = 20;

/**
 * Follows the feed of events. With a file, its place survives the process: the cursor, and the events behind it that are
 * handled. A killed process misses no event, and repeats only the one that it worked on.
 */
export class EventFollower {
  readonly #demarc: Demarc;
  readonly #path: string | undefined;
  #cursor: string | undefined;
  #handled = new Set<string>();

  /** @param path the file of the place; without it the place is lost with the process */
  constructor(demarc: Demarc, path?: string) {
    this.#demarc = demarc;
    this.#path = path;
    const [cursor, ...handled] = path === undefined ? [] : readLines(path);
    this.#cursor = cursor;
    this.#handled = new Set(handled);
  }

  /** Whether the place of an earlier run is continued. */
  get isResuming(): boolean {
    return this.#cursor !== undefined;
  }

  /** Moves behind all present events. */
  async startNow(): Promise<void> {
    this.#moveTo(await this.#demarc.events.feed().end());
  }

  /** The events behind the place, without end. Each is handled when the next one is requested. */
  async *events(io: Pick<Io, 'note'>): AsyncGenerator<WebhookEvent, never, undefined> {
    for (;;) {
      const { events, cursor, resumed } = await untilConnected(() => this.#read(io), io);
      if (resumed) io.note('Some events are not on the server any more. The next one follows.');
      for (const event of events) {
        if (this.#handled.has(event.id)) continue;
        yield event;
        this.#handled.add(event.id);
        if (this.#path !== undefined) appendFileSync(this.#path, `${event.id}\n`);
      }
      this.#moveTo(cursor);
    }
  }

  async #read(io: Pick<Io, 'note'>): Promise<FeedPage> {
    try {
      const pages = this.#demarc.events.feed({ after: this.#cursor, wait: WAIT }).pages();
      return (await pages.next()).value as FeedPage;
    } catch (error) {
      if (!(error instanceof DemarcError && error.reasonOf('after'))) throw error;
      // The account was created again, as that of a demo is, or the file is damaged.
      io.note('The stored place is none of this account. The events from now on follow.');
      const cursor = await this.#demarc.events.feed().end();
      return { events: [], cursor, resumed: false };
    }
  }

  #moveTo(cursor: string): void {
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    this.#handled.clear();
    if (this.#path !== undefined) writePrivately(this.#path, `${cursor}\n`);
  }
}

/** Prints the events of some types until the process ends: when, what, its id and that of its resource. */
export async function printEvents(
  follower: EventFollower,
  io: Io,
  isWanted: (type: string) => boolean = () => true,
): Promise<void> {
  for await (const event of follower.events(io)) {
    const { occurredAt, type, id, data } = event;
    const { id: about = '' } = data.current as { id?: string };
    if (isWanted(type)) io.result(`${occurredAt}  ${type.padEnd(34)} ${id}  ${about}`.trimEnd(), event);
  }
}

/** The whole lines of a file: a killed process may have left the last one incomplete. */
function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
