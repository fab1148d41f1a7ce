import { appendFileSync, readFileSync } from 'node:fs';
import { writePrivately } from './settings.ts';

/** The place of an event in the list of events: by time, then by id. */
export type Place = { at: string; id: string };

/** Older known events than these are only counted. */
const KEPT = 10_000;

/** Whether one place is before another one in the list, oldest first. */
export function isBefore(one: Place, other: Place): boolean {
  return one.at === other.at ? one.id < other.id : one.at < other.at;
}

/**
 * Which events are known, so that a later start finds exactly the others. Recent ones are known by id, the others by their
 * number. It is a text file to which each event adds a line at once: a killed process loses nothing.
 */
export class Journal {
  readonly #path: string;
  /** The number of events that are not among `known`. */
  #older = 0;
  /** Events before this one are among the older ones. Undefined where there are none. */
  #horizon: Place | undefined;
  #known = new Map<string, string>();

  private constructor(path: string) {
    this.#path = path;
  }

  /** The journal of a file; null where there is none. */
  static load(path: string): Journal | null {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const journal = new Journal(path);
    // The last line of a killed process may be incomplete.
    for (const line of text.split('\n').slice(0, -1)) journal.#read(line);
    journal.#rewrite();
    return journal;
  }

  /** A journal to which all present events are known. */
  static start(path: string, total: number, recent: readonly Place[]): Journal {
    const journal = new Journal(path);
    journal.rebase(total, recent);
    return journal;
  }

  /** The number of events that the journal accounts for. */
  get total(): number {
    return this.#older + this.#known.size;
  }

  /** Whether this event has to be handled. */
  isNew(place: Place): boolean {
    return !this.#known.has(place.id) && !this.isOlder(place);
  }

  /** Whether the event is one of those that are only counted. */
  isOlder(place: Place): boolean {
    return this.#horizon !== undefined && isBefore(place, this.#horizon);
  }

  /** Records that an event is handled. */
  add({ at, id }: Place): void {
    this.#known.set(id, at);
    if (this.#known.size > 2 * KEPT) this.#rewrite();
    else appendFileSync(this.#path, `known ${at} ${id}\n`);
  }

  /** Counts events that cannot be told apart from older ones. */
  count(more: number): void {
    this.#older += more;
    this.#rewrite();
  }

  /** Starts again with these events as the known ones. */
  rebase(total: number, recent: readonly Place[]): void {
    this.#known = new Map(recent.map(({ at, id }) => [id, at]));
    this.#older = Math.max(0, total - this.#known.size);
    const [oldest] = [...recent].sort((one, other) => (isBefore(one, other) ? -1 : 1));
    this.#horizon = this.#older > 0 ? oldest : undefined;
    this.#rewrite();
  }

  #read(line: string): void {
    const [kind, first = '', second = '', third = ''] = line.split(' ');
    if (kind === 'known') this.#known.set(second, first);
    if (kind !== 'older') return;
    this.#older = Number(first);
    this.#horizon = third === '' ? undefined : { at: second, id: third };
  }

  /** Writes the file anew, without more known events than it keeps. */
  #rewrite(): void {
    if (this.#known.size > 2 * KEPT) {
      const places = [...this.#known].map(([id, at]) => ({ at, id }));
      places.sort((one, other) => (isBefore(one, other) ? -1 : 1));
      const kept = places.slice(-KEPT);
      this.#older += places.length - kept.length;
      this.#horizon = kept[0];
      this.#known = new Map(kept.map(({ at, id }) => [id, at]));
    }
    const { at = '', id = '' } = this.#horizon ?? {};
    const lines = [
      `older ${this.#older} ${at} ${id}`,
      ...[...this.#known].map(([id, at]) => `known ${at} ${id}`),
    ];
    writePrivately(this.#path, `${lines.join('\n')}\n`);
  }
}
