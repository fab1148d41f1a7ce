import { realNow } from '../../../clock.ts';
import type { Language } from '../../../contract/enums.ts';
import { textIn } from '../../../json-values.ts';
import { change, type Patch } from '../../../state/record.ts';
import { transition } from '../../../state/transition.ts';
import { type Origin, transaction } from '../../../work/transaction.ts';
import { type EmailRow, emailResource } from '../../model/email/resource.ts';
import { lockClaimed, retryAt } from '../../queue/leased-queue.ts';
import { readAnnouncement } from './announcement.ts';
import { queue } from './queue.ts';

/** The longest reason of a failure that is kept, in characters. It is a text of another system. */
export const MAX_ERROR = 500;

/** Why a message is held whose announcement is paused. */
const PAUSED = 'The announcement is paused.';

/** What became of an attempt. */
export type Outcome =
  | { result: 'dropped'; reason: string }
  | {
      result: 'accepted';
      to: string;
      /** The text and the language in which it was sent; null for a message to staff, and for a text that ships. */
      textId: string | null;
      language: Language | null;
      parts?: number;
      accountId?: string;
      gatewayId?: string;
    }
  | { result: 'refused'; error: string }
  /** Nothing was sent. `isServerGone` where others would fail too. */
  | { result: 'later'; error: string; isServerGone: boolean }
  /** Its announcement is paused. */
  | { result: 'held' }
  /** The call has no answer, and is not repeated. */
  | { result: 'unknown'; error: string };

/** Writes the result of an attempt, unless a later attempt has begun. */
export async function recordOutcome(origin: Origin, claimed: EmailRow, outcome: Outcome): Promise<void> {
  await transaction(origin, async (scope) => {
    const row = await lockClaimed(scope.db, queue, claimed);
    if (row?.status !== 'QUEUED') return;
    const error = 'error' in outcome ? (textIn(outcome.error) ?? '').slice(0, MAX_ERROR) : null;
    const settled: Patch<typeof emailResource> = { nextAttemptAt: null, error, callBeganAt: null };
    switch (outcome.result) {
      case 'dropped':
        await transition(scope, emailResource, row, 'drop', { ...settled, error: outcome.reason });
        return;
      case 'accepted': {
        const { result: _, to, ...sent } = outcome;
        await transition(scope, emailResource, row, 'send', {
          ...settled,
          ...sent,
          sentAt: realNow(),
          sentTo: to,
        });
        return;
      }
      case 'held': {
        // Resuming waits for this transaction, so that it finds the message.
        const paused = await readAnnouncement(scope, row, { isLocked: true });
        if (!paused?.isPaused) await change(scope, emailResource, row, { nextAttemptAt: realNow() });
        else await transition(scope, emailResource, row, 'hold', { ...settled, error: PAUSED });
        return;
      }
      case 'unknown':
        await transition(scope, emailResource, row, 'lose', settled);
        return;
      case 'refused':
        await transition(scope, emailResource, row, 'fail', settled);
        return;
      case 'later': {
        const nextAttemptAt = retryAt(queue, row.attempts);
        if (nextAttemptAt) {
          await change(scope, emailResource, row, { nextAttemptAt, error, callBeganAt: null });
        } else await transition(scope, emailResource, row, 'fail', settled);
      }
    }
  });
}
