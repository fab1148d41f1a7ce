import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, realNow } from '../../../clock.ts';
import { log } from '../../../log.ts';
import { unseal } from '../../../sealed.ts';
import { headersOf } from '../../../webhooks/headers.ts';
import { render } from '../../../webhooks/render.ts';
import { isDelivered, type Sender } from '../../../webhooks/send.ts';
import { type Claimed, claimDue, giveBack, type Receiver, receiversOf } from './claim.ts';
import { createWindows } from './concurrency-window.ts';
import { type Ended, record, type Settled } from './record.ts';
import { judge } from './update-endpoint-health.ts';

/** Retries that are due within this are waited for here, in ms; the minute's sweep finds the others. */
const TIMER_MS = MINUTE_MS;

/** How long ended attempts wait for others to be written down with, in ms, and how many need not wait. */
const GATHER_MS = 10;
const GATHERED = 64;

export type Courier = {
  /**
   * Begins an attempt for everything of a provider that is due and has room, and goes on with what is left as attempts
   * end. It waits for none of them: a receiver that hangs holds nobody up.
   */
  work(providerId: string): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Begins nothing more, and lets what is under way end. */
  close(): Promise<void>;
};

/** A delivery in hand, and where it goes. */
type Held = { claimed: Claimed; receiver: Receiver };

/** What one provider's deliveries are about at the moment. */
type Desk = {
  /** Attempts under way, those that are being recorded among them. */
  underWay: number;
  /** Claimed, and to begin when their webhook's window has a place. */
  held: Map<string, Held[]>;
  ended: Ended[];
  /** Webhooks that may have more due than they had room for. */
  waiting: Set<string>;
  working: Promise<void> | null;
  again: boolean;
  recording: boolean;
  timer: NodeJS.Timeout | undefined;
  timerAt: number;
};

/**
 * Carries deliveries to their webhooks. What is due, and what came of it, stands in the database: a courier that is
 * killed loses nothing, and its leases run out. Several may work for one provider.
 */
