import { setTimeout as sleep } from 'node:timers/promises';
import { rolesOfSessions } from '../auth/staff.ts';
import { SECOND_MS } from '../clock.ts';
import type { Changes } from '../contract/portal/changes.ts';
import type { Role } from '../contract/roles.ts';
import { readChanges } from '../domain/event/read-changes.ts';
import { log } from '../log.ts';
import { haveWaitsEnded, onNextEvent } from '../work/committed-events.ts';

/** The pause between two reads of the feed for the pages of an account, in ms. */
const PAUSE_MS = SECOND_MS;

/** The pause between the first event and the read that it causes, in ms. Events of one commit are read together. */
const TOGETHER_MS = 10;

/** An open page: it gets what changed, each time with the place of the feed behind it. */
export type Follower = {
  sessionId: string;
  /** `role` is that of the person now. */
  send: (position: number, changes: Changes, role: Role) => void;
  /** The session has ended, its person has left the account, or the process stops. */
  end: () => void;
};

type Account = { followers: Set<Follower>; wake: () => void };

/** The accounts with open pages. One loop reads the feed for all pages of an account. */
const accounts = new Map<string, Account>();

/**
 * Sends what the events of an account change, from a place of the feed on. An account costs one read for each second in which it has
 * events, however many pages are open. A change may come twice, and none is left out. Contract: Portal.
 * @param after a place of the feed, in µs of real time since 1970
 * @returns a function that ends it
 */
export function followChanges(providerId: string, after: number, follower: Follower): () => void {
  const known = accounts.get(providerId);
  // A loop without pages is about to end. Its place may be behind this one.
  const isRunning = known !== undefined && known.followers.size > 0;
  const account = isRunning ? known : { followers: new Set<Follower>(), wake: () => {} };
  account.followers.add(follower);
  if (isRunning) void catchUp(providerId, after, follower);
  else {
    accounts.set(providerId, account);
    void follow(providerId, after, account);
  }
  return () => {
    account.followers.delete(follower);
    if (account.followers.size === 0) account.wake();
  };
}

/** Reads for all pages of an account until none is left. */
async function follow(providerId: string, after: number, account: Account): Promise<void> {
  const { followers } = account;
  let position = after;
  while (followers.size > 0 && !haveWaitsEnded()) {
    // Before the read, so that no event is missed between.
    const next = new Promise<void>((resolve) => {
      account.wake = resolve;
    });
    const withdraw = onNextEvent(providerId, account.wake, { isPatient: true });
    const read = await readSafely(() => readChanges(providerId, position), providerId);
    if (read) position = read.position;
    if (read?.changes) await sendTo([...followers], providerId, position, read.changes);
    // After a failure the read is repeated without an event.
    if (read && followers.size > 0) await next;
    withdraw();
    await sleep(read?.changes || !read ? PAUSE_MS : TOGETHER_MS);
  }
  if (accounts.get(providerId) === account) accounts.delete(providerId);
  for (const { end } of followers) end();
}

async function catchUp(providerId: string, after: number, follower: Follower): Promise<void> {
  const read = await readSafely(() => readChanges(providerId, after), providerId);
  if (read?.changes) await sendTo([follower], providerId, read.position, read.changes);
}

/** Sends changes to the pages whose sessions have not ended, and ends the others. One statement reads all sessions. */
async function sendTo(
  followers: readonly Follower[],
  providerId: string,
  position: number,
  changes: Changes,
): Promise<void> {
  const ids = [...new Set(followers.map(({ sessionId }) => sessionId))];
  const roles = await readSafely(() => rolesOfSessions(providerId, ids), providerId);
  for (const { sessionId, send, end } of followers) {
    const role = roles?.get(sessionId);
    // A browser opens a stream that has ended again, and continues from the last message that it has.
    if (role) send(position, changes, role);
    else end();
  }
}

/** Reads from the database. @returns null where it does not answer, which the log says */
async function readSafely<T>(read: () => Promise<T>, providerId: string): Promise<T | null> {
  try {
    return await read();
  } catch (err) {
    log.warn({ err, providerId }, 'the changes for open pages could not be read');
    return null;
  }
}
