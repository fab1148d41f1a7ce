import { MINUTE_MS, realNow } from '../../clock.ts';
import { log } from '../../log.ts';
import { unseal } from '../../sealed.ts';
import { headersOf } from '../../webhooks/headers.ts';
import { render } from '../../webhooks/render.ts';
import { isDelivered, type Sender } from '../../webhooks/send.ts';
import { judge } from '../webhook/judge.ts';
import { unsealHeaders } from '../webhook/resource.ts';
import { type Claimed, claimDue, type Receiver, receiversOf } from './claim.ts';
import { type Ended, record, type Settled } from './record.ts';
import { createWindows } from './windows.ts';

/** Retries that are due within this are waited for here, in ms; the minute's sweep finds the others. */
const TIMER_MS = MINUTE_MS;

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

/** What one provider's deliveries are about at the moment. */
type Desk = {
  /** Attempts under way, those that are being recorded among them. */
  underWay: number;
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
  const secrets = new Map<string, string>();
  const idlers: (() => void)[] = [];
  let closed = false;

  function deskOf(providerId: string): Desk {
    const known = desks.get(providerId);
    if (known) return known;
    const desk: Desk = {
      underWay: 0,
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
      const room = new Map(receivers.map(({ id }) => [id, windows.roomOf(id)]));
      const claimed = closed ? [] : await claimDue(providerId, room, realNow());
      const byId = new Map(receivers.map((receiver) => [receiver.id, receiver]));
      const taken = new Map<string, number>();
      for (const one of claimed) {
        taken.set(one.webhookId, (taken.get(one.webhookId) ?? 0) + 1);
        begin(providerId, desk, one, byId.get(one.webhookId) as Receiver);
      }
      for (const [id, n] of room) {
        if ((taken.get(id) ?? 0) >= n) desk.waiting.add(id);
        else desk.waiting.delete(id);
      }
    } while (desk.again && !closed);
  }

  function begin(providerId: string, desk: Desk, claimed: Claimed, receiver: Receiver): void {
    desk.underWay++;
    windows.begun(receiver.id);
    attempt(claimed, receiver)
      .then((outcome) => {
        windows.ended(receiver.id, isDelivered(outcome) ? outcome.latencyMs : null);
        desk.ended.push({ claimed, receiver, outcome, endedAt: realNow() });
        // The next is taken while this one is written down.
        if (desk.waiting.has(receiver.id)) work(providerId).catch(logFailure);
        void recordAll(providerId, desk);
      })
      .catch((err: unknown) => {
        // Nothing of it is recorded: its lease runs out, and it is tried again.
        log.error({ err, providerId, deliveryId: claimed.id }, 'an attempt could not be made');
        windows.ended(receiver.id, null);
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
      secret: opened(receiver.sealedSecret),
      previousSecret: overlaps ? opened(receiver.sealedPreviousSecret ?? '') : undefined,
      isTest: claimed.isTest,
      custom: unsealHeaders(opened(receiver.sealedHeaders)),
    });
    return sender.send({ url: receiver.url, headers, body, livemode: receiver.livemode });
  }

  /** A sealed text in clear; those of the webhooks at work are remembered. */
  function opened(sealed: string): string {
    const known = secrets.get(sealed);
    if (known !== undefined) return known;
    if (secrets.size > 10_000) secrets.clear();
    const clear = unseal(sealed);
    secrets.set(sealed, clear);
    return clear;
  }

  /** Records what has ended, as much at a time as comes together while the last was written. */
  async function recordAll(providerId: string, desk: Desk): Promise<void> {
    if (desk.recording) return;
    desk.recording = true;
    try {
      while (desk.ended.length > 0) {
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
      for (const { timer } of desks.values()) clearTimeout(timer);
      await idle();
      await sender.close();
    },
  };
}

function isQuiet({ working, recording, underWay }: Desk): boolean {
  return !working && !recording && underWay === 0;
}