export function createCourier(sender: Sender): Courier {
  const desks = new Map<string, Desk>();
  const windows = createWindows();
  const idlers: (() => void)[] = [];
  let closed = false;

  function deskOf(providerId: string): Desk {
    const known = desks.get(providerId);
    if (known) return known;
    const desk: Desk = {
      underWay: 0,
      held: new Map(),
      ended: [],
      waiting: new Set(),
      working: null,
      again: false,
      recording: false,
      timer: undefined,
      timerAt: Number.POSITIVE_INFINITY,
    };
    desks.set(providerId, desk);
    return desk;
  }

  async function work(providerId: string): Promise<void> {
    if (closed) return;
    const desk = deskOf(providerId);
    if (desk.working) {
      // What is due since the last look may have been committed after it.
      desk.again = true;
      return desk.working;
    }
    desk.working = claimAll(providerId, desk).finally(() => {
      desk.working = null;
      settleIdle(providerId, desk);
    });
    return desk.working;
  }

  async function claimAll(providerId: string, desk: Desk): Promise<void> {
    do {
      desk.again = false;
      const receivers = await receiversOf(providerId);
      const byId = new Map(receivers.map((receiver) => [receiver.id, receiver]));
      // One that was disabled meanwhile gets nothing more.
      for (const id of desk.held.keys()) if (!byId.has(id)) letGo(providerId, desk, id);
      const room = new Map(receivers.map(({ id }) => [id, windows.roomOf(id)]));
      const hasRoom = [...room.values()].some((n) => n > 0);
      const claimed = closed || !hasRoom ? [] : await claimDue(providerId, room, realNow());
      const taken = new Map<string, number>();
      for (const one of claimed) {
        taken.set(one.webhookId, (taken.get(one.webhookId) ?? 0) + 1);
        hold(desk, { claimed: one, receiver: byId.get(one.webhookId) as Receiver });
      }
      for (const [id, n] of room) {
        if ((taken.get(id) ?? 0) >= n) desk.waiting.add(id);
        else desk.waiting.delete(id);
      }
      for (const id of taken.keys()) beginHeld(providerId, desk, id);
    } while (desk.again && !closed);
  }

  function hold(desk: Desk, one: Held): void {
    const { id } = one.receiver;
    windows.held(id);
    const held = desk.held.get(id);
    if (held) held.push(one);
    else desk.held.set(id, [one]);
  }

  /** Begins what is held for a webhook as far as its window goes; once closed, gives it back. */
  function beginHeld(providerId: string, desk: Desk, id: string): void {
    if (closed) {
      letGo(providerId, desk, id);
      return;
    }
    const held = desk.held.get(id) ?? [];
    let n = 0;
    while (n < held.length && windows.isOpen(id)) begin(providerId, desk, held[n++] as Held);
    held.splice(0, n);
    if (held.length === 0) desk.held.delete(id);
  }

  /** Gives back what is held for a webhook: nobody would begin it soon, and its lease would look like a lost attempt. */
  function letGo(providerId: string, desk: Desk, id: string): void {
    const held = desk.held.get(id);
    if (!held) return;
    desk.held.delete(id);
    desk.waiting.add(id);
    windows.letGo(id, held.length);
    desk.underWay++;
    giveBack(
      providerId,
      held.map(({ claimed }) => claimed),
    )
      // Not given back, they are free when their lease has run out.
      .catch((err: unknown) => log.error({ err, providerId }, 'deliveries could not be given back'))
      .then(() => {
        desk.underWay--;
        goOn(providerId, desk, id);
        settleIdle(providerId, desk);
      });
  }

  /** Takes more for a webhook that may have more, when it has room. */
  function goOn(providerId: string, desk: Desk, id: string): void {
    if (desk.waiting.has(id) && windows.roomOf(id) > 0) work(providerId).catch(logFailure);
  }

  function begin(providerId: string, desk: Desk, { claimed, receiver }: Held): void {
    desk.underWay++;
    windows.begun(receiver.id);
    attempt(claimed, receiver)
      .then((outcome) => {
        const isBrisk = windows.ended(receiver.id, isDelivered(outcome) ? outcome.latencyMs : null);
        desk.ended.push({ claimed, receiver, outcome, endedAt: realNow() });
        // The next begin while this one is written down.
        if (isBrisk) beginHeld(providerId, desk, receiver.id);
        else letGo(providerId, desk, receiver.id);
        goOn(providerId, desk, receiver.id);
        void recordAll(providerId, desk);
      })
      .catch((err: unknown) => {
        // Nothing of it is recorded: its lease runs out, and it is tried again.
        log.error({ err, providerId, deliveryId: claimed.id }, 'an attempt could not be made');
        windows.ended(receiver.id, null);
        letGo(providerId, desk, receiver.id);
        desk.underWay--;
        settleIdle(providerId, desk);
      });
  }

  async function attempt(claimed: Claimed, receiver: Receiver) {
    const body = render(claimed.body, claimed.apiVersion);
    const now = realNow();
    const overlaps = receiver.previousSecretUntil !== null && receiver.previousSecretUntil > now;
    const headers = headersOf({
      body,
      eventId: claimed.eventId,
      eventType: claimed.eventType,
      attemptId: claimed.attemptId,
      attempt: claimed.number,
      timestamp: Math.floor(now.getTime() / 1_000),
      secret: unseal(receiver.sealedSecret, receiver.id),
      previousSecret: overlaps ? unseal(receiver.sealedPreviousSecret ?? '', receiver.id) : undefined,
      isTest: claimed.isTest,
      custom: JSON.parse(unseal(receiver.sealedHeaders, receiver.id)),
    });
    return sender.send({ url: receiver.url, headers, body, livemode: receiver.livemode });
  }

  /** Records what has ended, as much at a time as comes together in a moment or while the last was written. */
  async function recordAll(providerId: string, desk: Desk): Promise<void> {
    if (desk.recording) return;
    desk.recording = true;
    try {
      while (desk.ended.length > 0) {
        if (desk.ended.length < Math.min(GATHERED, desk.underWay)) await pause(GATHER_MS);
        const ended = desk.ended.splice(0);
        await settle(providerId, desk, ended).catch((err: unknown) => {
          log.error({ err, providerId, attempts: ended.length }, 'attempts could not be recorded');
        });
        desk.underWay -= ended.length;
      }
    } finally {
      desk.recording = false;
      settleIdle(providerId, desk);
    }
  }

  async function settle(providerId: string, desk: Desk, ended: Ended[]): Promise<void> {
    const settled = await record(providerId, ended);
    armTimer(providerId, desk, settled);
    await judge(providerId, settled);
  }

  /** The first retry comes after seconds, which no minute's sweep is in time for. */
  function armTimer(providerId: string, desk: Desk, settled: Settled[]): void {
    const times = settled.flatMap(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? []);
    const at = Math.min(...times, Number.POSITIVE_INFINITY);
    const wait = at - realNow().getTime();
    if (closed || wait > TIMER_MS || at >= desk.timerAt) return;
    clearTimeout(desk.timer);
    desk.timerAt = at;
    desk.timer = setTimeout(() => {
      desk.timerAt = Number.POSITIVE_INFINITY;
      desk.timer = undefined;
      work(providerId).catch(logFailure);
    }, Math.max(0, wait) + 1).unref();
  }

  function logFailure(err: unknown): void {
    log.error({ err }, 'due deliveries could not be taken');
  }

  function settleIdle(providerId: string, desk: Desk): void {
    if (isQuiet(desk) && !desk.timer) desks.delete(providerId);
    if (isIdle()) for (const resolve of idlers.splice(0)) resolve();
  }

  function isIdle(): boolean {
    return [...desks.values()].every(isQuiet);
  }

  const idle = () => (isIdle() ? Promise.resolve() : new Promise<void>((resolve) => idlers.push(resolve)));

  return {
    work,
    idle,
    async close() {
      closed = true;
      for (const [providerId, desk] of desks) {
        clearTimeout(desk.timer);
        for (const id of desk.held.keys()) letGo(providerId, desk, id);
      }
      await idle();
      await sender.close();
    },
  };
}

function isQuiet({ working, recording, underWay, held }: Desk): boolean {
  return !working && !recording && underWay === 0 && held.size === 0;
}
